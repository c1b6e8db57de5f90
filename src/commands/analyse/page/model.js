"use strict";
// A game as a tree of positions: the main line, the best line of every position, and the annotator's variations.

/** Pieces on 64 squares, a1 first, as letters of FEN; the side to move is `turn`. */
function boardOf(fen) {
  const [rows, turn] = fen.split(" ");
  const squares = new Array(64).fill("");
  rows.split("/").forEach((row, index) => {
    let square = (7 - index) * 8;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") square += Number(letter);
      else squares[square++] = letter;
    }
  });
  return { squares, turn };
}

function squareOf(name) {
  return name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
}

const isWhite = (piece) => piece !== "" && piece === piece.toUpperCase();

/** The square on which a move ends: castling is written as king takes rook. */
function landing(board, move) {
  const [from, to] = [squareOf(move.slice(0, 2)), squareOf(move.slice(2, 4))];
  const [piece, target] = [board.squares[from], board.squares[to]];
  const castles = piece.toLowerCase() === "k" && target.toLowerCase() === "r" && isWhite(piece) === isWhite(target);
  if (!castles) return { from, to, castles };
  return { from, to: from - (from % 8) + (to > from ? 6 : 2), castles, rook: to };
}

/** The position after a legal move, such as `e2e4`, `e7e8q`, or `e1h1` for castling; `--` is a null move. */
function played(board, move) {
  const squares = [...board.squares];
  const after = { squares, turn: board.turn === "w" ? "b" : "w", last: null };
  if (move === "--") return after;
  const { from, to, castles, rook } = landing(board, move);
  const piece = squares[from];
  squares[from] = "";
  if (castles) {
    const letter = squares[rook];
    squares[rook] = "";
    squares[to + (to % 8 === 6 ? -1 : 1)] = letter;
  }
  const isEnPassant = piece.toLowerCase() === "p" && from % 8 !== to % 8 && squares[to] === "";
  if (isEnPassant) squares[from - (from % 8) + (to % 8)] = "";
  const promotion = move[4];
  squares[to] = promotion ? (isWhite(piece) ? promotion.toUpperCase() : promotion) : piece;
  after.last = [from, castles ? rook : to];
  return after;
}

/** The number before a move, with three dots before one of Black. */
function numberOf(ply) {
  return `${Math.floor(ply / 2) + 1}.${ply % 2 === 1 ? ".." : ""}`;
}

/**
 * The score of a position, as text, after `plies` moves of its best line. A mate counts down: `#3` is given by White in three
 * moves, `#-3` by Black, and `#` is checkmate. Every other score stays that of the position.
 */
function evalAfter(text, isWhiteToMove, plies) {
  const mate = /^#(-?)(\d+)$/.exec(text);
  if (mate === null) return text;
  const [, sign, moves] = mate;
  const isWinnerToMove = isWhiteToMove === (sign === "");
  const left = 2 * Number(moves) - (isWinnerToMove ? 1 : 0) - plies;
  return left > 0 ? `#${sign}${Math.ceil(left / 2)}` : "#";
}

/** A game: its nodes by name. The nodes of the main line are `0`, `1` and so on, `0` before the first move. */
class Game {
  constructor(data) {
    this.data = data;
    this.nodes = new Map();
    this.main = [this.add("0", null, { win: data.start.win, eval: data.start.eval, board: boardOf(data.fen) }, true)];
    this.main[0].ply = data.ply;
    data.moves.forEach((move, index) => {
      this.main.push(this.add(String(index + 1), this.main[index], move, true));
    });
    this.main.forEach((node, index) => this.addBest(node, index));
    data.moves.forEach((move, index) => {
      (move.variations ?? []).forEach((line, number) =>
        this.addVariation(this.main[index], `${index}v${number}`, line, this.main[index + 1]));
    });
  }

  /** Adds a node; the first child that is added goes on in its line. */
  add(name, parent, move, isMain = false) {
    const node = {
      name, parent, move, isMain, next: null, best: null, variations: [],
      ply: parent ? parent.ply + 1 : 0,
      main: isMain ? null : parent.isMain ? parent : parent.main,
    };
    if (isMain) node.main = node;
    if (parent && isMain) parent.next = node;
    this.nodes.set(name, node);
    return node;
  }

  /** Adds the best line of a position of the game. Its moves have the score of the position, a mate with what is left of it. */
  addBest(node, index) {
    const text = index < this.data.moves.length ? this.data.moves[index].best : this.data.end;
    const words = text ? text.split(" ") : [];
    const { eval: score, win } = node.move;
    const isWhiteToMove = node.ply % 2 === 0;
    let last = node;
    for (let number = 0; number < words.length; number += 2) {
      const plies = number / 2 + 1;
      const move = { uci: words[number], san: words[number + 1], eval: evalAfter(score, isWhiteToMove, plies), win };
      const next = this.add(`${node.name}b${plies}`, last, move);
      if (last === node) node.best = next;
      else last.next = next;
      last = next;
    }
  }

  /** Adds an annotator's variation in place of the move of `instead`. */
  addVariation(parent, prefix, line, instead) {
    let last = parent;
    let first = null;
    line.moves.forEach((move, index) => {
      const next = this.add(`${prefix}.${index + 1}`, last, move);
      if (first === null) first = next;
      else last.next = next;
      (move.variations ?? []).forEach((inner, number) =>
        this.addVariation(last, `${prefix}.${index + 1}v${number}`, inner, next));
      last = next;
    });
    if (first !== null) instead.variations.push({ first, comment: line.comment ?? "" });
  }

  /** The position of a node. */
  board(node) {
    node.board ??= node.parent ? played(this.board(node.parent), node.move.uci) : node.move.board;
    return node.board;
  }
}

/** The nodes of a line from its first node on. */
function lineFrom(first) {
  const line = [];
  for (let node = first; node !== null; node = node.next) line.push(node);
  return line;
}
