"use strict";
// The answers of the exercises by programs that share nothing with the laboratory: the functions of the slides, typed in.

/** Hsu's complete example. */
const HSU = [[1, 5, 6], [2, 7], [[8, 1], 7]];

/** The leaf value for the side to move at a level. */
const leafValue = (leaf, level) => (level % 2 === 0 ? leaf : -leaf);

function f1(node, alpha, beta, level = 0) {
  if (!Array.isArray(node)) return Math.min(Math.max(leafValue(node, level), alpha), beta);
  let best = alpha;
  for (const child of node) {
    best = Math.max(best, -f1(child, -beta, -best, level + 1));
    if (best >= beta) return beta;
  }
  return best;
}

function f2(node, alpha, beta, level = 0) {
  if (!Array.isArray(node)) return leafValue(node, level);
  let best = alpha;
  for (const child of node) {
    best = Math.max(best, -f2(child, -beta, -best, level + 1));
    if (best >= beta) return best;
  }
  return best;
}

function f3(node, alpha, beta, level = 0) {
  if (!Array.isArray(node)) return leafValue(node, level);
  let best = -Infinity;
  for (const child of node) {
    best = Math.max(best, -f3(child, -beta, -Math.max(best, alpha), level + 1));
    if (best >= beta) return best;
  }
  return best;
}

/** What F1, F2 and F3 return for a window at the root. */
function returned(tree, alpha, beta) {
  return [f1, f2, f3].map((search) => search(tree, alpha, beta));
}

/** A memory test: a bound of the value on the side of `bound`; `memory` has the bounds of all visited nodes. */
function memoryTest(node, bound, level, path, memory) {
  const known = memory.get(path) ?? [-Infinity, Infinity];
  if (known[0] >= bound) return known[0];
  if (known[1] < bound) return known[1];
  let best = -Infinity;
  if (Array.isArray(node)) {
    for (const [index, child] of node.entries()) {
      best = Math.max(best, -memoryTest(child, 1 - bound, level + 1, `${path}.${index}`, memory));
      if (best >= bound) break;
    }
  } else {
    best = leafValue(node, level);
    known[0] = best;
    known[1] = best;
  }
  if (best >= bound) known[0] = best;
  else known[1] = best;
  memory.set(path, known);
  return best;
}

/** The number of memory tests until the bounds meet; `next` chooses the bound of the next one. */
function countPasses(tree, next) {
  const memory = new Map();
  let [low, high] = [-Infinity, Infinity];
  let [passes, last] = [0, null];
  while (low < high) {
    const bound = Math.min(Math.max(next(low, high, last), low + 1), high);
    last = memoryTest(tree, bound, 0, "", memory);
    if (last >= bound) low = last;
    else high = last;
    passes += 1;
  }
  return passes;
}

/** The number of passes that an exercise asks for. */
function passes(tree, question) {
  const mtd = (guess) => countPasses(tree, (low, high, last) => (last === null ? guess : last === low ? low + 1 : high));
  if (question.includes("DUAL*")) return mtd(-1e6);
  if (question.includes("SSS*")) return mtd(1e6);
  const numbers = question.match(/-?\d+/g).map(Number);
  if (question.includes("MTD(f)")) return mtd(numbers[0]);
  const [from, to] = numbers;
  return countPasses(tree, (low, high) => {
    const [lower, upper] = [Math.max(low, from), Math.min(high, to)];
    return Math.floor((lower + upper) / 2) + 1;
  });
}

module.exports = { HSU, returned, passes };
