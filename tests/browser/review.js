"use strict";
// The page of `lancet analyse games.pgn --html PAGE --format json -o JSON`, tested in Chromium on a desktop and a phone.
//
// Usage: node review.js PAGE JSON [FOLDER]. With FOLDER, screenshots are written there. The JSON of the same reviews says
// what the board must show: positions come from the engine's rules, and not from the script's.

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { checkLayout, drive, run } = require("./harness.js");

const [file, json, folder] = process.argv.slice(2);
const GAMES = JSON.parse(fs.readFileSync(json, "utf8"));

/** The pieces of a FEN, each with its square. */
function piecesOf(fen) {
  const pieces = [];
  fen.split(" ")[0].split("/").forEach((row, index) => {
    let column = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) column += Number(letter);
      else pieces.push(`${letter}${"abcdefgh"[column++]}${8 - index}`);
    }
  });
  return pieces.sort();
}

async function shownPieces(page) {
  const pieces = page.locator("section.open .study .pieces path");
  return (await pieces.evaluateAll((all) => all.map((piece) => piece.dataset.piece + piece.dataset.square))).sort();
}

const words = (page) => page.locator("section.open .said").innerText();

/** Opens a game by its address. Browsers follow a new address later, so this waits until the page has. */
async function open(page, number) {
  await page.evaluate((hash) => new Promise((resolve) => {
    if (location.hash === hash) return resolve();
    addEventListener("hashchange", resolve, { once: true });
    location.hash = hash;
  }), `#game-${number}`);
  await page.locator(`#game-${number}.open .study`).waitFor();
}

const button = (page, key) => page.locator(`section.open [data-key="${key}"]`);

/** Follows every game from its first to its last move by the keyboard, and back by the button. */
async function checkMoves(page) {
  for (const [index, game] of GAMES.entries()) {
    await open(page, index + 1);
    await page.keyboard.press("Home");
    for (const move of game.moves) {
      assert.deepEqual(await shownPieces(page), piecesOf(move.fen), `before ${move.number} ${move.move}`);
      await page.keyboard.press("ArrowRight");
      const text = await words(page);
      assert.ok(text.startsWith(`${move.number} ${move.move}`), `${text}: ${move.number} ${move.move}`);
      const bar = await page.locator("section.open .bar").evaluate((place) => place.firstChild.style.getPropertyValue("--win"));
      assert.equal(parseFloat(bar), move.white_win);
      if (move.mark) {
        const name = move.mark[0].toUpperCase() + move.mark.slice(1);
        assert.ok(text.includes(`– ${name}`) && text.includes(`${move.best} was best.`), text);
      }
    }
    await page.keyboard.press("ArrowRight");
    assert.ok((await words(page)).startsWith(game.moves.at(-1).number), "the last move is the end");
    for (let count = 0; count < game.moves.length; count += 1) await button(page, "ArrowLeft").click();
    assert.deepEqual(await shownPieces(page), piecesOf(game.moves[0].fen));
    await page.keyboard.press("End");
    assert.ok((await words(page)).startsWith(`${game.moves.at(-1).number} ${game.moves.at(-1).move}`));
  }
}

