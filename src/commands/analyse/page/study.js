"use strict";
// The analysis board of a game: board, bar, moves with comments, best line and graphs, which all show one position.

const ARROWS = ["move", "line", "none"];

/** Creates an element with a class and text. */
function element(name, className = "", text = "") {
  const created = document.createElement(name);
  if (className) created.className = className;
  created.textContent = text;
  return created;
}

/** Seconds as a clock shows them. */
function clockText(seconds) {
  if (seconds === undefined || seconds === null) return "";
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = seconds < 20 ? (Math.floor(seconds * 10) / 10 % 60).toFixed(1).padStart(4, "0")
    : String(Math.floor(seconds) % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

class Study {
  /** Builds the board of a section; `moved` is called with the name of the position that is shown. */
  constructor(section, moved) {
    this.section = section;
    this.moved = moved;
    this.game = new Game(JSON.parse(section.querySelector("script.data").textContent));
    this.arrows = "move";
    this.build();
    this.graphs = [...section.querySelectorAll("svg.graph")].map((svg) => this.prepareGraph(svg));
    this.node = this.game.main[0];
  }

  build() {
    const study = element("div", "study");
    study.innerHTML = `
      <div class="stage">
        <div class="player top"><span class="name"></span><span class="clock"></span></div>
        <div class="bar" role="img"></div>
        <div class="place"></div>
        <div class="player bottom"><span class="name"></span><span class="clock"></span></div>
        <div class="controls">
          <button type="button" data-key="Home" aria-label="First move">|◀</button>
          <button type="button" data-key="ArrowLeft" aria-label="Back">◀</button>
          <button type="button" data-key="ArrowRight" aria-label="On">▶</button>
          <button type="button" data-key="End" aria-label="Last move">▶|</button>
          <button type="button" data-key="p" aria-label="Previous marked move">‹ ?</button>
          <button type="button" data-key="n" aria-label="Next marked move">? ›</button>
          <button type="button" data-key="f" aria-label="Flip the board">⇅</button>
          <button type="button" data-key="a" aria-label="Arrows: best move"><span class="arrow-text">↗</span></button>
        </div>
      </div>
      <div class="panel">
        <p class="said" aria-live="polite"></p>
        <p class="best-line"></p>
        <div class="moves" aria-label="Moves"></div>
      </div>`;
    this.section.querySelector(".before-study").after(study);
    this.study = study;
    this.board = new BoardView(study.querySelector(".place"));
    this.bar = new Bar(study.querySelector(".bar"));
    this.moves = study.querySelector(".moves");
    this.fillMoves();
    for (const button of study.querySelectorAll("[data-key]")) {
      button.addEventListener("click", () => this.press(button.dataset.key));
    }
    this.section.addEventListener("click", (event) => this.click(event));
    this.followFingers(study.querySelector(".place"));
  }

  /** A link to a position: its move with its mark. */
  link(node, number, short = false) {
    const { move } = node;
    const text = `${number ? `${numberOf(node.ply - 1)} ` : ""}${move.san}${move.mark ?? (move.glyphs ?? "")}`;
    const link = element("a", move.kind ?? "", short ? "" : text);
    if (short) {
      link.append(element("span", "", text), element("small", "", move.eval ?? ""));
      link.classList.add("move");
    }
    link.href = `#${this.section.id}/${node.name}`;
    link.dataset.node = node.name;
    return link;
  }

  /** A line of moves as links, with its comments and the variations inside it. */
  lineLinks(first) {
    const place = element("div", "inner");
    let isFirst = true;
    for (const node of lineFrom(first)) {
      place.append(this.link(node, isFirst || (node.ply - 1) % 2 === 0), " ");
      const comments = (node.move.comments ?? []).join(" ");
      if (comments) place.append(element("span", "", `${comments} `));
      for (const { first: inner, comment } of node.variations) {
        if (comment) place.append(element("span", "", comment));
        place.append(this.lineLinks(inner));
      }
      isFirst = Boolean(comments) || node.variations.length > 0;
    }
    return place;
  }

  /** Comments and variations after a move of the game, or nothing. */
  note(node) {
    const { move } = node;
    const note = element("div", "note");
    if (move.verdict) note.append(element("p", move.kind ?? "", move.verdict));
    for (const comment of move.comments ?? []) note.append(element("p", "", comment));
    if (move.mark && node.parent.best) note.append(this.lineLinks(node.parent.best));
    for (const { first, comment } of node.variations) {
      if (comment) note.append(element("p", "", comment));
      note.append(this.lineLinks(first));
    }
    for (const comment of move.after ?? []) note.append(element("p", "", comment));
    return note.childNodes.length > 0 ? note : null;
  }

  fillMoves() {
    const { main, data } = this.game;
    for (const comment of data.comments ?? []) {
      const note = element("div", "note");
      note.append(element("p", "", comment));
      this.moves.append(note);
    }
    let needsNumber = true;
    for (const node of main.slice(1)) {
      const isBlack = (node.ply - 1) % 2 === 1;
      if (needsNumber || !isBlack) this.moves.append(element("span", "number", numberOf(node.ply - 1).slice(0, isBlack ? -2 : undefined)));
      if (needsNumber && isBlack) this.moves.append(element("span", "move", "…"));
      this.moves.append(this.link(node, false, true));
      const note = this.note(node);
      needsNumber = isBlack;
      if (note === null) continue;
      if (!isBlack) this.moves.append(element("span"));
      this.moves.append(note);
      needsNumber = true;
    }
    this.moves.append(element("span", "result", data.result));
  }

  /** Makes a graph follow the game, and the game follow clicks on the graph. */
  prepareGraph(svg) {
    const { left, right, steps } = svg.dataset;
    const box = svg.viewBox.baseVal;
    const cursor = svgElement("line", { class: "cursor", y1: 0, y2: box.height - 24 });
    svg.append(cursor);
    const width = (right - left) / Math.max(Number(steps), 1);
    const goTo = (event) => {
      const place = svg.getBoundingClientRect();
      const x = ((event.clientX - place.left) / place.width) * box.width;
      const step = Math.round((x - left) / width);
      this.show(this.game.main[Math.min(Math.max(step, 0), this.game.main.length - 1)]);
    };
    svg.addEventListener("click", goTo);
    svg.addEventListener("pointermove", (event) => event.buttons === 1 && event.pointerType === "mouse" && goTo(event));
    return (index) => {
      const x = Number(left) + index * width;
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
    };
  }

  /** Swipes and taps on the board. */
  followFingers(place) {
    let start = null;
    place.addEventListener("pointerdown", (event) => { start = [event.clientX, event.clientY]; });
    place.addEventListener("pointerup", (event) => {
      if (start === null) return;
      const [dx, dy] = [event.clientX - start[0], event.clientY - start[1]];
      start = null;
      if (Math.abs(dx) > 30 && Math.abs(dx) > 2 * Math.abs(dy)) return this.press(dx < 0 ? "ArrowRight" : "ArrowLeft");
      if (Math.abs(dx) + Math.abs(dy) > 12) return;
      const box = place.getBoundingClientRect();
      this.press(event.clientX > box.left + box.width / 2 ? "ArrowRight" : "ArrowLeft");
    });
    place.addEventListener("pointercancel", () => { start = null; });
  }

  click(event) {
    const link = event.target.closest("a[data-node]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.goTo(link.dataset.node);
    if (link.closest("figure")) this.study.scrollIntoView({ block: "nearest" });
  }

  /** Shows the position with a name. */
  goTo(name) {
    this.show(this.game.nodes.get(name) ?? this.game.main[0]);
  }

  /** Executes the action of a key; reports whether it has one. */
  press(key) {
    const { node } = this;
    const marked = this.game.main.filter((other) => other.move.mark);
    const actions = {
      ArrowRight: () => this.show(node.next),
      ArrowLeft: () => this.show(node.parent),
      Home: () => this.show(this.game.main[0]),
      End: () => this.show(lineFrom(node).at(-1)),
      ArrowDown: () => this.show(node.best),
      ArrowUp: () => this.show(node.main),
      n: () => this.show(marked.find((other) => other.ply > node.main.ply)),
      p: () => this.show(marked.findLast((other) => other.ply < node.main.ply)),
      f: () => {
        this.board.flip();
        this.show(node);
      },
      a: () => {
        this.arrows = ARROWS[(ARROWS.indexOf(this.arrows) + 1) % ARROWS.length];
        const words = { move: "best move", line: "best line", none: "none" };
        this.study.querySelector('[data-key="a"]').setAttribute("aria-label", `Arrows: ${words[this.arrows]}`);
        this.show(node);
      },
    };
    if (!Object.hasOwn(actions, key)) return false;
    actions[key]();
    return true;
  }

  /** Shows a position everywhere; nothing changes without one. */
  show(node) {
    if (!node) return;
    this.node = node;
    const board = this.game.board(node);
    const words = node.parent ? `${numberOf(node.ply - 1)} ${node.move.san}` : "Start";
    this.board.show(board, `Position: ${words}`, this.arrowsOf(node, board));
    this.bar.show(node.move.win, node.move.eval, this.board.isFlipped);
    this.showPlayers(node);
    this.showWords(node, words);
    this.showBest(node);
    for (const link of this.section.querySelectorAll("a.here")) link.classList.remove("here");
    for (const link of this.section.querySelectorAll(`a[data-node="${CSS.escape(node.name)}"]`)) link.classList.add("here");
    this.scrollTo(this.moves.querySelector("a.here") ?? this.moves.querySelector(`a[data-node="${node.main.name}"]`));
    this.graphs.forEach((follow) => follow(Number(node.main.name)));
    this.moved(node.name);
  }

  /** Scrolls the list of moves alone. */
  scrollTo(link) {
    if (!link) return void (this.moves.scrollTop = 0);
    const [box, list] = [link.getBoundingClientRect(), this.moves.getBoundingClientRect()];
    if (box.top < list.top || box.bottom > list.bottom) {
      this.moves.scrollTop += box.top - list.top - (list.height - box.height) / 2;
    }
  }

  /** The line that is best from a position on, as far as it is known. */
  bestFrom(node) {
    if (node.isMain) return node.best ? lineFrom(node.best) : [];
    return /b\d+$/.test(node.name) && node.next ? lineFrom(node.next) : [];
  }

  arrowsOf(node, board) {
    if (this.arrows === "none") return [];
    const arrow = (position, uci, kind) => uci === "--" ? [] : [{ ...landing(position, uci), kind }];
    const best = this.bestFrom(node).slice(0, this.arrows === "line" ? 3 : 1);
    let position = board;
    const arrows = best.flatMap((step, index) => {
      const found = arrow(position, step.move.uci, ["best", "reply", "best later"][index]);
      position = this.game.board(step);
      return found;
    });
    // The bad move that was played here.
    const next = node.isMain ? node.next : null;
    if (next?.move.mark && this.arrows === "move") arrows.unshift(...arrow(board, next.move.uci, "bad"));
    return arrows;
  }

  showPlayers(node) {
    const { names } = this.game.data;
    const index = Number(node.main.name);
    const places = [".player.bottom", ".player.top"].map((name) => this.study.querySelector(name));
    [0, 1].forEach((side) => {
      const place = places[this.board.isFlipped ? 1 - side : side];
      const own = this.game.main.slice(1, index + 1).filter((other) => (other.ply - 1) % 2 === side);
      const left = own.length > 0 ? own.at(-1).move.clock : this.game.data.clock;
      place.querySelector(".name").textContent = names[side];
      place.querySelector(".clock").textContent = clockText(left);
    });
  }

  showWords(node, words) {
    const { move } = node;
    const parts = [element("b", move.kind ?? "", `${words}${move.mark ?? move.glyphs ?? ""}`)];
    if (node.isMain && move.used !== undefined) parts.push(` in ${move.used.toFixed(move.used < 10 ? 1 : 0)} s`);
    if (move.verdict) parts.push(` – ${move.verdict}`);
    else if (!node.isMain && /b\d+$/.test(node.name)) parts.push(" – in the best line; ↑ leads back to the game");
    else if (!node.isMain) parts.push(" – in a variation; ↑ leads back to the game");
    this.study.querySelector(".said").replaceChildren(...parts);
  }

  /** The best line of the position of the game that is shown, or that the shown line leaves. */
  showBest(node) {
    const place = this.study.querySelector(".best-line");
    const from = node.main;
    const line = from.best ? lineFrom(from.best) : [];
    const parts = [element("b", "", line.length > 0 ? `Best ${from.move.eval}: ` : "The game is over here.")];
    line.forEach((step, index) => {
      const number = index === 0 || (step.ply - 1) % 2 === 0 ? `${numberOf(step.ply - 1)} ` : "";
      const link = element("a", "", `${number}${step.move.san}`);
      link.href = `#${this.section.id}/${step.name}`;
      link.dataset.node = step.name;
      parts.push(link, " ");
    });
    place.replaceChildren(...parts);
  }
}
