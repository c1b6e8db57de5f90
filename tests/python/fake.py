"""Checks fuzz.py itself: it accepts a fake engine that answers a search rightly and rejects those with one fault.

The fake engine is this file, started with the name of the fault. The path of the real engine is not used.
"""

import pathlib
import sys

sys.dont_write_bytecode = True  # no cache in the source tree
sys.path.insert(0, str(pathlib.Path(__file__).parent))

INFO = "info depth {depth} seldepth 2 multipv 1 score {score} nodes 20 nps 1000 hashfull 0 tbhits 0 time 0 pv {pv}"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"
GOOD = [INFO.format(depth=1, score="mate 1", pv="e1e8"), "bestmove e1e8"]
# What is wrong, the lines after `go`, and a part of the message that must come.
FAULTS = {
    "an illegal best move": (["bestmove e1a5"], "illegal in"),
    "a best move of the other side": (["bestmove g8f8"], "illegal in"),
    "a best move of nonsense": (["bestmove e9e10"], "out of the grammar"),
    "no move where there are some": (["bestmove (none)"], "no move in"),
    "two best moves": ([*GOOD, "bestmove e1e8"], "unexpected output: bestmove"),
    "no best move": (GOOD[:1], "no output"),
    "no best move before the end": ([*GOOD[:1], "EXIT"], "the output has ended"),
    "an illegal ponder move": (["bestmove e1e8 ponder a7a6"], "illegal in"),
    "an illegal first move of a line": ([INFO.format(depth=1, score="cp 20", pv="e1a5"), *GOOD], "illegal in"),
    "an illegal later move of a line": ([INFO.format(depth=2, score="cp 20", pv="e1e2 g8e8"), *GOOD], "illegal in"),
    "a mate that is none": ([INFO.format(depth=1, score="mate 1", pv="e1e7"), *GOOD], "no mate at the end"),
    "a mate against the mating side": ([INFO.format(depth=3, score="mate -1", pv="e1e7 g8f8"), *GOOD], "no mate at the end"),
    "a line beyond its mate": ([INFO.format(depth=3, score="mate 1", pv="e1e7 g8f8 e7e8"), *GOOD], "not as long as the mate"),
    "a line shorter than its mate": ([INFO.format(depth=3, score="mate 2", pv="e1e8"), *GOOD], "not as long as the mate"),
    "a rank beyond MultiPV": ([GOOD[0].replace("multipv 1", "multipv 2"), *GOOD], "the rank of"),
    "wdl that was not ordered": ([GOOD[0].replace(" nodes", " wdl 1 2 997 nodes"), *GOOD], "wdl"),
    "an info line of another form": (["info depth 1 score 20", *GOOD], "out of the grammar"),
    "a line on standard error": (["STDERR", *GOOD], "standard error"),
    "an exit code": ([*GOOD, "FAIL"], "exit code 3"),
}


def engine(fault):
    """A UCI engine that answers `go` in the position MATE_IN_ONE, rightly or not."""
    answer = GOOD if fault == "none" else FAULTS[fault][0]
    code = 0
    for line in sys.stdin:
        command = line.strip()
        if command == "uci":
            print("id name Fake\noption name MultiPV type spin default 1 min 1 max 256\nuciok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command.startswith("go"):
            for text in answer:
                if text == "EXIT":
                    return code
                if text == "STDERR":
                    print("a report", file=sys.stderr, flush=True)
                elif text == "FAIL":
                    code = 3
                else:
                    print(text, flush=True)
        elif command == "quit":
            break
    return code


def session(fault):
    """Plays a session with one search; returns the failure that fuzz.py finds, or None."""
    import fuzz

    patience = fuzz.TIMEOUT
    process = fuzz.Engine([sys.executable, str(pathlib.Path(__file__).resolve()), "--fault", fault])
    try:
        sequence = fuzz.Sequence(process, None)
        sequence.greet()
        process.send(f"position fen {MATE_IN_ONE}")
        board = fuzz.chess.Board(MATE_IN_ONE)
        process.send("go depth 3")
        # Only this fault is shown by waiting.
        fuzz.TIMEOUT = 2 if fault == "no best move" else patience
        sequence.until_best(fuzz.Search(board, list(board.legal_moves), sequence.settings))
        sequence.sync()
        process.quit(by_eof=False)
    except fuzz.Failure as failure:
        return str(failure)
    finally:
        fuzz.TIMEOUT = patience
        process.close()
    return None


def main():
    if sys.argv[1:2] == ["--fault"]:
        sys.exit(engine(sys.argv[2]))
    failure = session("none")
    assert failure is None, f"a right engine is rejected: {failure}"
    for fault, (_, message) in FAULTS.items():
        failure = session(fault)
        assert failure is not None, f"{fault} is accepted"
        assert message in failure, f"{fault}: '{message}' is not in '{failure}'"
    print(f"{len(FAULTS)} faults are rejected")
    print("all is well")


if __name__ == "__main__":
    main()
