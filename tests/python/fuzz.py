"""Random UCI sessions for the engine, with python-chess as the oracle.

Each sequence is a process that gets valid and slightly invalid commands: every option, positions with games, FENs and
Chess960, `go` with combinations of limits, `stop` and `ponderhit` at random times. It checks that each `go` has one legal
`bestmove` and each `isready` one `readyok`, that every line of output is in the grammar, that lines are legal and mates
end in mate, that ranks are in order, and that the engine exits with code 0 and an empty standard error.

A sequence depends on its seed and number only, so a run continues with `--first`. The input of a failing one is saved.
"""

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import queue
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

import chess

TIMEOUT = 120
MOVE = r"[a-h][1-8][a-h][1-8][nbrq]?"
INFO = re.compile(
    r"info depth (?P<depth>\d+) seldepth (?P<seldepth>\d+) multipv (?P<rank>\d+) "
    r"score (?P<kind>cp|mate) (?P<score>-?\d+)(?P<bound> (?:lower|upper)bound)?(?: wdl (?P<wdl>\d+ \d+ \d+))? "
    r"nodes (?P<nodes>\d+) nps \d+ hashfull (?P<full>\d+) tbhits \d+ time \d+(?: pv(?P<pv>(?: " + MOVE + r")+))?"
)
CURRENT = re.compile(r"info depth \d+ currmove " + MOVE + r" currmovenumber \d+")
BEST = re.compile(r"bestmove (?P<best>\(none\)|" + MOVE + r")(?: ponder (?P<ponder>" + MOVE + r"))?")
OPTION = re.compile(r"option name (?P<name>.+?) type (?P<type>check|spin|combo|button|string)(?P<rest>.*)")
# What commands for people print: boards, evaluations, counts of moves, the summary of a bench.
TEXT = re.compile(r"[^\x00-\x1f\x7f]*")
FILES = {"EvalFile", "Book File", "Debug Log File", "SyzygyPath"}
FENS = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
    "7k/8/8/8/8/8/r7/7K w - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
    "8/8/8/8/3k4/8/8/KQ6 w - - 90 100",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 99 90",
    "8/1P4k1/8/8/8/8/6Kp/8 b - - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
    "4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1",
    "xyz",
]


class Failure(Exception):
    """A property does not hold."""


def require(holds, message):
    if not holds:
        raise Failure(message)


class Engine:
    """A process, its lines of output, and what was sent to it."""

    def __init__(self, command):
        self.folder = tempfile.TemporaryDirectory(prefix="lancet-fuzz-")
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder.name
        )
        self.sent, self.lines = [], queue.Queue()
        self.stderr = b""
        self.readers = [threading.Thread(target=self.read), threading.Thread(target=self.read_errors)]
        for thread in self.readers:
            thread.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def read_errors(self):
        self.stderr = self.process.stderr.read()

    def send(self, line):
        self.sent.append(line)
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise Failure(f"the engine has gone after '{line[:100]}'") from None

    def line(self):
        try:
            line = self.lines.get(timeout=TIMEOUT)
        except queue.Empty:
            raise Failure(f"no output for {TIMEOUT} s") from None
        require(line is not None, "the output has ended")
        require(line.endswith(b"\n"), f"no end of line: {line!r}")
        return line[:-1].decode()

    def quit(self, by_eof):
        """Ends the session; returns the remaining lines."""
        if not by_eof:
            self.send("quit")
        self.process.stdin.close()
        rest = []
        try:
            code = self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            raise Failure("no exit after the end of the session") from None
        for thread in self.readers:
            thread.join()
        while (line := self.lines.get()) is not None:
            rest.append(line.decode().rstrip("\n"))
        require(code == 0, f"exit code {code}: {self.stderr.decode(errors='replace')}")
        require(not self.stderr, f"standard error: {self.stderr.decode(errors='replace')}")
        return rest

    def close(self):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except OSError:
                pass
        self.folder.cleanup()


