"use strict";
// The model of the page of `lancet analyse`, in Node.js alone: the scores of the moves of a best line.
//
// Usage: node model.js

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const source = path.join(__dirname, "../../src/commands/analyse/page/model.js");
const { Game, lineFrom } = vm.runInNewContext(`${fs.readFileSync(source, "utf8")}\n({ Game, lineFrom });`);

/** The scores of a game without moves: of its position, and after each move of its best line. */
function scores(fen, score, line) {
  const words = line.split(" ").flatMap((move) => [move, move]).join(" ");
  const ply = fen.split(" ")[1] === "w" ? 0 : 1;
  const { main } = new Game({ fen, ply, start: { eval: score, win: 50 }, moves: [], end: words });
  return [score, ...Array.from(lineFrom(main[0].best), (node) => node.move.eval)];
}

for (const [fen, line, expected] of [
  // White mates, and is or is not to move.
  ["7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "f6f7 h8h7 g1h1", ["#2", "#1", "#1", "#"]],
  ["8/7k/5K2/8/8/8/8/6R1 b - - 0 1", "h7h8 f6f7 h8h7 g1h1", ["#2", "#2", "#1", "#1", "#"]],
  // Black mates.
  ["6r1/8/8/8/8/5k2/8/7K b - - 0 1", "f3f2 h1h2 g8h8", ["#-2", "#-1", "#-1", "#"]],
  ["6r1/8/8/8/8/5k2/7K/8 w - - 0 1", "h2h1 f3f2 h1h2 g8h8", ["#-2", "#-2", "#-1", "#-1", "#"]],
  // The page has the first moves of a long line only.
  ["7k/8/8/8/8/8/8/K5R1 w - - 0 1", "a1b2 h8h7 b2c3", ["#12", "#11", "#11", "#10"]],
  // Other scores stay.
  ["7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "f6f7 h8h7", ["0.35", "0.35", "0.35"]],
  ["7k/8/5K2/8/8/8/8/6R1 b - - 0 1", "h8h7 f6f7", ["-199.97", "-199.97", "-199.97"]],
]) {
  assert.deepEqual(scores(fen, expected[0], line), expected, `${fen}: ${line}`);
}
console.log("the model of the page: all checks hold");
