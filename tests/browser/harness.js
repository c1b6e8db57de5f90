"use strict";
// Tests a page of the project in Chromium: on a desktop and a phone, in light and dark.
//
// NODE_PATH must lead to playwright-core; CHROMIUM names the browser (/usr/bin/chromium).

const assert = require("node:assert/strict");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const SCREENS = [
  { name: "desktop", viewport: { width: 1280, height: 900 }, hasTouch: false },
  { name: "phone", viewport: { width: 390, height: 844 }, hasTouch: true },
];

/** Checks that nothing is wider than the window, and that fingers can press the buttons of `selector`. */
async function checkLayout(page, screen, selector) {
  const { page: content, window: width } = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    window: innerWidth,
  }));
  assert.ok(content <= width, `the page is ${content} pixels wide on a ${screen.name} of ${width}`);
  const small = await page.locator(selector).evaluateAll((buttons) =>
    buttons.filter((button) => button.offsetWidth < 40 || button.offsetHeight < 40).map((button) => button.outerHTML));
  assert.deepEqual(small, [], "buttons are large enough for fingers");
}

/**
 * Opens the file in every screen and theme. `check` is called once for each screen, since the theme changes colours only;
 * `look` is called each time, and takes pictures. The page must have no errors and load nothing.
 */
async function drive(file, { check, look }) {
  const address = pathToFileURL(path.resolve(file)).href;
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  for (const screen of SCREENS) {
    for (const theme of ["light", "dark"]) {
      const { viewport, hasTouch } = screen;
      const page = await browser.newPage({ viewport, hasTouch, colorScheme: theme });
      const problems = [];
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      page.on("request", (request) => request.url().startsWith("file:") || problems.push(request.url()));
      await page.goto(address);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
      if (theme === "light") await check(page, screen);
      await look(page, screen, theme);
      assert.deepEqual(problems, [], "the page has no errors and loads nothing");
      await page.close();
      console.log(`${screen.name}, ${theme}: all checks hold`);
    }
  }
  await browser.close();
}

/** Runs an asynchronous function; the exit code is 1 if it fails. */
function run(main) {
  main().catch((error) => {
    console.error(error);
    process.exit(1);
  });
}

module.exports = { checkLayout, drive, run };