class Search:
    """What is known of the search under way: the board and what it may answer."""

    def __init__(self, board, root_moves, settings):
        self.board, self.root_moves = board, root_moves
        self.settings = dict(settings)
        self.ranks = {}

    def info(self, line):
        if CURRENT.fullmatch(line):
            return
        found = INFO.fullmatch(line)
        require(found, f"an info line out of the grammar: {line}")
        require(self.board is not None, f"info without a position: {line}")
        rank, depth = int(found["rank"]), int(found["depth"])
        require(0 <= int(found["full"]) <= 1000, f"hashfull: {line}")
        require(1 <= rank <= int(self.settings["MultiPV"]), f"the rank of {line}")
        require(rank <= max(1, len(self.root_moves)), f"more ranks than moves: {line}")
        require((found["wdl"] is not None) == (self.settings["UCI_ShowWDL"] == "true"), f"wdl: {line}")
        if found["wdl"]:
            require(sum(map(int, found["wdl"].split())) == 1000, f"the sum of wdl: {line}")
        moves = (found["pv"] or "").split()
        self.check_line(line, moves, found)
        if rank == 1:
            self.ranks = {}
        if found["bound"]:
            self.ranks[rank] = (None, depth, moves[0] if moves else None)
        else:
            self.check_rank(line, rank, depth, moves, found)

    def check_line(self, text, moves, found):
        board = self.board.copy()
        for move in moves:
            parsed = parse(board, move)
            require(parsed in board.legal_moves, f"{move} is illegal in {board.fen()}: {text}")
            board.push(parsed)
        if moves:
            require(parse(self.board, moves[0]) in self.root_moves, f"not one of searchmoves: {text}")
        if found["kind"] != "mate" or found["bound"]:
            return
        mate = int(found["score"])
        plies = 2 * mate - 1 if mate > 0 else -2 * mate
        require(len(moves) == plies, f"the line is not as long as the mate: {text}")
        require(board.is_checkmate(), f"no mate at the end: {text}")

    def check_rank(self, text, rank, depth, moves, found):
        """A stopped iteration reports its lines, then those of the iteration before."""
        require(rank == 1 or rank - 1 in self.ranks, f"rank {rank} before {rank - 1}: {text}")
        score = int(found["score"])
        key = score if found["kind"] == "cp" else (10**6 - score if score > 0 else -(10**6) - score)
        if rank > 1:
            last_key, last_depth, _ = self.ranks[rank - 1]
            # Limited strength plays any of the moves, which becomes the first one with its own depth.
            full = self.settings["full strength"]
            require(depth <= last_depth or not full, f"rank {rank} is deeper than {rank - 1}: {text}")
            if depth == last_depth and last_key is not None and full:
                require(key <= last_key, f"rank {rank} is better than {rank - 1}: {text}")
        first = moves[0] if moves else None
        better = (move for other, (_, _, move) in self.ranks.items() if other < rank)
        require(all(first != move for move in better), f"a move has two ranks: {text}")
        self.ranks[rank] = (key, depth, first)

    def best(self, line):
        found = BEST.fullmatch(line)
        require(found, f"a bestmove out of the grammar: {line}")
        if self.board is None or not list(self.board.legal_moves):
            require(found["best"] == "(none)", f"a move without a position or in an ended game: {line}")
            return
        require(found["best"] != "(none)", f"no move in {self.board.fen()}")
        best = parse(self.board, found["best"])
        require(best in self.root_moves, f"'{line}' is illegal or not searched in {self.board.fen()}")
        if found["ponder"]:
            board = self.board.copy()
            board.push(best)
            require(parse(board, found["ponder"]) in board.legal_moves, f"an illegal ponder move: {line}")


def parse(board, text):
    """The move of a text, with castling as king takes rook or as a king move."""
    try:
        return board.parse_uci(text)
    except ValueError:
        raise Failure(f"{text} is illegal in {board.fen()}") from None


