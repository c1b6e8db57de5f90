"use strict";
// The board: pieces, the last move, arrows, and an evaluation bar.

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 45;

/** Creates an SVG element with attributes. */
function svgElement(name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/** A board that shows positions. */
class BoardView {
  constructor(place) {
    this.isFlipped = false;
    this.svg = svgElement("svg", { viewBox: "0 0 360 360", class: "board", role: "img" });
    this.layers = ["squares", "marks", "labels", "pieces", "arrows"].map((name) => svgElement("g", { class: name }));
    this.svg.append(...this.layers);
    place.append(this.svg);
    this.drawSquares();
  }

  /** The left upper corner of a square. */
  corner(square) {
    const [file, rank] = [square % 8, Math.floor(square / 8)];
    return this.isFlipped ? [(7 - file) * SIDE, rank * SIDE] : [file * SIDE, (7 - rank) * SIDE];
  }

  centre(square) {
    return this.corner(square).map((place) => place + SIDE / 2);
  }

  drawSquares() {
    const [squares, , labels] = this.layers;
    const rect = (square) => {
      const [x, y] = this.corner(square);
      const isLight = (square + Math.floor(square / 8)) % 2 === 1;
      return svgElement("rect", { x, y, width: SIDE, height: SIDE, class: isLight ? "light" : "dark" });
    };
    squares.replaceChildren(...Array.from({ length: 64 }, (_, square) => rect(square)));
    const names = [];
    for (let index = 0; index < 8; index += 1) {
      const [file, rank] = this.isFlipped ? [7 - index, index + 1] : [index, 8 - index];
      names.push(svgElement("text", { x: index * SIDE + 38, y: 357 }, "abcdefgh"[file]));
      names.push(svgElement("text", { x: 2, y: index * SIDE + 10 }, String(rank)));
    }
    labels.replaceChildren(...names);
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.drawSquares();
  }

  /** Shows a position; `arrows` are pairs of a move and a class. */
  show(board, label, arrows) {
    const [, marks, , pieces, arrowPlace] = this.layers;
    this.svg.setAttribute("aria-label", label);
    marks.replaceChildren(...(board.last ?? []).map((square) => {
      const [x, y] = this.corner(square);
      return svgElement("rect", { x, y, width: SIDE, height: SIDE });
    }));
    const drawn = [];
    board.squares.forEach((piece, square) => {
      if (piece === "") return;
      const [x, y] = this.corner(square);
      drawn.push(svgElement("path", {
        transform: `translate(${x} ${y})`, d: OUTLINES[piece.toLowerCase()], class: isWhite(piece) ? "white" : "black",
        "data-piece": piece, "data-square": "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1),
      }));
    });
    pieces.replaceChildren(...drawn);
    arrowPlace.replaceChildren(...arrows.map(({ from, to, kind }) => this.arrow(from, to, kind)));
  }

  /** An arrow with a head of 16 units. */
  arrow(from, to, kind) {
    const [[x, y], [toX, toY]] = [this.centre(from), this.centre(to)];
    const length = Math.hypot(toX - x, toY - y) || 1;
    const [ux, uy] = [(toX - x) / length, (toY - y) / length];
    const [neckX, neckY] = [toX - 16 * ux, toY - 16 * uy];
    const group = svgElement("g", { class: `arrow ${kind}` });
    group.append(
      svgElement("line", { x1: x, y1: y, x2: neckX, y2: neckY }),
      svgElement("path", {
        d: `M${toX} ${toY}L${neckX - 9 * uy} ${neckY + 9 * ux}L${neckX + 9 * uy} ${neckY - 9 * ux}z`,
      }),
    );
    return group;
  }
}

/** An evaluation with three digits at most, for a narrow place; mates stay as they are. */
function shortEvaluation(text) {
  if (text.startsWith("#")) return text;
  return Number(text).toFixed(Math.abs(Number(text)) < 9.95 ? 1 : 0);
}

/** The evaluation bar: White's win probability, in percent. */
class Bar {
  constructor(place) {
    place.innerHTML = '<div class="fill"></div><span></span>';
    [this.place, this.fill, this.text] = [place, ...place.children];
  }

  show(win, text, isFlipped) {
    const isKnown = win !== undefined && win !== null;
    this.place.classList.toggle("unknown", !isKnown);
    this.place.classList.toggle("flipped", isFlipped);
    this.fill.style.setProperty("--win", `${isKnown ? win : 50}%`);
    this.text.textContent = isKnown ? shortEvaluation(text) : "–";
    this.text.classList.toggle("low", isKnown && win < 50);
    this.place.setAttribute("aria-label", isKnown ? `Evaluation ${text}` : "No evaluation");
  }
}
