"use strict";
// The page: two panels with a search each, and the controls that step through them.

/** One algorithm on the shown tree. */
class Panel {
  constructor(place) {
    this.place = place;
    place.className = "panel";
    place.innerHTML = `
      <div class="top"><select aria-label="Algorithm"></select> <span class="counts"></span></div>
      <p class="summary"></p>
      <div class="drawing"></div>
      <input type="range" class="progress" min="0" value="0" aria-label="Step">
      <p class="sentence" aria-live="polite"></p>
      <div class="lists"><div class="node-list"></div><div class="memory-list"></div></div>`;
    this.select = place.querySelector("select");
    this.progress = place.querySelector(".progress");
    this.select.addEventListener("change", () => this.choose(this.select.value));
    this.progress.addEventListener("input", () => this.goTo(Number(this.progress.value)));
  }

  /** Shows a tree with one of its runs. */
  start(tree, id) {
    this.tree = tree;
    this.picked = null;
    this.select.replaceChildren(...tree.runs.map((run) => new Option(run.name, run.id)));
    this.drawing = new Drawing(this.place.querySelector(".drawing"), tree, (number) => this.pick(number));
    this.choose(id);
  }

  choose(id) {
    this.run = this.tree.runs.find((run) => run.id === id) ?? this.tree.runs[0];
    this.select.value = this.run.id;
    this.progress.max = this.run.events.length;
    const { summary, parameters } = this.run;
    this.place.querySelector(".summary").textContent = parameters ? `${summary} (${parameters})` : summary;
    this.goTo(0);
  }

  pick(number) {
    this.picked = this.picked === number ? null : number;
    this.show();
  }

  goTo(step) {
    this.step = Math.min(Math.max(step, 0), this.run.events.length);
    this.show();
    rememberPlace();
  }

  /** Goes on until the next leaf is evaluated. */
  goToLeaf() {
    const next = this.run.events.findIndex((event, index) => index >= this.step && event.t === "leaf");
    this.goTo(next < 0 ? this.run.events.length : next + 1);
  }

  isAtEnd() {
    return this.step >= this.run.events.length;
  }

  show() {
    const state = stateAfter(this.tree, this.run, this.step);
    this.state = state;
    this.progress.value = this.step;
    this.drawing.show(state, this.isAtEnd() ? this.run.line : [], this.picked);
    this.place.querySelector(".counts").textContent = this.counts(state);
    this.place.querySelector(".sentence").textContent = this.sentence(state);
    this.showNode(state);
    this.showMemory(state);
  }

  counts(state) {
    const visited = state.nodes.filter((node) => node.turn > 0).length;
    const again = state.leaves > visited ? ` (${visited} different)` : "";
    const pass = state.pass > 0 ? ` · pass ${state.pass}: reaches ${shownNumber(state.bound ?? 0)}?` : "";
    return `step ${this.step}/${this.run.events.length} · leaves ${state.leaves}${again} of ${this.tree.leaves}${pass}`;
  }

  sentence(state) {
    if (this.step === 0) return `The search of the root begins. ${this.tree.critical} leaves are critical in this order.`;
    const text = shownSentence(state.event);
    const sentence = `${text[0].toUpperCase()}${text.slice(1)}.`;
    if (!this.isAtEnd()) return sentence;
    const line = this.tree.nodes[this.run.line[this.run.line.length - 1]].path;
    return `${sentence} The result is ${this.run.result}; the best line leads to ${line}.`;
  }

  /** Everything that is known about the picked node, or about the current one. */
  showNode(state) {
    const number = this.picked ?? state.current ?? 0;
    const [node, now] = [this.tree.nodes[number], state.nodes[number]];
    const rows = [
      ["player", node.level % 2 === 0 ? "MAX" : "MIN"],
      ["kind", node.kind ?? "not critical"],
      ["window", now.window ? shownWindow(node, now.window) : "not visited"],
      ["result", now.result === null ? "none yet" : shownValue(node, now.result)],
      ["visits", String(now.visits)],
      ["in memory", shownMemory(this.tree, node, now.memory) || "nothing"],
    ];
    if (now.open) rows.push(["in OPEN", `${now.open.isSolved ? "SOLVED" : "LIVE"}, ${shownNumber(now.open.merit)}`]);
    const place = this.place.querySelector(".node-list");
    place.replaceChildren(titled("h4", `Node ${node.path}`), definitions(rows));
  }

  /** The list OPEN, or all bounds in memory. */
  showMemory(state) {
    const place = this.place.querySelector(".memory-list");
    if (state.open) {
      const rows = state.open.map(([number, merit, isSolved]) =>
        `${this.tree.nodes[number].path} ${isSolved ? "SOLVED" : "LIVE"} ${shownNumber(merit)}`);
      return place.replaceChildren(titled("h4", `OPEN (${rows.length})`), list("ol", rows));
    }
    const rows = this.tree.nodes
      .map((node, number) => [node.path, shownMemory(this.tree, node, state.nodes[number].memory)])
      .filter(([, memory]) => memory !== "")
      .map(([path, memory]) => `${path} ${memory}`);
    return place.replaceChildren(titled("h4", `In memory (${rows.length})`), list("ul", rows));
  }
}