class Sequence:
    """A random session."""

    def __init__(self, engine, source):
        self.engine, self.source = engine, source
        self.board, self.valid = chess.Board(), True
        self.settings = {"MultiPV": "1", "UCI_ShowWDL": "false", "full strength": True}
        self.limited, self.options = set(), []
        self.chess960 = False
        self.ready = 0

    def run(self):
        self.greet()
        self.engine.send("setoption name Hash value 1")
        for _ in range(self.source.randrange(2, 9)):
            kinds = [self.option, self.position, self.go, self.ask, self.show, self.nonsense, self.task]
            self.source.choices(kinds, [4, 4, 6, 1, 1, 1, 0.3])[0]()
        self.sync()
        self.end()

    def greet(self):
        self.engine.send("uci")
        while (line := self.engine.line()) != "uciok":
            if found := OPTION.fullmatch(line):
                self.options.append((found["name"], found["type"], found["rest"]))
            else:
                require(line.startswith("id "), f"between uci and uciok: {line}")

    def end(self):
        """Half of the sessions end during a search, which still answers."""
        search = None
        if self.source.random() < 0.5:
            search = self.start()
        rest = self.engine.quit(self.source.random() < 0.3)
        best = [line for line in rest if line.startswith("bestmove")]
        require(len(best) == (search is not None), f"{len(best)} best moves at the end of the session")
        for line in rest:
            self.read(line, search)

    def read(self, line, search):
        """Checks a line of output that may come at any time."""
        if line == "readyok":
            self.ready -= 1
            require(self.ready >= 0, "readyok without isready")
        elif line.startswith("info string "):
            require(TEXT.fullmatch(line), f"control characters: {line!r}")
        elif search is not None and line.startswith("info "):
            search.info(line)
        elif search is not None and line.startswith("bestmove"):
            search.best(line)
        else:
            raise Failure(f"unexpected output: {line}")

    def sync(self):
        """Waits until all earlier commands have been answered; returns other output."""
        self.ready += 1
        self.engine.send("isready")
        while self.ready:
            self.read(self.engine.line(), None)

    # Commands.

    def ask(self):
        for _ in range(self.source.choice([1, 3, 50])):
            self.ready += 1
            self.engine.send("isready")
        while self.ready:
            self.read(self.engine.line(), None)

    def option(self):
        source = self.source
        name, kind, rest = source.choice(self.options)
        if name == "Hash":
            value = source.choice(["1", "2", "3", "0", "x"])
        elif name == "Threads":
            value = source.choice(["1", "2", "3", "0", "", "1.5"])
        elif name in FILES:
            value = source.choice(["", "<empty>", "/", ".", "no such file", "<default>" if name != "Debug Log File" else ""])
        elif kind == "spin":
            low, high = re.search(r"min (-?\d+) max (-?\d+)", rest).groups()
            middle = str(source.randint(int(low), min(int(high), int(low) + 30)))
            value = source.choice([low, middle, middle, middle, str(int(low) - 1), high, high + "0", "x", ""])
        elif kind == "check":
            value = source.choice(["true", "false", "TRUE", "x", ""])
        elif kind == "combo":
            value = source.choice(re.findall(r"var (\S+)", rest) + ["x"])
        else:
            value = source.choice(["", "a b c"])
        shown = name if source.random() < 0.8 else name.lower()
        self.engine.send(f"setoption name {shown}" + (f" value {value}" if value else ""))
        self.remember(name, kind, rest, value)

    def remember(self, name, kind, rest, value):
        """Keeps the options that the checks depend on."""
        if name in ("UCI_ShowWDL", "UCI_LimitStrength", "UCI_Chess960") and value.lower() in ("true", "false"):
            on = value.lower() == "true"
            self.settings[name] = value.lower()
            if name == "UCI_LimitStrength":
                (self.limited.add if on else self.limited.discard)(name)
            if name == "UCI_Chess960":
                # A position that was sent before is read again; the next one is sent in the mode.
                self.chess960 = on
                self.position()
        if name == "MultiPV" and re.fullmatch(r"-?\d+", value):
            self.settings["MultiPV"] = str(min(max(int(value), 1), 256))
        if name == "Skill Level" and re.fullmatch(r"-?\d+", value):
            (self.limited.add if int(value) < 20 else self.limited.discard)(name)
        self.settings["full strength"] = not self.limited

    def position(self):
        source = self.source
        board = chess.Board(chess960=self.chess960)
        text = "startpos"
        draw = source.random()
        if self.chess960 and draw < 0.7:
            board = chess.Board.from_chess960_pos(source.randrange(960))
            text = f"fen {board.fen()}"
        elif draw < 0.5:
            fen = source.choice(FENS)
            text = f"fen {fen}"
            try:
                board = chess.Board(fen, chess960=self.chess960)
                board.castling_rights = board.clean_castling_rights()
                board.ep_square = board.ep_square if board.has_legal_en_passant() else None
                self.valid = board.is_valid()
            except ValueError:
                self.valid = False
            if not self.valid:
                self.board = None
                self.engine.send(f"position {text}")
                return
        moves = []
        for _ in range(source.choice([0, 0, 1, 5, 20, 60])):
            legal = list(board.legal_moves)
            if not legal:
                break
            move = source.choice(legal)
            moves.append(board.uci(move))
            board.push(move)
        self.board, self.valid = board, True
        if moves and source.random() < 0.05:
            moves.insert(source.randrange(len(moves) + 1), source.choice(["e9e4", "a1a1", "xyzzy"]))
            self.board, self.valid = None, False
        self.engine.send(f"position {text}" + (" moves " + " ".join(moves) if moves else ""))

    def limits(self):
        """Random limits, whether they end the search, and the moves they allow."""
        source, words, ends = self.source, [], False
        for name, values in (
            ("depth", ["1", "2", "5", "0", "-3", "x"]),
            ("nodes", ["1", "100", "3000", "0"]),
            ("movetime", ["1", "20", "0", "-5"]),
            ("mate", ["1", "3"]),
        ):
            if source.random() < 0.35:
                words.append([name, source.choice(values)])
        if source.random() < 0.3:
            for name in ("wtime", "btime", "winc", "binc", "movestogo"):
                if source.random() < 0.7:
                    words.append([name, source.choice(["0", "1", "50", "500", "-20", "x"])])
        if source.random() < 0.1:
            words.append(["infinite"])
        if source.random() < 0.15:
            words.append(["ponder"])
        allowed = list(self.board.legal_moves) if self.board else []
        if allowed and source.random() < 0.15:
            some = source.sample(allowed, min(len(allowed), source.randrange(1, 4)))
            words.append(["searchmoves", *(self.board.uci(move) for move in some)])
            allowed = some
        if source.random() < 0.03:
            words.append(["quickly"])
        source.shuffle(words)
        # `searchmoves` takes words up to the next keyword.
        for before, word in itertools.pairwise(words):
            if before[0] == "searchmoves" and word == ["quickly"]:
                words.remove(word)
                break
        bounded = [word for word in words if word[0] in ("depth", "nodes", "movetime") and word[1].isdigit()]
        return " ".join(" ".join(word) for word in words), bounded and not self.is_open(words), allowed

    @staticmethod
    def is_open(words):
        return any(word[0] in ("infinite", "ponder") for word in words)

    def start(self):
        text, self.ends, allowed = self.limits()
        self.engine.send(f"go {text}".strip())
        return Search(self.board, allowed, self.settings)

    def go(self):
        """A search to its end, which random commands hurry."""
        search, source = self.start(), self.source
        if source.random() < 0.3:
            time.sleep(source.choice([0, 0.001, 0.01]))
        for _ in range(source.randrange(3)):
            command = source.choice(["isready", "ponderhit", "debug on", "debug off", "ucinewgame", "foo"])
            self.ready += command == "isready"
            self.engine.send(command)
        if not self.ends:
            time.sleep(source.choice([0, 0.002, 0.02]))
            self.engine.send("stop")
        self.until_best(search)
        if source.random() < 0.1:
            # Nothing is left to stop.
            self.engine.send(source.choice(["stop", "ponderhit"]))
        self.sync()

    def until_best(self, search):
        line = ""
        while not line.startswith("bestmove"):
            line = self.engine.line()
            self.read(line, search)

    def show(self):
        """Text for people, up to the next readyok."""
        self.engine.send(self.source.choice(["d", "eval", "fen", "help", "version", "license"]))
        self.text_until("readyok")

    def text_until(self, last):
        self.engine.send("isready")
        while (line := self.engine.line()) != last:
            require(TEXT.fullmatch(line), f"control characters: {line!r}")
            require(not line.startswith("bestmove"), f"unexpected output: {line}")

    def task(self):
        """A small perft, or a bench that is stopped; isready is answered at once, so the end is a line of the task."""
        if self.source.random() < 0.5 and self.board is not None:
            depth = self.source.randrange(1, 3)
            self.engine.send(self.source.choice(["go perft {}", "perft {}"]).format(depth))
            count, board = None, self.board
            while count is None:
                line = self.engine.line()
                require(TEXT.fullmatch(line), f"control characters: {line!r}")
                if found := re.match(r"Nodes searched: (\d+)", line):
                    count = int(found[1])
            require(count == perft(board, depth), f"perft {depth} of {board.fen()} is {count}")
        else:
            self.engine.send("bench 1")
            while not re.match(r"\d+ nodes \d+ nps", line := self.engine.line()):
                require(TEXT.fullmatch(line), f"control characters: {line!r}")
        self.sync()

    def nonsense(self):
        """Lines that change nothing."""
        line = self.source.choice(
            ["", "   ", "hello", "go go go"[:2] + "ing", "setoption", "setoption name", "setoption name Nothing value 1",
             "\u2603 \u2603", "stop", "ponderhit", "debug", "perft", "perft x", "x" * 5000, "POSITION startpos", "ucinewgame"]
        )
        self.engine.send(line)
        self.sync()


def perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


def run(engine_path, seed, number, findings):
    """Runs a sequence; returns the failure or None."""
    engine = Engine([engine_path])
    try:
        Sequence(engine, random.Random(f"{seed}/{number}")).run()
        return None
    except Failure as failure:
        folder = pathlib.Path(findings)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{seed}-{number}.uci"
        path.write_text("\n".join(engine.sent) + "\n")
        return f"sequence {number} of seed {seed}: {failure}\n    input: {path}"
    finally:
        engine.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True, help="the executable")
    parser.add_argument("--sequences", type=int, default=2000, help="the number of sequences")
    parser.add_argument("--first", type=int, default=0, help="the number of the first sequence")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="sequences at a time")
    parser.add_argument("--findings", default="target/fuzz-findings/sessions", help="the folder for failing inputs")
    parser.add_argument("--max-failures", type=int, default=10, help="stop after this many failures")
    arguments = parser.parse_args()
    engine = str(pathlib.Path(arguments.engine).resolve())
    numbers = range(arguments.first, arguments.first + arguments.sequences)
    failures, done, start = [], 0, time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        work = lambda number: run(engine, arguments.seed, number, arguments.findings)
        for failure in pool.map(work, numbers):
            done += 1
            if failure:
                failures.append(failure)
                print(failure, flush=True)
            if done % 500 == 0:
                print(f"{done} of {len(numbers)} sequences, {len(failures)} failures", flush=True)
            if len(failures) >= arguments.max_failures:
                pool.shutdown(cancel_futures=True)
                break
    print(f"{done} sequences in {time.monotonic() - start:.0f} s, {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
