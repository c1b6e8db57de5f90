"use strict";
// A tree as SVG, whose nodes are updated at every step.

const STEP = { x: 44, y: 92, margin: 34, top: 30 };
/** Trees are scaled down to the width of their place, at most to this part of their size. */
const LEAST_SCALE = 0.65;
const SVG = "http://www.w3.org/2000/svg";

/** Creates an SVG element with attributes. */
function svgElement(name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/** A drawn tree. */
class Drawing {
  /** Draws `tree` into `place`; `picked` is called with the number of a node that is clicked. */
  constructor(place, tree, picked) {
    this.tree = tree;
    this.place = place;
    const levels = Math.max(...tree.nodes.map((node) => node.level));
    const width = Math.max(tree.leaves - 1, 1) * STEP.x + 2 * STEP.margin;
    const height = levels * STEP.y + 2 * STEP.top + 34;
    this.width = width;
    this.svg = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, role: "group" });
    this.svg.style.width = `clamp(${width * LEAST_SCALE}px, 100%, ${width}px)`;
    this.svg.setAttribute("aria-label", `Tree with ${tree.leaves} leaves`);
    this.parts = [];
    tree.nodes.forEach((node) => this.addHalo(node));
    tree.nodes.forEach((node) => this.addEdge(node));
    tree.nodes.forEach((node, number) => this.addNode(node, number, picked));
    place.replaceChildren(this.svg);
  }

  at(node) {
    return [STEP.margin + node.x * STEP.x, STEP.top + node.level * STEP.y];
  }

  addHalo(node) {
    if (node.kind === null) return;
    const [cx, cy] = this.at(node);
    this.svg.append(svgElement("circle", { class: "halo", cx, cy, r: 25 }));
  }

  addEdge(node) {
    if (node.parent === null) return this.parts.push({});
    const [[x1, y1], [x2, y2]] = [this.at(this.tree.nodes[node.parent]), this.at(node)];
    const edge = svgElement("line", { class: "edge", x1, y1, x2, y2 });
    const [x, y] = [x1 + (x2 - x1) * 0.55, y1 + (y2 - y1) * 0.55];
    const cross = svgElement("path", { class: "cross", d: `M${x - 7} ${y - 4}l14 0M${x - 7} ${y + 2}l14 0` });
    this.svg.append(edge, cross);
    return this.parts.push({ edge, cross });
  }

  addNode(node, number, picked) {
    const [x, y] = this.at(node);
    const isLeaf = node.children.length === 0;
    const group = svgElement("g", { class: "node", tabindex: 0, role: "button", "data-path": node.path });
    group.append(svgElement("title", {}, node.path));
    if (isLeaf) {
      group.append(svgElement("rect", { class: "shape", x: x - 17, y: y - 14, width: 34, height: 28, rx: 7 }));
    } else if (node.level % 2 === 0) {
      group.append(svgElement("rect", { class: "shape", x: x - 18, y: y - 18, width: 36, height: 36 }));
    } else {
      group.append(svgElement("circle", { class: "shape", cx: x, cy: y, r: 19 }));
    }
    const text = (className, dx, dy) => {
      const element = svgElement("text", { class: className, x: x + dx, y: y + dy });
      group.append(element);
      return element;
    };
    Object.assign(this.parts[number], {
      group,
      label: text("label", 0, 5),
      window: text("small", 0, isLeaf ? 27 : 32),
      memory: text("memory", 0, isLeaf ? 40 : 45),
      kind: text("small", isLeaf ? -13 : -25, isLeaf ? -17 : -15),
      visits: text("visits", 25, -13),
    });
    group.addEventListener("click", () => picked(number));
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter") picked(number);
    });
    this.svg.append(group);
  }

  /** Shows a state; `line` are the nodes of the best line, at the end of a search. */
  show(state, line, pickedNode) {
    this.tree.nodes.forEach((node, number) => {
      const [now, part] = [state.nodes[number], this.parts[number]];
      const isLeaf = node.children.length === 0;
      const isVisited = now.visits > 0 || now.result !== null;
      const isBest = line.includes(number);
      const classes = [
        ["node", true], ["leaf", isLeaf], ["visited", isVisited], ["unvisited", !isVisited], ["active", now.isActive],
        ["cut", now.isCut], ["best", isBest], ["current", state.current === number], ["picked", pickedNode === number],
      ];
      part.group.setAttribute("class", namesOf(classes));
      part.label.textContent = labelOf(node, now, isLeaf);
      part.kind.textContent = node.kind ?? "";
      part.visits.textContent = now.visits > 1 ? `×${now.visits}` : "";
      part.window.textContent = isLeaf ? turnOf(now) : now.window ? shownWindow(node, now.window) : "";
      part.memory.textContent = memoryOf(this.tree, node, now);
      if (part.edge) {
        part.edge.setAttribute("class", namesOf([
          ["edge", true], ["visited", isVisited], ["active", now.isActive], ["best", isBest],
        ]));
        const isFirstCut = now.isCut && !state.nodes[node.parent].isCut;
        part.cross.setAttribute("class", isFirstCut ? "cross on" : "cross");
      }
    });
    this.follow(state.current);
  }

  /** Scrolls a tree that is wider than its place to a node. */
  follow(number) {
    if (number === null || number === undefined) return;
    const x = this.at(this.tree.nodes[number])[0] * (this.svg.clientWidth / this.width);
    const { scrollLeft, clientWidth } = this.place;
    if (x < scrollLeft + 60 || x > scrollLeft + clientWidth - 60) this.place.scrollLeft = x - clientWidth / 2;
  }
}

/** The names of the classes that apply. */
function namesOf(classes) {
  return classes.filter(([, applies]) => applies).map(([name]) => name).join(" ");
}

/** The text inside a node. */
function labelOf(node, now, isLeaf) {
  if (now.result !== null) return shownValue(node, now.result);
  // Leaf values of the data are those of MAX.
  if (isLeaf) return shownValue(node, node.level % 2 === 1 ? -node.value : node.value);
  return "";
}

function turnOf(now) {
  return now.turn ? `${now.turn}.` : "";
}

/** The line of a node about the memory or the list OPEN. */
function memoryOf(tree, node, now) {
  if (now.open) return `${now.open.isSolved ? "S" : "L"} ${shownNumber(now.open.merit)}`;
  return shownMemory(tree, node, now.memory);
}
