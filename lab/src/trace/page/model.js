"use strict";
// The data of the page, and the state of a search after some of its events.

const DATA = JSON.parse(document.getElementById("data").textContent);

/** Shows numbers; those at the ends of the range are infinite. */
function shownNumber(value) {
  if (value >= DATA.infinity) return "∞";
  if (value <= -DATA.infinity) return "-∞";
  // The windows beside an infinite bound.
  if (value === DATA.infinity - 1) return "∞-1";
  if (value === 1 - DATA.infinity) return "-∞+1";
  return String(value);
}

/** The choice of whose values are shown: those of MAX, or those of the side to move. */
const view = { ofMover: DATA.ofMover };

/** Whether values of the side to move at a node are shown with the other sign. */
function isNegated(node) {
  return !view.ofMover && node.level % 2 === 1;
}

/** A value of the side to move at a node, as shown. */
function shownValue(node, value) {
  return shownNumber(isNegated(node) ? -value : value);
}

/** The window of a node, as shown. */
function shownWindow(node, [alpha, beta]) {
  const [low, high] = isNegated(node) ? [-beta, -alpha] : [alpha, beta];
  return `(${shownNumber(low)}, ${shownNumber(high)})`;
}

/** What is stored about a node, as shown: a short text, or an empty one. */
function shownMemory(tree, node, memory) {
  if (!memory) return "";
  if (memory.best !== undefined) return `best ${tree.nodes[node.children[memory.best]].path}`;
  if (memory.children) {
    const sign = isNegated(node) ? "≥" : "≤";
    return `${sign} ${memory.children.map((bound) => shownValue(node, bound)).join(", ")}`;
  }
  const [low, high] = isNegated(node) ? [-memory.upper, -memory.lower] : [memory.lower, memory.upper];
  return low === high ? `= ${shownNumber(low)}` : `[${shownNumber(low)}, ${shownNumber(high)}]`;
}

/** The sentence of an event from the chosen point of view. */
function shownSentence(event) {
  return view.ofMover && event.m ? event.m : event.s;
}

/** The state of a search before its first event. */
function newState(tree) {
  const node = () => ({
    visits: 0, window: null, result: null, isActive: false, isCut: false, memory: null, turn: 0, open: null,
  });
  return { nodes: tree.nodes.map(node), leaves: 0, pass: 0, bound: null, current: null, open: null, event: null };
}

/** Calls a function with the numbers of a node and of all nodes below it. */
function forSubtree(tree, number, callback) {
  callback(number);
  for (const child of tree.nodes[number].children) forSubtree(tree, child, callback);
}

/** What each type of event does to the state. */
const EFFECTS = {
  enter(tree, state, event, node) {
    Object.assign(node, { visits: event.k, window: [event.a, event.b], isActive: true, isCut: false, result: null });
  },
  leaf(tree, state, event, node) {
    state.leaves += 1;
    Object.assign(node, { visits: event.k, window: [event.a, event.b], isCut: false, result: event.v });
    node.turn = node.turn || state.leaves;
  },
  leave(tree, state, event, node) {
    Object.assign(node, { result: event.v, isActive: false });
    markCut(tree, state, event.cut);
  },
  table(tree, state, event, node) {
    Object.assign(node, { window: [event.a, event.b], result: event.v, isCut: false });
  },
  ignore(tree, state, event) {
    markCut(tree, state, event.cut);
  },
  pass(tree, state, event) {
    Object.assign(state, { pass: event.pass, bound: event.bound });
    // Crosses show what the current pass cuts off.
    for (const node of state.nodes) node.isCut = false;
  },
  store(tree, state, event, node) {
    node.memory = event.memory;
  },
  forget(tree, state, event) {
    forSubtree(tree, event.n, (number) => { state.nodes[number].memory = null; });
  },
  open(tree, state, event) {
    state.open = event.open;
    for (const node of state.nodes) node.open = null;
    for (const [number, merit, isSolved] of event.open) state.nodes[number].open = { merit, isSolved };
  },
  research() {},
  end() {},
};

function markCut(tree, state, numbers) {
  for (const number of numbers) forSubtree(tree, number, (below) => { state.nodes[below].isCut = true; });
}

/** The state after the first `step` events of a run. */
function stateAfter(tree, run, step) {
  const state = newState(tree);
  for (const event of run.events.slice(0, step)) {
    EFFECTS[event.t](tree, state, event, state.nodes[event.n]);
    state.event = event;
    state.current = event.n ?? (event.t === "open" ? state.current : null);
  }
  return state;
}

/** The numbers of the leaves that a run never evaluates. */
function unvisitedLeaves(tree, run) {
  const visited = new Set(run.events.filter((event) => event.t === "leaf").map((event) => event.n));
  const leaves = tree.nodes.map((node, number) => number).filter((number) => tree.nodes[number].children.length === 0);
  return leaves.filter((number) => !visited.has(number));
}
