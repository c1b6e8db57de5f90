"use strict";
// The page of `lancet-lab trace --preset all --html PAGE`, tested in Chromium on a desktop and a phone.
//
// Usage: node page.js PAGE [FOLDER]. With FOLDER, screenshots are written there. NODE_PATH must lead to playwright-core;
// CHROMIUM names the browser (/usr/bin/chromium). The exit code is 1 if a check fails.

const assert = require("node:assert/strict");
const path = require("node:path");
const { checkLayout, drive, run } = require("../../../tests/browser/harness.js");
const oracle = require("./oracle.js");

const [file, folder] = process.argv.slice(2);

/** What a panel shows. */
async function shown(page, side) {
  const panel = page.locator(".panel").nth(side);
  const text = (selector) => panel.locator(selector).innerText();
  return {
    counts: await text(".counts"),
    sentence: await text(".sentence"),
    drawing: await panel.locator(".drawing").innerHTML(),
    memory: await text(".memory-list"),
  };
}

async function choose(page, side, id) {
  await page.locator(".panel").nth(side).locator("select").selectOption(id);
}

/** Moves both panels by a key. */
async function press(page, key, times = 1) {
  await page.locator("h1").click();
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
}

async function checkSteps(page) {
  await page.selectOption("#tree", "hsu-complete");
  await choose(page, 0, "alpha-beta");
  await choose(page, 1, "negascout");
  const start = [await shown(page, 0), await shown(page, 1)];
  await press(page, "ArrowRight", 5);
  assert.match((await shown(page, 0)).counts, /^step 5\//);
  await press(page, "ArrowLeft", 5);
  assert.deepEqual([await shown(page, 0), await shown(page, 1)], start, "steps back undo steps forward");
  await press(page, "2");
  await press(page, "ArrowRight", 3);
  assert.match((await shown(page, 0)).counts, /^step 0\//, "only the right panel moves");
  assert.match((await shown(page, 1)).counts, /^step 3\//);
  await press(page, "b");
  await press(page, "l");
  assert.match((await shown(page, 0)).sentence, /^Leaf 1\.1 is evaluated: 1\./);
  await press(page, "End");
  for (const [side, leaves] of [[0, "leaves 8 of 8"], [1, "leaves 11 (8 different) of 8"]]) {
    const { counts, sentence } = await shown(page, side);
    assert.ok(counts.includes(leaves), counts);
    assert.ok(sentence.includes("The result is 7; the best line leads to 3.2."), sentence);
  }
  assert.equal(await page.locator(".panel").nth(1).locator(".visits:not(:empty)").count() > 0, true, "revisits are marked");
  await page.locator("#first").click();
  assert.match((await shown(page, 1)).counts, /^step 0\//);
  await page.locator("#play").click();
  await page.waitForFunction(() => /^step [3-9]/.test(document.querySelector(".counts").textContent));
  await page.locator("#play").click();
  const paused = await shown(page, 0);
  await page.waitForTimeout(700);
  assert.deepEqual(await shown(page, 0), paused, "a pause stops");
}

async function checkReasons(page) {
  await page.selectOption("#tree", "hsu-reordered");
  await choose(page, 0, "alpha-beta");
  const sentences = [];
  await press(page, "Home");
  for (let step = 0; step < 40; step += 1) {
    await press(page, "ArrowRight");
    sentences.push((await shown(page, 0)).sentence);
  }
  assert.ok(sentences.some((text) => text.includes("2: 2 <= 7: 2 has a better sibling, 1; cut off: 2.2")), sentences.join("\n"));
  assert.equal(await page.locator(".panel").first().locator(".cross.on").count() > 0, true, "cuts are crossed out");
  const windows = page.locator(".panel").first().locator(".node:not(.leaf) text.small");
  const text = (await windows.allTextContents()).join(" ");
  assert.ok(text.includes("(7, ∞)"), text);
  await page.selectOption("#view", "mover");
  const other = (await windows.allTextContents()).join(" ");
  assert.ok(other.includes("(-∞, -7)"), other);
  assert.ok((await shown(page, 0)).sentence.length > 0);
  await page.selectOption("#view", "root");
  await page.locator(".panel").first().locator('.node[data-path="2"]').click();
  const node = await page.locator(".panel").first().locator(".node-list").innerText();
  for (const word of ["Node 2", "MIN", "2.1", "(7, ∞)"]) assert.ok(node.includes(word), `${word}: ${node}`);
}

async function checkMemory(page) {
  await page.selectOption("#tree", "stockman");
  await choose(page, 0, "sss");
  await choose(page, 1, "mtd");
  await press(page, "Home");
  await press(page, "ArrowRight", 4);
  assert.match((await shown(page, 0)).memory, /^OPEN \([1-9]/);
  await press(page, "End");
  const sss = await shown(page, 0);
  assert.ok(sss.memory.includes("root SOLVED 52") && sss.memory.startsWith("OPEN (1)"), sss.memory);
  assert.match(sss.counts, /leaves 8 of 16 · pass [2-9]: reaches 52\?/);
  const mtd = await shown(page, 1);
  assert.match(mtd.memory, /^In memory \([1-9]\d*\)\n/);
  assert.ok(mtd.memory.includes("root = 52"), mtd.memory);
  assert.match(mtd.counts, /pass [2-9]: reaches \d+\?/);
  for (const id of ["ins", "pns", "c-star", "dual", "rec-sss", "table"]) {
    await choose(page, 1, id);
    await press(page, "End");
    assert.ok((await shown(page, 1)).sentence.includes("The result is 52"), id);
  }
}

/** Windows beside an infinite bound are written with it. */
async function checkInfinity(page) {
  await page.selectOption("#tree", "stockman");
  await choose(page, 0, "rec-sss");
  await choose(page, 1, "rec-dual");
  await press(page, "Home");
  const texts = [];
  for (let step = 0; step < 6; step += 1) {
    await press(page, "ArrowRight");
    texts.push(await page.locator("body").innerText());
  }
  const text = texts.join("\n");
  assert.ok(!/\d{9}/.test(text), "no infinite bound is written as a number");
  assert.ok(text.includes("(∞-1, ∞)") && text.includes("reaches -∞+1?"), text);
}

async function answer(page, form, inputs, kind) {
  for (const [id, value] of Object.entries(inputs)) await page.fill(id, String(value));
  await page.locator(`${form} button[type=submit]`).click();
  const place = page.locator(`${form} .answer`);
  const text = await place.innerText();
  assert.ok((await place.getAttribute("class")).includes(kind), `${form}: expected ${kind}, and it says '${text}'`);
  return text;
}

async function checkExercises(page) {
  await page.selectOption("#tree", "hsu-reordered");
  await page.selectOption("#cut-algorithm", "alpha-beta");
  const mark = (node) => page.locator(`#cut-drawing .node[data-path="${node}"]`).click();
  for (const node of ["1.2.2", "2.2", "3.2"]) await mark(node);
  assert.match(await answer(page, "#cut-exercise", {}, "wrong"), /1 more leaf is not evaluated/);
  await mark("3.3");
  assert.match(await answer(page, "#cut-exercise", {}, "right"), /4 leaves are never evaluated/);
  await mark("1.1");
  assert.match(await answer(page, "#cut-exercise", {}, "wrong"), /1\.1 is evaluated/);
  await page.locator("#cut-show").click();
  assert.match(await page.locator("#cut-answer").innerText(), /Never evaluated: 1\.2\.2, 2\.2, 3\.2, 3\.3/);

  await page.selectOption("#tree", "hsu-complete");
  const differing = [];
  for (let number = 0; number < 8; number += 1) {
    const question = await page.locator("#return-question").innerText();
    const [, alpha, beta] = question.match(/window \((-?\d+), (-?\d+)\)/).map(Number);
    const [f1, f2, f3] = oracle.returned(oracle.HSU, alpha, beta);
    if (f1 !== f3) differing.push(question);
    const inputs = { "#return-f1": f1, "#return-f2": f2, "#return-f3": f3 };
    await answer(page, "#return-exercise", inputs, "right");
    await answer(page, "#return-exercise", { ...inputs, "#return-f3": f3 + 1 }, "wrong");
    await answer(page, "#return-exercise", { ...inputs, "#return-f1": "" }, "wrong");
    await page.locator("#return-next").click();
  }
  assert.ok(differing.length > 1, "some windows distinguish F1 and F3");

  for (let number = 0; number < 6; number += 1) {
    const question = await page.locator("#pass-question").innerText();
    const passes = oracle.passes(oracle.HSU, question);
    await answer(page, "#pass-exercise", { "#pass-count": passes }, "right");
    await answer(page, "#pass-exercise", { "#pass-count": passes + 1 }, "wrong");
    await page.locator("#pass-next").click();
  }
  const score = await page.locator("#score").innerText();
  assert.match(score, /^\d+ of \d+ answers right$/);
}

async function checkLinks(page) {
  await page.selectOption("#tree", "hsu-complete");
  await choose(page, 0, "ins");
  await choose(page, 1, "c-star");
  await press(page, "ArrowRight", 7);
  const before = [await shown(page, 0), await shown(page, 1)];
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  assert.deepEqual([await shown(page, 0), await shown(page, 1)], before, "a link leads to the same steps");
}

async function photograph(page, screen, theme) {
  if (!folder) return;
  await page.selectOption("#tree", "stockman");
  await choose(page, 0, "negascout");
  await choose(page, 1, "sss");
  await press(page, "Home");
  await press(page, "ArrowRight", 24);
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: path.join(folder, `${screen.name}-${theme}.png`) });
  await page.screenshot({ path: path.join(folder, `${screen.name}-${theme}-full.png`), fullPage: true });
}

async function check(page, screen) {
  await checkLayout(page, screen, "#controls button");
  await checkSteps(page);
  await checkReasons(page);
  await checkMemory(page);
  await checkInfinity(page);
  await checkExercises(page);
  await checkLinks(page);
  await press(page, "d");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await press(page, "d");
}

run(() => drive(file, { check, look: photograph }));
