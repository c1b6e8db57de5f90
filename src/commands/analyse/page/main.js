"use strict";
// The page: the list of games, one open game, keys, and addresses such as `#game-2/31`.

const byId = (id) => document.getElementById(id);
const sections = [...document.querySelectorAll("section.game")];
const studies = new Map();
let open = null;

/** Keeps game and position in the address, for links. */
function remember(name) {
  if (open === null) return;
  history.replaceState(null, "", `#${open.section.id}${name === "0" ? "" : `/${name}`}`);
}

/** Opens a game at a position. */
function openGame(section, name = "0") {
  if (!section) return;
  sections.forEach((other) => other.classList.toggle("open", other === section));
  if (!studies.has(section)) studies.set(section, new Study(section, remember));
  open = studies.get(section);
  for (const row of byId("games").children) row.classList.toggle("here", row.dataset.game === section.id);
  const row = byId("games").querySelector(".here");
  if (row) {
    const list = byId("games").closest(".scroll");
    if (row.offsetTop < list.scrollTop + 30 || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = row.offsetTop - list.clientHeight / 2;
    }
  }
  open.goTo(name);
}

/** Opens what the address names. */
function followAddress() {
  const [id, name] = decodeURIComponent(location.hash.slice(1)).split("/");
  openGame(sections.find((section) => section.id === id) ?? sections[0], name);
}

function fillIndex() {
  byId("index").hidden = sections.length < 2;
  const rows = sections.map((section) => {
    const { title, result, accuracy, opening, date, moves } = section.dataset;
    const row = element("tr");
    row.dataset.game = section.id;
    row.dataset.words = `${title} ${opening} ${date} ${result}`.toLowerCase();
    const link = element("a", "", title);
    link.href = `#${section.id}`;
    const first = element("td");
    first.append(link);
    row.append(first, ...[result, accuracy, opening, moves].map((text) => element("td", "", text)));
    return row;
  });
  byId("games").replaceChildren(...rows);
  find();
}

/** Shows the games with all of the words. */
function find() {
  const words = byId("find").value.toLowerCase().split(/\s+/);
  let found = 0;
  for (const row of byId("games").children) {
    row.hidden = !words.every((word) => row.dataset.words.includes(word));
    found += row.hidden ? 0 : 1;
  }
  byId("found").textContent = `${found} of ${sections.length} games`;
}

function neighbour(by) {
  openGame(sections[sections.indexOf(open.section) + by]);
}

function chooseTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").textContent = theme === "dark" ? "Light" : "Dark";
}

const KEYS = {
  "[": () => neighbour(-1),
  "]": () => neighbour(1),
  i: () => byId("find").focus(),
  d: () => chooseTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
  "?": () => byId("help").showModal(),
};

function onKey(event) {
  const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
  if (isTyping && event.key === "Escape") event.target.blur();
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (Object.hasOwn(KEYS, key)) KEYS[key]();
  else if (!open?.press(key)) return;
  event.preventDefault();
}

function begin() {
  document.documentElement.classList.add("scripted");
  chooseTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  fillIndex();
  byId("find").addEventListener("input", find);
  byId("theme").addEventListener("click", KEYS.d);
  byId("help-button").addEventListener("click", KEYS["?"]);
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", followAddress);
  followAddress();
}

begin();