function titled(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function list(name, rows) {
  const element = document.createElement(name);
  element.append(...rows.map((row) => titled("li", row)));
  return element;
}

function definitions(rows) {
  const element = document.createElement("dl");
  for (const [name, text] of rows) element.append(titled("dt", name), titled("dd", text));
  return element;
}

const byId = (id) => document.getElementById(id);
const panels = [];
let exercises = null;
let tree = DATA.trees[0];
let side = "both";
let timer = null;

/** The panels that the controls move. */
function moved() {
  return side === "both" ? panels : [panels[Number(side)]];
}

function step(by) {
  stop();
  for (const panel of moved()) panel.goTo(panel.step + by);
}

function stop() {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = "▶▶";
  byId("play").setAttribute("aria-label", "Play");
}

/** Plays the steps, or stops. */
function play() {
  if (timer !== null) return stop();
  if (moved().every((panel) => panel.isAtEnd())) moved().forEach((panel) => panel.goTo(0));
  byId("play").textContent = "❚❚";
  byId("play").setAttribute("aria-label", "Pause");
  const next = () => {
    for (const panel of moved()) panel.goTo(panel.step + 1);
    if (moved().every((panel) => panel.isAtEnd())) stop();
  };
  timer = setInterval(next, 2400 / Number(byId("speed").value));
  return next();
}

function chooseSide(chosen) {
  side = chosen;
  document.querySelector(`input[name="side"][value="${chosen}"]`).checked = true;
  panels.forEach((panel, number) =>
    panel.place.classList.toggle("selected", chosen === String(number)));
}

function chooseTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").textContent = theme === "dark" ? "Light" : "Dark";
}

function toggleTheme() {
  chooseTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
}

function chooseView(name) {
  view.ofMover = name === "mover";
  byId("view").value = name;
  panels.forEach((panel) => panel.show());
  exercises.redraw();
}

/** Shows a tree, with these algorithms and steps. */
function chooseTree(name, ids = [], steps = []) {
  tree = DATA.trees.find((other) => other.name === name) ?? DATA.trees[0];
  byId("tree").value = tree.name;
  const source = tree.source ? ` Source: ${tree.source}.` : "";
  byId("about").textContent = `${tree.title}.${source}`;
  panels.forEach((panel, number) => {
    panel.start(tree, ids[number] ?? tree.runs[Math.min(number, tree.runs.length - 1)].id);
    panel.goTo(steps[number] ?? 0);
  });
  exercises.start(tree);
}

/** Keeps tree, algorithms and steps in the address, for links. */
function rememberPlace() {
  if (panels.length < 2 || panels.some((panel) => !panel.run)) return;
  const words = new URLSearchParams({ tree: tree.name, left: panels[0].run.id, right: panels[1].run.id });
  words.set("steps", panels.map((panel) => panel.step).join(","));
  history.replaceState(null, "", `#${words}`);
}

const KEYS = {
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  Home: () => step(-Infinity),
  End: () => step(Infinity),
  " ": play,
  l: () => { stop(); moved().forEach((panel) => panel.goToLeaf()); },
  1: () => chooseSide("0"),
  2: () => chooseSide("1"),
  b: () => chooseSide("both"),
  v: () => chooseView(view.ofMover ? "root" : "mover"),
  d: toggleTheme,
};

function onKey(event) {
  const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName) && event.target.type !== "radio";
  const isPressed = event.key === " " && event.target.closest("button, summary");
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (isTyping || isPressed || !action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  action();
}

function begin() {
  for (let number = 0; number < 2; number += 1) {
    const place = document.createElement("section");
    byId("panels").append(place);
    panels.push(new Panel(place));
  }
  exercises = new Exercises();
  byId("tree").replaceChildren(...DATA.trees.map((one) => new Option(one.name, one.name)));
  byId("tree").addEventListener("change", (event) => chooseTree(event.target.value));
  byId("view").addEventListener("change", (event) => chooseView(event.target.value));
  byId("theme").addEventListener("click", toggleTheme);
  byId("first").addEventListener("click", KEYS.Home);
  byId("back").addEventListener("click", KEYS.ArrowLeft);
  byId("play").addEventListener("click", play);
  byId("forward").addEventListener("click", KEYS.ArrowRight);
  byId("leaf").addEventListener("click", KEYS.l);
  byId("last").addEventListener("click", KEYS.End);
  byId("sides").addEventListener("change", (event) => chooseSide(event.target.value));
  document.addEventListener("keydown", onKey);
  chooseTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  byId("view").value = view.ofMover ? "mover" : "root";
  const words = new URLSearchParams(location.hash.slice(1));
  const steps = (words.get("steps") ?? "").split(",").filter((text) => text !== "").map(Number);
  chooseTree(words.get("tree"), [words.get("left") ?? undefined, words.get("right") ?? undefined], steps);
}

begin();
