/** The start page: all games as live miniature boards. */

import { ask, games, matches, tokenOf } from "./api.js";
import { Board } from "./board/board.js";
import { topBar } from "./chrome.js";
import { fill, h, one } from "./dom.js";
import { date, find, inEveryLanguage, say, t } from "./language.js";
import { learnLink } from "./learn/link.js";
import { openRecord } from "./records.js";
import { setUp } from "./setup.js";

/** @typedef {import("./types.js").GameFacts} GameFacts */
/** @typedef {import("./types.js").Summary} Summary */

/** @type {GameFacts[]} */
let known = [];
/** @type {Summary[]} */
let unfinished = [];

topBar("play");
inEveryLanguage(draw);
void load();

async function load() {
  try {
    known = await games();
  } catch (error) {
    fill(
      one("#games"),
      h("p", { class: "empty" }, error instanceof Error ? error.message : ""),
      h("button", { type: "button", onclick: () => void load() }, t("retry")),
    );
    return;
  }
  draw();
  const wanted = new URLSearchParams(location.search);
  const chosen = known.find((facts) => facts.name === wanted.get("game"));
  if (chosen) setUp(chosen, wanted.has("first"));
  void watchCompiling();
  unfinished = (await matches({ limit: 30 })).matches
    .filter(
      (match) => match.result === "*" && match.plies > 0 && tokenOf(match.id) && !match.analysis,
    )
    .slice(0, 3);
  drawUnfinished();
}

function draw() {
  document.title = "Tabuleiro";
  fill(
    one("#intro"),
    h("h1", null, t("start.title")),
    h("p", { class: "muted" }, known.length ? t("tagline", { games: gameCount() }) : "\u00a0"),
  );
  const own = known.filter((facts) => facts.own); // whoever started the server came for these
  const taught = known.filter((facts) => !facts.own && facts.lessons);
  const others = known.filter((facts) => !facts.own && !facts.lessons);
  if (known.length) fill(one("#games"), [...own, ...(taught.length ? taught : others)].map(card));
  if (taught.length && others.length)
    fill(
      one("#others"),
      h("h2", null, t("start.others")),
      h("div", { class: "cards small" }, others.map(card)),
    );
  fill(
    one("#more"),
    h("label", { class: "button", for: "load" }, t("start.load")),
    h("input", {
      id: "load",
      class: "visually-hidden",
      type: "file",
      accept: ".txt,.game,text/plain",
      onchange: openRecord,
    }),
  );
  drawUnfinished();
}

/** How many games there are, in words as long as they are few. */
function gameCount() {
  if (known.length === 1) return t("one_game");
  return t("games", { count: find("counts")[known.length - 2] ?? known.length });
}

function drawUnfinished() {
  fill(
    one("#unfinished"),
    unfinished.length ? h("h2", null, t("start.unfinished")) : null,
    h(
      "ul",
      { class: "plain cards-row" },
      unfinished.map((match) =>
        h(
          "li",
          null,
          h(
            "a",
            { class: "resume", href: `/play/${match.id}` },
            h("strong", null, say(match.title)),
            h("span", { class: "muted" }, date(match.updated)),
            h("span", { class: "go" }, t("start.continue")),
          ),
        ),
      ),
    ),
  );
}

/** @param {GameFacts} facts */
function card(facts) {
  const host = h("div", { class: "mini" });
  const board = new Board(host, {
    game: facts.name,
    geometry: facts.geometry,
    players: facts.position.players,
    small: true,
    label: say(facts.title),
  });
  void board.show(facts.position.view);
  const button = h(
    "button",
    { class: "card", type: "button", "data-game-card": facts.name, onclick: () => setUp(facts) },
    host,
    h(
      "span",
      { class: "card-text" },
      h(
        "span",
        { class: "card-title" },
        say(facts.title),
        facts.solved ? h("span", { class: "solved" }, t("start.solved")) : null,
      ),
      h("span", { class: "card-summary" }, say(facts.summary)),
      h(
        "span",
        { class: "state", "data-state": facts.name },
        facts.state === "compiling" ? t("start.compiling") : "",
      ),
    ),
  );
  return h("div", { class: "card-place" }, button, learnLink(facts));
}

async function watchCompiling() {
  for (;;) {
    const { games: states } = await ask("/api/status").catch(() => ({ games: {} })); // asked again
    for (const facts of known) {
      facts.state = states[facts.name] ?? facts.state;
      const line = document.querySelector(`[data-state="${facts.name}"]`);
      if (line) line.textContent = facts.state === "compiling" ? t("start.compiling") : "";
    }
    if (known.every((facts) => facts.state === "ready" || facts.state === "failed")) return;
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
}
