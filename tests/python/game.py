"""python-chess as a client: games, pondering and analysis with the engine given as the argument.

Every move must be legal, every line of output expected (python-chess logs the others), every reply in time, and
the engine must exit after quit.
"""

import logging
import random
import sys
import time

import chess
import chess.engine

LIMIT = chess.engine.Limit(nodes=2_000)
TIMEOUT = 30
MAX_PLIES = 300


class Warnings(logging.Handler):
    """Collects the warnings of python-chess about the engine."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.messages = []

    def emit(self, record):
        self.messages.append(record.getMessage())


def require(holds, message):
    """Asserts, whatever the options of Python are."""
    if not holds:
        raise SystemExit(f"game.py: {message}")


def check_line(board, info, what):
    """The line of an analysis is legal to its end."""
    line = info.get("pv", [])
    require(line, f"{what}: no line in {board.fen()}")
    copy = board.copy()
    for move in line:
        require(move in copy.legal_moves, f"{what}: {move} is illegal in {copy.fen()}")
        copy.push(move)


def play(engine, board, what, **options):
    """The engine against itself to the end; the number of plies played."""
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < MAX_PLIES:
        result = engine.play(board, LIMIT, game=game, info=chess.engine.INFO_ALL, **options)
        require(result.move is not None, f"{what}: no move in {board.fen()}")
        require(result.move in board.legal_moves, f"{what}: {result.move} is illegal in {board.fen()}")
        check_line(board, result.info, what)
        require(result.info["pv"][0] == result.move, f"{what}: the line begins with another move than played")
        require("score" in result.info, f"{what}: no score")
        board.push(result.move)
        if result.ponder is not None:
            require(result.ponder in board.legal_moves, f"{what}: ponder move {result.ponder} is illegal")
    print(f"{what}: {board.ply()} plies, {board.result(claim_draw=True)}")
    return board.ply()


def standard_game(engine):
    board = chess.Board()
    # A few random moves make a game that no other test has.
    source = random.Random(2)
    for _ in range(4):
        board.push(source.choice(list(board.legal_moves)))
    require(play(engine, board, "standard") > 20, "the game is too short for a test")


def chess960_games(engine):
    for number in (0, 356, 959):
        board = chess.Board.from_chess960_pos(number)
        require(play(engine, board, f"chess960 {number}") > 20, "the game is too short for a test")


def ponder_game(engine):
    """One engine for both sides: some of its guesses are right (ponderhit), others are not."""
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    source, game, guesses, hits, expected = random.Random(3), object(), 0, 0, None
    for _ in range(12):
        if board.is_game_over(claim_draw=True):
            break
        result = engine.play(board, chess.engine.Limit(time=0.03), game=game, ponder=True)
        require(result.move in board.legal_moves, f"ponder: {result.move} is illegal in {board.fen()}")
        board.push(result.move)
        if board.is_game_over(claim_draw=True):
            break
        expected = result.ponder if result.ponder in board.legal_moves else None
        guesses += expected is not None
        reply = expected if expected and source.random() < 0.6 else source.choice(list(board.legal_moves))
        hits += reply == expected
        board.push(reply)
    require(guesses > 4 and hits > 1, f"ponder: only {guesses} guesses and {hits} hits")
    print(f"ponder: {guesses} guesses, {hits} hits")


def clock_game(engine):
    """A clock that runs down. By how much all moves may be late together allows for a busy machine."""
    board, clocks, increment, game = chess.Board(), [3.0, 3.0], 0.01, object()
    late = [0.0, 0.0]
    for _ in range(60):
        if board.is_game_over(claim_draw=True):
            break
        limit = chess.engine.Limit(
            white_clock=clocks[0], black_clock=clocks[1], white_inc=increment, black_inc=increment
        )
        start = time.monotonic()
        result = engine.play(board, limit, game=game)
        side = 0 if board.turn else 1
        clocks[side] -= time.monotonic() - start
        late[side] += max(-clocks[side], 0.0)
        require(late[side] < 10.0, f"clock: the flag fell by {late[side]:.3f} s in {board.fen()}")
        clocks[side] = max(clocks[side], 0.001) + increment
        board.push(result.move)
    print(f"clock: {board.ply()} plies, {clocks[0]:.2f} s and {clocks[1]:.2f} s left")


def analysis(engine):
    """MultiPV: distinct, ordered, legal lines, never more than legal moves."""
    cases = [
        (chess.Board(), 5, 5),
        (chess.Board("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"), 3, 3),
        (chess.Board("7k/8/8/8/8/8/5r2/7K w - - 0 1"), 4, 1),
        (chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), 2, 2),
    ]
    for board, wanted, most in cases:
        infos = engine.analyse(board, chess.engine.Limit(depth=8), multipv=wanted, game=object())
        what = f"analysis of {board.fen()}"
        require(len(infos) == most, f"{what}: {len(infos)} lines, not {most}")
        firsts = [info["pv"][0] for info in infos]
        require(len(set(firsts)) == len(firsts), f"{what}: a move begins two lines")
        scores = [info["score"].relative for info in infos]
        ordered = all(a >= b for a, b in zip(scores, scores[1:]))
        require(ordered, f"{what}: the lines are not in order: {scores}")
        for info in infos:
            check_line(board, info, what)
    root = [chess.Move.from_uci(text) for text in ("a2a3", "h2h4")]
    only = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), root_moves=root)
    require(only["pv"][0] in root, f"searchmoves: {only['pv'][0]} is not a search move")
    mate = engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), chess.engine.Limit(depth=6))
    require(mate["score"].relative == chess.engine.Mate(1), f"mate in one is {mate['score']}")
    print("analysis: ok")


def endless_analysis(engine):
    """A search without a limit continues until stop, even after a mate is found."""
    for board in (chess.Board(), chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")):
        with engine.analysis(board) as stream:
            for _ in range(5):
                stream.get()
            stream.stop()
            best = stream.wait()
        require(best.move in board.legal_moves, f"stopped: {best.move} is illegal in {board.fen()}")
    print("endless analysis: ok")


def finished_games(engine):
    """Positions without a legal move get an answer."""
    for fen in ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"):
        result = engine.play(chess.Board(fen), LIMIT)
        require(result.move is None, f"finished: {result.move} in {fen}")
    print("finished games: ok")


def run(engine):
    require(engine.id.get("name", "").startswith("Lancet"), f"the name is {engine.id}")
    engine.configure({"Hash": 16, "Threads": 1})
    parts = (standard_game, chess960_games, ponder_game, clock_game, analysis, endless_analysis, finished_games)
    for part in parts:
        part(engine)
    engine.configure({"Threads": 2, "Hash": 8})
    standard_game(engine)
    engine.ping()
    engine.quit()
    code = engine.transport.get_returncode()
    require(code == 0, f"the exit code after quit is {code}")


def main():
    warnings = Warnings()
    chess.engine.LOGGER.addHandler(warnings)
    engine = chess.engine.SimpleEngine.popen_uci(sys.argv[1], timeout=TIMEOUT)
    try:
        run(engine)
    finally:
        engine.close()
    require(not warnings.messages, "warnings of python-chess:\n" + "\n".join(warnings.messages))
    print("all is well")


if __name__ == "__main__":
    main()
