"""python-chess reads the games and books that the engine given as the argument writes.

Random games with comments, NAGs, clocks and variations are reviewed: they must keep their moves and annotations, and
get an evaluation for every move. A book is built from the same games: it must have the weights that python-chess
counts.
"""

import collections
import io
import pathlib
import random
import subprocess
import sys
import tempfile

import chess
import chess.pgn
import chess.polyglot

GAMES = 12
PLIES = 30


def require(holds, message):
    """Asserts, whatever the options of Python are."""
    if not holds:
        raise SystemExit(f"files.py: {message}")


def random_game(source, number):
    """A game with every kind of annotation."""
    game = chess.pgn.Game()
    game.headers["White"] = f"Player {number} of many"
    game.headers["Result"] = source.choice(["1-0", "0-1", "1/2-1/2", "*"])
    if number % 4 == 3:
        game.setup(chess.Board.from_chess960_pos(source.randrange(960)))
    if number % 2:
        game.comment = "before the first move"
    node = game
    for ply in range(source.randrange(4, PLIES)):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        # Few different first moves give book positions with several games.
        index = source.randrange(len(moves)) if ply > 2 else source.randrange(2)
        parent, node = node, node.add_variation(moves[index % len(moves)])
        if source.random() < 0.2:
            node.comment = source.choice(["a word", "[%clk 0:01:02]", "two\nlines, and (brackets)"])
        if source.random() < 0.1:
            node.nags.add(source.choice([1, 3, 10, 14, 146]))
        if len(moves) > 1 and source.random() < 0.15:
            side = parent.add_variation(source.choice([move for move in moves if move != node.move]))
            side.starting_comment = source.choice(["", "instead"])
            replies = list(side.board().legal_moves)
            if replies:
                side.add_variation(source.choice(replies)).comment = "and so on"
    return game


def read_all(text):
    stream, games = io.StringIO(text), []
    while (game := chess.pgn.read_game(stream)) is not None:
        require(not game.errors, f"a game cannot be read: {game.errors}")
        games.append(game)
    return games


def write_all(path, games):
    path.write_text("\n\n".join(str(game) for game in games) + "\n")


def words(text):
    return text.split()


def lost(old, new, path=""):
    """Returns what of the moves, comments and NAGs of `old` is not in `new`, or None."""
    for word in words(old.comment):
        if word not in words(new.comment):
            return f"{path}: the comment '{old.comment}' became '{new.comment}'"
    if not old.nags <= new.nags:
        return f"{path}: the NAGs {old.nags} became {new.nags}"
    for variation in old.variations:
        # The engine's variation may begin with the same move.
        same = [other for other in new.variations if other.move == variation.move]
        losses = [lost(variation, other, f"{path} {variation.move}") for other in same]
        if all(losses):
            return losses[0] if losses else f"{path}: the move {variation.move} is gone"
    return None


def check_kept(old, new):
    """Checks that every move, comment and NAG of `old` is in `new`."""
    loss = lost(old, new)
    require(loss is None, loss)


def check_review(lancet, folder, games):
    output = folder / "reviewed.pgn"
    command = [lancet, "analyse", folder / "games.pgn", "-o", output, "--nodes", "2000", "--hash", "1"]
    subprocess.run(command, check=True, timeout=300)
    reviewed = read_all(output.read_text())
    require(len(reviewed) == len(games), f"{len(reviewed)} games came back of {len(games)}")
    for old, new in zip(games, reviewed):
        require(list(old.mainline_moves()) == list(new.mainline_moves()), f"the moves of {old.headers} changed")
        require(all(new.headers[name] == value for name, value in old.headers.items()), f"tags: {new.headers}")
        check_kept(old, new)
        for node in new.mainline():
            if not node.board().is_checkmate():
                require(node.eval() is not None, f"no evaluation after {node.move} in {new.headers}")
    print(f"reviews: {len(games)} games")


def count(games):
    """Counts the points of each move of each position, as a book does."""
    book = collections.defaultdict(collections.Counter)
    for game in games:
        board = game.board()
        for move in game.mainline_moves():
            wins = {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(game.headers["Result"])
            points = 1 if wins is None else 2 * (wins == board.turn)
            book[chess.polyglot.zobrist_hash(board)][move] += points
            board.push(move)
    return book


def check_book(lancet, folder, games):
    source, path = folder / "standard.pgn", folder / "standard.bin"
    write_all(source, games)
    subprocess.run([lancet, "book", "build", source, "-o", path], check=True, timeout=60)
    boards = {}
    for game in games:
        board = game.board()
        for move in [*game.mainline_moves(), None]:
            boards[chess.polyglot.zobrist_hash(board)] = board.copy()
            if move:
                board.push(move)
    counted = count(games)
    with chess.polyglot.open_reader(path) as reader:
        for key, board in boards.items():
            found = {entry.move: entry.weight for entry in reader.find_all(board)}
            wanted = {move: points for move, points in counted[key].items() if points}
            require(found == wanted, f"the book has {found} and not {wanted} in {board.fen()}")
        require(len(reader) == sum(bool(p) for c in counted.values() for p in c.values()), "too many entries")
    print(f"books: {len(boards)} positions")


def main():
    lancet = sys.argv[1]
    source = random.Random(7)
    games = [random_game(source, number) for number in range(GAMES)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_all(folder / "games.pgn", games)
        games = read_all((folder / "games.pgn").read_text())
        check_review(lancet, folder, games)
        # Polyglot keys have only the castling rights of standard chess.
        check_book(lancet, folder, [game for game in games if not game.board().chess960])
    print("all is well")


if __name__ == "__main__":
    main()