/** Clicks on moves, best lines, variations, turning points and graphs. */
async function checkClicks(page) {
  await open(page, 1);
  const moves = page.locator("section.open .moves");
  await moves.locator('a[data-node="4"]').first().click();
  assert.deepEqual(await shownPieces(page), piecesOf(GAMES[0].moves[4].fen));
  assert.match(page.url(), /#game-1\/4$/);
  assert.equal(await moves.locator("a.here").count(), 1);
  // The variation of the annotator, and the one inside it.
  await moves.locator('a[data-node="2v0.2v0.2"]').click();
  assert.match(await words(page), /^3\. d4 – in a variation/);
  assert.deepEqual(await shownPieces(page), piecesOf("rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3"));
  assert.equal(await page.locator("section.open .bar.unknown").count(), 1, "a variation has no evaluation");
  await page.keyboard.press("ArrowLeft");
  assert.match(await words(page), /^2\.\.\. d6/);
  // It begins with the best move, whose score is that of the position; only a mate would be nearer.
  assert.equal(GAMES[0].moves[2].best, "Nf3");
  await moves.locator('a[data-node="2v0.1"]').click();
  const bar = page.locator("section.open .bar");
  assert.ok(!(await bar.evaluate((place) => place.classList.contains("unknown"))), "the score of the best move is known");
  const win = await bar.evaluate((place) => place.firstChild.style.getPropertyValue("--win"));
  assert.equal(parseFloat(win), GAMES[0].moves[1].white_win);
  await moves.locator('a[data-node="2v0.2v0.1"]').click();
  await page.keyboard.press("ArrowUp");
  assert.match(await words(page), /^1\.\.\. e5/);
  const notes = await moves.innerText();
  for (const text of ["A short game.", "So far, so good.", "is more usual", "</script>", "Blunder: allows a forced mate."]) {
    assert.ok(notes.includes(text), `${text}: ${notes}`);
  }
  assert.ok(!notes.includes("%clk"), notes);
  // The best line of a position, by the keyboard and by a click.
  const { best, line } = GAMES[0].moves[5];
  await moves.locator('a[data-node="5"]').first().click();
  assert.ok((await page.locator("section.open .best-line").innerText()).includes(`3... ${best}`));
  await page.keyboard.press("ArrowDown");
  assert.ok((await words(page)).startsWith(`3... ${best} – in the best line`));
  assert.notDeepEqual(await shownPieces(page), piecesOf(GAMES[0].moves[6].fen));
  await page.locator("section.open .best-line a").last().click();
  assert.ok((await words(page)).includes(` ${line.slice(0, 12).at(-1)} `));
  await page.keyboard.press("ArrowUp");
  assert.deepEqual(await shownPieces(page), piecesOf(GAMES[0].moves[5].fen));
  // A turning point shows the position before the bad move.
  await page.locator("section.open figure a").first().click();
  assert.deepEqual(await shownPieces(page), piecesOf(GAMES[0].moves[5].fen));
  const marked = GAMES[0].moves.findIndex((move) => move.mark);
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  assert.ok((await words(page)).startsWith(`${GAMES[0].moves[marked].number} ${GAMES[0].moves[marked].move}`));
}

/** A mate counts down along the best line, whose end is the checkmate. */
async function checkMates(page) {
  const score = page.locator("section.open .bar span");
  let lines = 0;
  for (const [index, game] of GAMES.entries()) {
    await open(page, index + 1);
    await page.keyboard.press("Home");
    for (const { fen, line, best_score: best } of game.moves) {
      if (best.mate !== undefined && line.at(-1).endsWith("#")) {
        lines += 1;
        await page.keyboard.press("ArrowDown");
        // The page has the first twelve moves.
        for (let left = line.length - 1; left >= Math.max(line.length - 12, 0); left -= 1) {
          const expected = left === 0 ? "#" : `#${best.mate > 0 ? "" : "-"}${Math.ceil(left / 2)}`;
          assert.equal(await score.textContent(), expected, `${fen}: ${line.join(" ")}, ${left} left`);
          await page.keyboard.press("ArrowRight");
        }
        await page.keyboard.press("ArrowUp");
      }
      await page.keyboard.press("ArrowRight");
    }
  }
  assert.ok(lines > 0, "the games have positions with a mate");
}

/** Every step of a graph leads to its move, and the line in it follows. */
async function checkGraphs(page) {
  await open(page, 1);
  const count = GAMES[0].moves.length;
  for (const [number, graph] of (await page.locator("section.open svg.graph").all()).entries()) {
    for (const step of [0, 3, count]) {
      await graph.scrollIntoViewIfNeeded();
      const box = await graph.boundingBox();
      const scale = box.width / 900;
      const x = (40 + (step * (900 - 40 - 12)) / count) * scale;
      await graph.click({ position: { x: Math.min(x, box.width - 1), y: box.height * 0.6 } });
      const text = await words(page);
      const move = GAMES[0].moves[step - 1];
      assert.ok(text.startsWith(move ? `${move.number} ${move.move}` : "Start"), `graph ${number}, step ${step}: ${text}`);
      const cursor = await graph.locator(".cursor").getAttribute("x1");
      assert.ok(Math.abs(cursor * scale - x) < 1, `${cursor} at ${x}`);
    }
  }
  assert.equal(await page.locator("section.open svg.clocks rect.time").count(), 7);
  const title = await page.locator("section.open svg.clocks rect.time title").nth(5).textContent();
  assert.equal(title, "3... Nf6: 2:18, 2:05 left");
  await page.keyboard.press("End");
  assert.equal(await page.locator("section.open .player.bottom .clock").innerText(), "4:51");
  assert.equal(await page.locator("section.open .player.top .clock").innerText(), "2:05");
  await open(page, 2);
  assert.equal(await page.locator("section.open svg.graph").count(), 1, "without clocks there is one graph");
}

async function checkBoard(page, screen) {
  await open(page, 1);
  await page.keyboard.press("Home");
  const place = (name) => page.locator(`section.open .study [data-square="${name}"]`).boundingBox();
  assert.ok((await place("a1")).y > (await place("a8")).y && (await place("a1")).x < (await place("h1")).x);
  await button(page, "f").click();
  assert.ok((await place("a1")).y < (await place("a8")).y && (await place("a1")).x > (await place("h1")).x);
  assert.equal(await page.locator("section.open .player.top .name").innerText(), "Ann");
  await page.keyboard.press("f");
  assert.equal(await page.locator("section.open .player.top .name").innerText(), "Bob");
  const arrows = page.locator("section.open .study .arrow");
  assert.equal(await arrows.count(), 1, "the best move");
  await page.keyboard.press("a");
  assert.equal(await arrows.count(), 3, "the best line");
  await button(page, "a").click();
  assert.equal(await arrows.count(), 0);
  await page.keyboard.press("a");
  await page.locator('section.open .moves a[data-node="5"]').first().click();
  assert.equal(await page.locator("section.open .study .arrow.bad").count(), 1, "the blunder that is played next");
  // The board by the finger or the mouse: halves, and swipes.
  await page.keyboard.press("Home");
  const board = page.locator("section.open .study .board");
  await board.scrollIntoViewIfNeeded();
  const box = await board.boundingBox();
  const middle = box.y + box.height / 2;
  const press = (part) => screen.hasTouch
    ? page.touchscreen.tap(box.x + box.width * part, middle)
    : page.mouse.click(box.x + box.width * part, middle);
  await press(0.8);
  await press(0.8);
  await press(0.2);
  assert.match(await words(page), /^1\. e4/);
  await page.mouse.move(box.x + box.width * 0.7, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, middle + 3, { steps: 4 });
  await page.mouse.up();
  assert.match(await words(page), /^1\.\.\. e5/, "a swipe to the left goes on");
}

async function checkTexts(page) {
  await open(page, 1);
  const section = page.locator("section.open");
  const about = await section.locator(".about").first().innerText();
  for (const text of ["Clocks & <comments>", "2026.01.02", "Elo 1500 – 1480", "300+3", "C23 Bishop's Opening"]) {
    assert.ok(about.includes(text), `${text}: ${about}`);
  }
  const link = section.locator(".about a").first();
  assert.equal(await link.getAttribute("href"), "https://example.org/games/1?a=1&b=2");
  await open(page, 2);
  const phases = await page.locator("section.open table.phases").innerText();
  for (const text of ["White, opening", "Black, opening", "White, middlegame", "Black, endgame"]) {
    assert.ok(phases.includes(text), `${text}: ${phases}`);
  }
  const count = await page.locator("section.open table.phases tr td:nth-child(2)").allInnerTexts();
  assert.equal(count.map(Number).reduce((sum, moves) => sum + moves, 0), GAMES[1].moves.length);
}

async function checkIndexAndKeys(page) {
  const rows = page.locator("#games tr:visible");
  assert.equal(await rows.count(), 3);
  await page.locator("#games a").nth(2).click();
  await page.locator("#game-3.open").waitFor(); // browsers follow a link later
  assert.equal(await page.locator("section.game:visible").count(), 1);
  assert.ok((await words(page)).startsWith("Start"));
  await page.keyboard.press("n");
  assert.match(await words(page), /^30\. Kb2\?{1,2} – (Mistake|Blunder): loses a forced mate\. Re8# was best\./);
  await page.keyboard.press("[");
  assert.equal(await page.locator("section.open").getAttribute("id"), "game-2");
  await page.keyboard.press("]");
  assert.equal(await page.locator("section.open").getAttribute("id"), "game-3");
  await page.keyboard.press("i");
  await page.keyboard.type("bob bishop");
  assert.deepEqual(await rows.locator("a").allInnerTexts(), ["Ann – Bob"]);
  assert.equal(await page.locator("#found").innerText(), "1 of 3 games");
  await page.locator("#find").fill("");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  const help = page.locator("#help");
  assert.ok(await help.isVisible() && (await help.innerText()).includes("flip the board"));
  await page.keyboard.press("Escape");
  assert.ok(!(await help.isVisible()));
  // The address leads back to the same position, in a variation too.
  await open(page, 1);
  await page.locator('section.open .moves a[data-node="2v0.2v0.2"]').click();
  const [link, before] = [page.url(), await shownPieces(page)];
  await page.goto("about:blank");
  await page.goto(link);
  assert.deepEqual(await shownPieces(page), before, "a link leads to the same position");
  await open(page, 2);
  await page.evaluate(() => { location.hash = "game-99/x"; });
  await page.locator("#game-1.open").waitFor(); // the first game stands in for an unknown one
  await page.keyboard.press("d");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.keyboard.press("d");
}

async function check(page, screen) {
  await checkMoves(page);
  await checkClicks(page);
  await checkMates(page);
  await checkGraphs(page);
  await checkBoard(page, screen);
  await checkTexts(page);
  await checkIndexAndKeys(page);
  for (const number of [1, 2, 3]) {
    await open(page, number);
    await page.locator("section.open details").evaluate((details) => { details.open = true; });
    await checkLayout(page, screen, "button:visible");
    const scrolling = await page.locator("#index .scroll, section.open .scroll:has(.totals)").evaluateAll((places) =>
      places.filter((place) => place.scrollWidth > place.clientWidth).map((place) => place.innerText));
    assert.deepEqual(scrolling, [], "the list of games and the totals fit");
  }
}

async function look(page, screen, theme) {
  if (!folder) return;
  await open(page, 1);
  await page.locator('section.open .moves a[data-node="5"]').first().click();
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: path.join(folder, `review-${screen.name}-${theme}.png`) });
  await page.screenshot({ path: path.join(folder, `review-${screen.name}-${theme}-full.png`), fullPage: true });
  await open(page, 2);
  await page.locator('section.open .moves a[data-node="22"]').first().click();
  await page.screenshot({ path: path.join(folder, `review-2-${screen.name}-${theme}-full.png`), fullPage: true });
}

run(() => drive(file, { check, look }));
