"use strict";
// Exercises whose answers the page checks.

/** The exercises on the shown tree. */
class Exercises {
  constructor() {
    this.right = 0;
    this.tried = 0;
    this.marked = new Set();
    const on = (id, type, action) => document.getElementById(id).addEventListener(type, (event) => {
      event.preventDefault();
      action();
    });
    on("cut-exercise", "submit", () => this.checkCut());
    on("cut-show", "click", () => this.showCut());
    on("cut-clear", "click", () => this.startCut());
    on("cut-algorithm", "change", () => this.startCut());
    on("return-exercise", "submit", () => this.checkReturns());
    on("return-next", "click", () => this.startReturns(this.returnNumber + 1));
    on("pass-exercise", "submit", () => this.checkPasses());
    on("pass-next", "click", () => this.startPasses(this.passNumber + 1));
  }

  /** Starts all exercises on a tree. */
  start(tree) {
    this.tree = tree;
    const select = document.getElementById("cut-algorithm");
    select.replaceChildren(...tree.runs.map((run) => new Option(run.name, run.id)));
    this.drawing = new Drawing(document.getElementById("cut-drawing"), tree, (number) => this.mark(number));
    this.startCut();
    this.startReturns(0);
    this.startPasses(0);
  }

  /** Shows the values from another point of view. */
  redraw() {
    this.showMarks();
    this.askReturns();
  }

  startCut() {
    this.marked.clear();
    say("cut-answer", "", null);
    this.showMarks();
  }

  /** Marks a leaf as never evaluated, or takes the mark back. */
  mark(number) {
    if (this.tree.nodes[number].children.length > 0) return;
    if (!this.marked.delete(number)) this.marked.add(number);
    say("cut-answer", "", null);
    this.showMarks();
  }

  showMarks() {
    const state = newState(this.tree);
    for (const number of this.marked) state.nodes[number].isCut = true;
    this.drawing.show(state, [], null);
  }

  cutRun() {
    const id = document.getElementById("cut-algorithm").value;
    return this.tree.runs.find((run) => run.id === id);
  }

  checkCut() {
    const expected = unvisitedLeaves(this.tree, this.cutRun());
    const missing = expected.filter((number) => !this.marked.has(number)).length;
    const wrong = [...this.marked].filter((number) => !expected.includes(number));
    if (missing === 0 && wrong.length === 0) {
      const count = expected.length === 1 ? "1 leaf is" : `${expected.length} leaves are`;
      return this.show("cut-answer", true, `Right: ${count} never evaluated.`);
    }
    const parts = [];
    if (wrong.length > 0) parts.push(`${names(this.tree, wrong)} ${wrong.length === 1 ? "is" : "are"} evaluated`);
    if (missing > 0) parts.push(`${missing} more ${missing === 1 ? "leaf is" : "leaves are"} not evaluated`);
    return this.show("cut-answer", false, `Wrong: ${parts.join("; ")}.`);
  }

  showCut() {
    const expected = unvisitedLeaves(this.tree, this.cutRun());
    this.marked = new Set(expected);
    this.showMarks();
    const text = expected.length === 0 ? "Every leaf is evaluated." : `Never evaluated: ${names(this.tree, expected)}.`;
    say("cut-answer", text, null);
  }

  startReturns(number) {
    this.returnNumber = number % this.tree.exercises.returns.length;
    for (const id of ["return-f1", "return-f2", "return-f3"]) document.getElementById(id).value = "";
    say("return-answer", "", null);
    this.askReturns();
  }

  askReturns() {
    const { alpha, beta } = this.tree.exercises.returns[this.returnNumber];
    const question = `The root is searched with the window (${alpha}, ${beta}). What do F1, F2 and F3 return?`;
    document.getElementById("return-question").textContent = question;
  }

  checkReturns() {
    const expected = this.tree.exercises.returns[this.returnNumber];
    const wrong = ["f1", "f2", "f3"].filter((name) => !isNumber(`return-${name}`, expected[name]));
    if (wrong.length === 0) return this.show("return-answer", true, `Right. ${explainedReturns(expected)}`);
    const listed = wrong.map((name) => name.toUpperCase()).join(" and ");
    return this.show("return-answer", false, `Wrong: ${listed}. Try again, or step through the search.`);
  }

  startPasses(number) {
    this.passNumber = number % this.tree.exercises.passes.length;
    document.getElementById("pass-count").value = "";
    say("pass-answer", "", null);
    const { name } = this.tree.exercises.passes[this.passNumber];
    document.getElementById("pass-question").textContent =
      `How many passes over the tree does ${name} make until its bounds meet?`;
  }

  checkPasses() {
    const { name, passes } = this.tree.exercises.passes[this.passNumber];
    if (isNumber("pass-count", passes)) {
      return this.show("pass-answer", true, `Right: ${name} makes ${passes} ${passes === 1 ? "pass" : "passes"}.`);
    }
    return this.show("pass-answer", false, "Wrong. Each pass tests one bound; the last two prove the value from both sides.");
  }

  /** Shows whether an answer is right, and the score. */
  show(id, isRight, text) {
    this.tried += 1;
    this.right += isRight ? 1 : 0;
    say(id, text, isRight);
    document.getElementById("score").textContent = `${this.right} of ${this.tried} answers right`;
  }
}

/** Shows a text; `isRight` is null where nothing was answered. */
function say(id, text, isRight) {
  const place = document.getElementById(id);
  place.textContent = text;
  place.className = isRight === null ? "answer" : `answer ${isRight ? "right" : "wrong"}`;
}

/** Reports whether an input has a number. */
function isNumber(id, expected) {
  const text = document.getElementById(id).value.trim().replace("−", "-");
  return text !== "" && Number(text) === expected;
}

function names(tree, numbers) {
  return numbers.map((number) => tree.nodes[number].path).join(", ");
}

function explainedReturns({ alpha, beta, f3 }) {
  if (f3 <= alpha) return `The search fails low: the value is at most ${f3}.`;
  if (f3 >= beta) return `The search fails high: the value is at least ${f3}.`;
  return "The value lies in the window, so all three return it.";
}
