"""python-chess as the oracle of Lancet's PGN reader: writes files of games and what python-chess reads from them.

The arguments are a folder and the number of games of each file. For each file NAME.pgn there is a NAME.jsonl with a
line for each game: its tags, its moves with comments, annotation glyphs and variations, and the keys of the positions
of its main line. The games are random, and written in the forms of people and programs.
"""

import io
import json
import pathlib
import random
import sys

import chess
import chess.pgn
import chess.polyglot

# The encoding, the line ending, and the width of lines.
FILES = {
    "unix": ("utf-8", "\n", 80),
    "windows": ("utf-8-sig", "\r\n", 60),
    "latin": ("latin-1", "\n", 255),
}
NAMES = ["Müller, Jörg", "Ågren, Åse", "O'Neill", "Nuñez; José", "Smith (London) {1}", "*", "1-0"]
WORDS = ["good", "better is Nf3", "1. e4 (1. d4)", "[%clk 0:01:02]", "[%eval -0.31] so", "déjà vu", "", "; no * end 1-0"]
FENS = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17",
    "8/1P1k3P/8/2pP4/1pP1pP2/8/P2K1P1p/8 b - c3 0 40",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 99 120",
]


def require(holds, message):
    """Asserts, whatever the options of Python are."""
    if not holds:
        raise SystemExit(f"pgn.py: {message}")


def random_move(source, board):
    """A legal move, often a special one: castling, a promotion, a double step or a capture."""
    moves = list(board.legal_moves)
    special = [
        move
        for move in moves
        if board.is_castling(move) or move.promotion or board.is_en_passant(move) or board.is_capture(move)
    ]
    return source.choice(special if special and source.random() < 0.4 else moves)


class Writer:
    """The movetext of a game, in forms that are all in use."""

    def __init__(self, source):
        self.source = source
        self.tokens = []
        self.number_style = source.choice(["1.", "1. ", "1 ", "1.every", "none"])
        self.castling = source.choice("O0")
        self.long_moves = source.random() < 0.15

    def chance(self, probability):
        return self.source.random() < probability

    def comment(self):
        text = self.source.choice(WORDS)
        if self.chance(0.15):
            # python-chess skips these, so they are marked.
            self.tokens.append(f"; ~{text}\n")
        else:
            self.tokens.append("{" + self.source.choice(["", " "]) + text + self.source.choice(["", " ", "\n"]) + "}")

    def san(self, board, move):
        text = board.san(move)
        if board.is_castling(move):
            return text.replace("O", self.castling)
        if self.long_moves and not move.promotion:
            piece = board.piece_at(move.from_square).symbol().upper().replace("P", "")
            sign = "x" if board.is_capture(move) else self.source.choice(["", "-"])
            return piece + chess.square_name(move.from_square) + sign + chess.square_name(move.to_square)
        if self.chance(0.1):
            text = text.rstrip("+#")
        return text.replace("=", "") if self.chance(0.3) else text

    def number(self, board, is_first):
        style = self.number_style
        if style == "none":
            return
        if board.turn or is_first or style == "1.every":
            dots = "." if board.turn else "..."
            number = f"{board.fullmove_number}{dots if style != '1 ' or not board.turn else ''}"
            self.tokens.append(number + ("" if style == "1." else " "))

    def move(self, board, move, is_first):
        self.number(board, is_first)
        glyph = self.source.choice(["!", "?", "!!", "??", "!?", "?!"]) if self.chance(0.1) else ""
        self.tokens.append(self.san(board, move) + glyph + " ")
        if self.chance(0.1):
            self.tokens.append(f"${self.source.choice([1, 3, 10, 14, 146])} ")

    def line(self, board, plies, depth):
        """A line of `plies` random moves; the board is changed."""
        is_first = True
        for _ in range(plies):
            if not any(board.legal_moves):
                return
            before = board.copy()
            move = random_move(self.source, board)
            self.move(board, move, is_first)
            board.push(move)
            is_first = self.chance(0.1)
            if is_first:
                self.comment()
            if depth < 3 and self.chance(0.06):
                self.tokens.append("(")
                if self.chance(0.3):
                    self.comment()
                self.line(before, self.source.randrange(1, 8), depth + 1)
                self.tokens.append(") ")
                is_first = True
                if self.chance(0.2):
                    self.comment()

    def text(self, width):
        """The movetext in lines; only comments have line breaks of their own."""
        lines, line = [], ""
        for token in self.tokens:
            if len(line) + len(token) > width and not token.startswith((")", ";")):
                lines.append(line.rstrip(" "))
                line = ""
            line += token
            if token.endswith("\n"):
                lines.append(line[:-1])
                line = ""
        return "\n".join([*lines, line])


def random_game(source, number, width):
    tags = {"Event": f"Game {number}", "White": source.choice(NAMES), "Black": source.choice(NAMES)}
    board = chess.Board()
    kind = number % 4
    if kind == 1:
        board = chess.Board.from_chess960_pos(source.randrange(960))
        tags.update(Variant=source.choice(["Chess960", "Fischerandom"]), SetUp="1", FEN=board.fen())
    elif kind == 3:
        tags.update(SetUp="1", FEN=source.choice(FENS))
        board = chess.Board(tags["FEN"])
    tags["Result"] = source.choice(["1-0", "0-1", "1/2-1/2", "*"])
    writer = Writer(source)
    if source.random() < 0.3:
        writer.comment()
    writer.line(board, source.choice([0, 3, 40, 120]), 0)
    writer.tokens.append(tags["Result"])
    return "\n".join(f'[{name} "{value}"]' for name, value in tags.items()) + "\n\n" + writer.text(width) + "\n\n"


def words(*comments):
    return " ".join(" ".join(comments).split())


def line_of(node, board):
    """The moves after a node, each with its glyphs, comments and variations."""
    line = []
    while node.variations:
        main, *others = node.variations
        line.append([board.uci(main.move), sorted(main.nags), words(main.comment), [side(other) for other in others]])
        board.push(main.move)
        node = main
    return line


def side(node):
    """A variation: the comment before it, and its moves."""
    board = node.parent.board()
    first = [board.uci(node.move), sorted(node.nags), words(node.comment), []]
    board.push(node.move)
    return [words(node.starting_comment), [first, *line_of(node, board)]]


def reading(game, identities):
    """What python-chess reads: what must be equal in Lancet."""
    board, positions = game.board(), []
    for move in [*game.mainline_moves(), None]:
        # The position as the rules of repetition see it.
        identity = identities.setdefault(board._transposition_key(), len(identities))
        positions.append([f"{chess.polyglot.zobrist_hash(board):016x}", identity])
        if move:
            board.push(move)
    return {
        "tags": list(game.headers.items()),
        "chess960": game.board().chess960,
        "comment": words(game.comment),
        "line": line_of(game, game.board()),
        "positions": positions,
    }


def main():
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    source, identities = random.Random(11), {}
    for name, (encoding, end, width) in FILES.items():
        text = "".join(random_game(source, number, width) for number in range(count))
        # Names and comments of the first games are read in every encoding.
        (folder / f"{name}.pgn").write_bytes(text.replace("\n", end).encode(encoding))
        stream = io.StringIO(text)
        with open(folder / f"{name}.jsonl", "w", encoding="utf-8") as out:
            while (game := chess.pgn.read_game(stream)) is not None:
                require(not game.errors, f"{name}: {game.errors} in {game.headers}")
                out.write(json.dumps(reading(game, identities)) + "\n")


if __name__ == "__main__":
    main()
