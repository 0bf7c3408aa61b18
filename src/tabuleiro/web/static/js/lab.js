/** `/lab?game=…&position=…&bot=…`: how a search thinks. All that is chosen is in the address. */

import { ask, games, ServerError } from "./api.js";
import { problemText, topBar } from "./chrome.js";
import { fill, h, one } from "./dom.js";
import { botChoices } from "./fields.js";
import { inEveryLanguage, say } from "./language.js";
import { LabView } from "./lab/view.js";
import { w } from "./lab/words.js";
import { form, input, labelled, select } from "./widgets.js";

/** @typedef {import("./types.js").GameFacts} GameFacts */

const NOT_YET = "503";
const TRACED = ["alphabeta", "mcts"];
const [DEPTH, ITERATIONS] = [4, 2000];

const query = new URLSearchParams(location.search);
const wanted = {
  game: query.get("game") ?? "",
  options: parsed(query.get("options")),
  position: query.get("position") ?? "",
  bot: query.get("bot") ?? "hard",
  beside: query.get("beside") ?? "",
  depth: Number(query.get("depth")) || DEPTH,
  iterations: Number(query.get("iterations")) || ITERATIONS,
};
/** @type {GameFacts[]} */
let all = [];
/** @type {LabView[]} */
let views = [];
let round = 0;

/** @param {string | null} text @returns {Record<string, any>} */
function parsed(text) {
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return {};
  }
}

function facts() {
  return all.find((each) => each.name === wanted.game) ?? all[0];
}

/** The bots whose searches can be looked into. @param {GameFacts} game */
function choices(game) {
  const bots = game.bots.filter((bot) => TRACED.includes(bot.algorithm ?? ""));
  const groups = botChoices({ ...game, bots });
  const known = (/** @type {string} */ text) => !text || bots.some((bot) => bot.name === text);
  const own = [wanted.bot, wanted.beside].filter((text) => !known(text));
  return [...own.map((text) => ({ value: text, text })), ...groups];
}

function draw() {
  const game = facts();
  document.title = `${w("title")} · ${say(game.title)} · Tabuleiro`;
  const change = (/** @type {Partial<typeof wanted>} */ part) => Object.assign(wanted, part);
  fill(
    one("main"),
    h("div", { class: "title-row" }, h("h1", null, w("title")), h("p", { class: "muted" }, w("intro"))),
    form(
      { class: "lab-form", id: "lab-form" },
      () => search(),
      labelled(
        w("game"),
        select(
          all.map((each) => ({ value: each.name, text: say(each.title) })),
          game.name,
          (name) => {
            change({ game: name, options: {}, position: "" });
            draw();
          },
          { id: "lab-game" },
        ),
      ),
      labelled(
        w("bot"),
        select(choices(game), wanted.bot, (bot) => change({ bot }), { id: "lab-bot" }),
      ),
      labelled(
        w("other"),
        select(
          [{ value: "", text: w("none") }, ...choices(game)],
          wanted.beside,
          (beside) => change({ beside }),
          { id: "lab-beside" },
        ),
      ),
      labelled(
        w("depth"),
        h("input", {
          type: "number",
          id: "lab-depth",
          min: 1,
          max: 30,
          value: String(wanted.depth),
          onchange: (/** @type {Event} */ event) => change({ depth: Number(input(event).value) || DEPTH }),
        }),
      ),
      labelled(
        w("iterations"),
        h("input", {
          type: "number",
          id: "lab-iterations",
          min: 1,
          max: 100000,
          value: String(wanted.iterations),
          onchange: (/** @type {Event} */ event) =>
            change({ iterations: Number(input(event).value) || ITERATIONS }),
        }),
      ),
      labelled(
        w("position"),
        h("input", {
          type: "text",
          id: "lab-position",
          maxlength: 2000,
          spellcheck: "false",
          value: wanted.position,
          onchange: (/** @type {Event} */ event) => change({ position: input(event).value.trim() }),
        }),
      ),
      h("button", { type: "submit", class: "primary", id: "lab-go" }, w("go")),
    ),
    h("div", { id: "lab-views", class: "lab-views" }),
  );
  showViews();
}

function showViews() {
  const host = one("#lab-views");
  host.classList.toggle("two", views.length > 1);
  fill(
    host,
    views.map((view) => view.host),
  );
}

function address() {
  const { game, options, position, bot, beside, depth, iterations } = wanted;
  const parts = { game: game || facts().name, position, bot, beside, depth: String(depth) };
  const known = new URLSearchParams(Object.entries(parts).filter(([, value]) => value));
  if (Object.keys(options).length) known.set("options", JSON.stringify(options));
  if (iterations !== ITERATIONS) known.set("iterations", String(iterations));
  return `/lab?${known}`;
}

/** What a search did; while it is still being compiled, asked for again. @param {object} body @returns {Promise<any>} */
async function traced(body) {
  const mine = round;
  for (;;) {
    try {
      const name = encodeURIComponent(wanted.game || facts().name);
      return await ask(`/api/games/${name}/trace`, { body });
    } catch (error) {
      if (mine !== round || !(error instanceof ServerError) || error.code !== NOT_YET) throw error;
    }
  }
}

async function search() {
  const mine = ++round;
  history.replaceState(null, "", address());
  for (const view of views) view.close();
  views = [];
  fill(one("#lab-views"), h("p", { class: "empty", role: "status" }, w("searching")));
  delete document.body.dataset.searched;
  const { options, position, bot, beside, depth, iterations } = wanted;
  const body = { options, position: position || null, depth, iterations };
  try {
    const found = await Promise.all(
      [bot, beside]
        .filter(Boolean)
        .map((each) => traced({ ...body, bot: each })),
    );
    if (mine !== round) return;
    views = [];
    const hosts = found.map(() => h("section", { class: "lab-view" }));
    fill(one("#lab-views"), hosts);
    one("#lab-views").classList.toggle("two", found.length > 1);
    views = found.map((each, k) => new LabView(hosts[k], each, String(k)));
    document.body.dataset.searched = "yes";
  } catch (error) {
    if (mine === round) fill(one("#lab-views"), problemText(error));
  }
}

topBar("");
try {
  all = await games();
  inEveryLanguage(() => {
    draw();
    views = views.map((view) => {
      view.close();
      return new LabView(view.host, view.facts, view.id);
    });
  });
  await search();
} catch (error) {
  fill(one("main"), problemText(error));
}
