"""Lichess's rules as the oracle of Lancet's reviews: marks, mates and accuracies, computed here from the same evaluations.

The argument is the engine. It reviews games of weak players, many of them from won endings, and reports every evaluation
as JSON. The rules are those of lichess (lila: Advice, AccuracyPercent; scalachess: eval; lichess.org/page/accuracy), but
for what Lancet documents: the best move never loses anything, and a mate that is allowed or lost counts as certain in the
accuracy of the move.
"""

import collections
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

import chess
import chess.pgn

GAMES = 200
PLIES = 60
NODES = 2000
# Won and lost endings, in which mates are found, missed, delayed and allowed.
ENDINGS = [
    "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
    "3qk3/8/8/8/8/8/8/R3K3 b - - 0 1",
    "4k3/1r4r1/8/8/8/5P2/4PKP1/8 b - - 0 1",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
    "2kr3r/ppp2ppp/8/8/8/8/PPPQ1PPP/2KR3R w - - 0 1",
    "6k1/5ppp/8/8/8/8/r4PPP/1q2R1K1 w - - 0 1",
]
THRESHOLDS = [(0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy")]
ROUNDED = 0.05 + 1e-6  # accuracies have one decimal


def require(holds, message):
    """Asserts, whatever the options of Python are."""
    if not holds:
        raise SystemExit(f"review.py: {message}")


def weak_move(source, board):
    """A random move that likes mates, checks and captures."""
    moves = list(board.legal_moves)
    if source.random() < 0.25:
        for move in moves:
            board.push(move)
            is_mate = board.is_checkmate()
            board.pop()
            if is_mate:
                return move
    good = [move for move in moves if board.is_capture(move) or board.gives_check(move)]
    return source.choice(good if good and source.random() < 0.6 else moves)


def weak_game(source, number):
    game = chess.pgn.Game()
    game.headers["White"] = f"Weak player {number}"
    if number % 4:
        game.setup(chess.Board(ENDINGS[number % len(ENDINGS)]))
    node = game
    for _ in range(PLIES):
        board = node.board()
        if board.is_game_over():
            break
        node = node.add_variation(weak_move(source, board))
    return game


def chances(centipawns):
    """Winning chances from -1 to 1."""
    return 2 / (1 + math.exp(-0.00368208 * centipawns)) - 1


class Score:
    """A score of the side that moves: centipawns, or whether it mates and in how many moves."""

    def __init__(self, score, turn, has_mated=False):
        sign = 1 if turn == chess.WHITE else -1
        self.centipawns = sign * score["cp"] if "cp" in score else None
        self.moves = sign * score["mate"] if "mate" in score else None
        self.gives = self.moves is not None and (has_mated or self.moves > 0)
        self.suffers = self.moves is not None and not self.gives

    def percent(self, is_certain=False):
        """Win probability, at most that of ten pawns."""
        if self.moves is not None and is_certain:
            return 100 if self.gives else 0
        centipawns = (1000 if self.gives else -1000) if self.centipawns is None else self.centipawns
        return 50 + 50 * chances(max(-1000, min(1000, centipawns)))


def advice(best, played):
    """The mate sequence and the mark, as lila's Advice has them; the sequence that lichess names and does not mark too."""
    if best.centipawns is not None and played.centipawns is not None:
        delta = chances(best.centipawns) - chances(played.centipawns)
        return None, next((mark for threshold, mark in THRESHOLDS if threshold <= delta), None)
    if played.suffers and not best.gives and not best.suffers:
        centipawns = best.centipawns
        return "allowed", "inaccuracy" if centipawns < -999 else "mistake" if centipawns < -700 else "blunder"
    if best.gives and not played.gives:
        centipawns = played.centipawns or 0
        return "lost", "inaccuracy" if centipawns > 999 else "mistake" if centipawns > 700 else "blunder"
    if best.gives and played.gives and played.moves >= best.moves:
        return "delayed", None
    return None, None


def move_accuracy(change, best, played):
    is_certain = change in ("allowed", "lost")
    loss = best.percent(is_certain) - played.percent(is_certain)
    return 100 if loss <= 0 else max(0, min(100, 103.1668 * math.exp(-0.04354 * loss) - 3.1669))


def side_accuracies(percents, turns, accuracies):
    """The accuracy of each side: the mean of the weighted and the harmonic mean (AccuracyPercent.gameAccuracy)."""
    size = max(2, min(8, len(turns) // 10))
    windows = [percents[:size]] * (min(size, len(percents)) - 2)
    windows += [percents[first : first + size] for first in range(len(percents) - size + 1)]
    weights = [max(0.5, min(12, statistics.pstdev(window))) for window in windows]
    result = {}
    for color in chess.COLORS:
        mine = [(accuracy, weight) for accuracy, weight, turn in zip(accuracies, weights, turns) if turn == color]
        if mine:
            weighted = sum(a * w for a, w in mine) / sum(w for _, w in mine)
            harmonic = len(mine) / sum(1 / max(1, a) for a, _ in mine)
            result[color] = (weighted + harmonic) / 2
    return result


def check_game(game, review, seen):
    """Compares the review of a game; `seen` counts mate changes with marks."""
    board, last = game.board(), review["start"]
    percents = [Score(last, chess.WHITE).percent()]
    turns, accuracies = [], []
    for move, row in zip(game.mainline_moves(), review["moves"], strict=True):
        place = f"{board.fen()} {row['move']}"
        turn, is_best = board.turn, board.parse_san(row["best"]) == move
        require(board.parse_san(row["move"]) == move, f"another move: {place}")
        board.push(move)
        # Each position has one evaluation: it is that of the move before and that of the best move.
        require(row["best_score"] == last, f"the score before the move is another one: {place}")
        last = row["score"]
        if is_best:
            require(row["played_score"] == row["best_score"], f"the best move loses something: {place}")
        elif "mate" in last or "mate" in row["played_score"]:
            require(row["played_score"] == last, f"mates do not depend on a curve: {place}")
        best = Score(row["best_score"], turn)
        played = best if is_best else Score(row["played_score"], turn, board.is_checkmate())
        change, mark = (None, None) if is_best else advice(best, played)
        require((row["mate_change"], row["mark"]) == (change, mark), f"expected {change}, {mark}: {place} {row}")
        accuracy = move_accuracy(change, best, played)
        require(abs(row["accuracy"] - accuracy) <= ROUNDED, f"expected {accuracy}: {place} {row}")
        require(mark is None or accuracy < 95, f"a marked move without a loss of accuracy: {place} {row}")
        has_white_mated = board.is_checkmate() and turn == chess.WHITE
        percents.append(Score(last, chess.WHITE, has_white_mated).percent())
        turns.append(turn)
        accuracies.append(accuracy)
        seen[change, mark] += 1
    expected = side_accuracies(percents, turns, accuracies)
    for color, name in [(chess.WHITE, "white"), (chess.BLACK, "black")]:
        found, wanted = review[name]["accuracy"], expected.get(color)
        both = found is not None and wanted is not None
        require(abs(found - wanted) <= ROUNDED if both else found == wanted, f"{name}: {found} and not {wanted}")


def main():
    lancet = sys.argv[1]
    source = random.Random(30)
    games = [weak_game(source, number) for number in range(GAMES)]
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name) / "games.pgn"
        path.write_text("\n\n".join(str(game) for game in games) + "\n")
        command = [lancet, "analyse", path, "--nodes", str(NODES), "--hash", "1", "--format", "json"]
        output = subprocess.run(command, check=True, timeout=300, stdout=subprocess.PIPE).stdout
    reviews, seen = json.loads(output), collections.Counter()
    for game, review in zip(games, reviews, strict=True):
        check_game(game, review, seen)
    for (change, mark), count in sorted(seen.items(), key=str):
        print(f"{change or 'no mate'}, {mark or 'no mark'}: {count} moves")
    marks = [mark for _, mark in THRESHOLDS]
    wanted = [(change, mark) for change in (None, "allowed", "lost") for mark in marks] + [("delayed", None)]
    missing = [pair for pair in wanted if not seen[pair]]
    require(not missing, f"the games have none of {missing}")
    print(f"reviews: {len(games)} games\nall is well")


if __name__ == "__main__":
    main()
