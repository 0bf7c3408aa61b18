/** Past games: replay, save, delete, open a saved one. */

import { ask, games, matches, tokenOf } from "./api.js";
import { complain, dialog, topBar } from "./chrome.js";
import { fill, h, one } from "./dom.js";
import { date, inEveryLanguage, lengthWords, say, t } from "./language.js";
import { forget, recall } from "./memory.js";
import { givenName } from "./names.js";
import { openRecord } from "./records.js";

/** @typedef {import("./types.js").Summary} Summary */
/** @typedef {import("./types.js").GameFacts} GameFacts */

const PAGE = 30;
/** What is said where there are no games. */
const WITHOUT = { loading: "loading", ready: "history.none", failed: "failed" };

/** @type {Summary[]} */
let shown = [];
let loaded = 0;
let total = 0;
let game = "";
let search = "";
/** @type {"loading" | "ready" | "failed"} */
let state = "loading";
/** @type {GameFacts[]} */
let known = [];

topBar("history");
inEveryLanguage(draw);
void games()
  .then((facts) => {
    known = facts;
    draw();
  })
  .catch(complain);
void load();

async function load() {
  const asked = `${game} ${search}`;
  try {
    const answer = await matches({ limit: PAGE, offset: loaded, ...(game ? { game } : {}), ...(search ? { search } : {}) });
    if (asked !== `${game} ${search}`) return;
    loaded += answer.matches.length;
    shown = [...shown, ...answer.matches.filter((match) => match.plies > 0)];
    total = answer.total;
    state = "ready";
  } catch {
    state = "failed";
  }
  draw();
}

function draw() {
  document.title = `${t("history.title")} · Tabuleiro`;
  fill(
    one("#history"),
    h(
      "div",
      { class: "title-row" },
      h("h1", null, t("history.title")),
      h(
        "div",
        { class: "actions" },
        h("input", {
          type: "text",
          id: "search",
          "aria-label": t("history.search"),
          placeholder: t("history.search"),
          value: search,
          onchange: (/** @type {Event} */ event) => {
            search = /** @type {HTMLInputElement} */ (event.target).value.trim();
            shown = [];
            loaded = 0;
            void load();
          },
        }),
        h(
          "select",
          {
            "aria-label": t("history.game"),
            onchange: (/** @type {Event} */ event) => {
              game = /** @type {HTMLSelectElement} */ (event.target).value;
              shown = [];
              loaded = 0;
              void load();
            },
          },
          h("option", { value: "" }, t("history.all")),
          known.map((facts) =>
            h("option", { value: facts.name, selected: facts.name === game }, say(facts.title)),
          ),
        ),
        h("label", { class: "button", for: "load" }, t("history.open")),
        h("input", {
          id: "load",
          class: "visually-hidden",
          type: "file",
          accept: ".txt,.game,text/plain",
          onchange: openRecord,
        }),
      ),
    ),
    shown.length
      ? h(
          "div",
          {
            class: "scroll panel-box",
            tabindex: "0",
            role: "region",
            "aria-label": t("history.title"),
          },
          h(
            "table",
            { class: "history" },
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                ["game", "players", "result", "length", "date"].map((name) =>
                  h("th", { scope: "col" }, t(`history.${name}`)),
                ),
                h(
                  "th",
                  { scope: "col" },
                  h("span", { class: "visually-hidden" }, t("history.actions")),
                ),
              ),
            ),
            h("tbody", null, shown.map(row)),
          ),
        )
      : h("p", { class: "empty" }, t(WITHOUT[state])),
    state === "failed"
      ? h("button", { type: "button", onclick: () => void load() }, t("retry"))
      : null,
    loaded < total
      ? h("button", { type: "button", onclick: () => void load() }, t("history.more"))
      : null,
  );
}

/** @param {Summary} match */
function row(match) {
  const token = tokenOf(match.id);
  return h(
    "tr",
    { "data-match": match.id },
    h("td", null, h("a", { href: `/play/${match.id}` }, say(match.title))),
    h("td", null, playersOf(match)),
    h(
      "td",
      null,
      match.result === "*"
        ? t("history.unfinished")
        : match.result.replace("1/2-1/2", "½–½").replace("-", "–"),
    ),
    h("td", null, lengthWords(match.plies)),
    h("td", null, date(match.updated)),
    h(
      "td",
      { class: "row-actions" },
      h(
        "a",
        { class: "button quiet", href: `/play/${match.id}` },
        t(match.result === "*" && token ? "start.continue" : "history.replay"),
      ),
      h(
        "a",
        {
          class: "button quiet",
          href: `/api/matches/${match.id}/record`,
          download: `${match.game}-${match.id}.txt`,
        },
        t("history.record"),
      ),
      token
        ? h(
            "button",
            { type: "button", class: "quiet danger", onclick: () => remove(match, token) },
            t("history.remove"),
          )
        : null,
    ),
  );
}

/** Who played, first the one who moved first. @param {Summary} match */
function playersOf(match) {
  if (match.analysis && match.seats.every((seat) => !seat.name)) return t("nav.analysis");
  const linked = match.seats.some((seat) => seat.kind === "link");
  const here = !linked || recall(`join.${match.id}`);
  const mine = !tokenOf(match.id) ? "" : here ? "human" : "link";
  return match.seats
    .map((seat, player) => {
      const name = givenName(seat);
      if (name) return name;
      const first = match.seats.findIndex((other) => other.kind === mine);
      if (player === first) return t("seat.you");
      return t(mine && linked ? "seat.friend" : "seat.guest");
    })
    .join(" – ");
}

/** @param {Summary} match @param {string} token */
function remove(match, token) {
  dialog(t("history.remove"), (close) => [
    h("p", null, t("history.remove_sure")),
    h(
      "div",
      { class: "actions" },
      h(
        "button",
        {
          type: "button",
          class: "primary",
          onclick: async () => {
            close();
            try {
              await ask(`/api/matches/${match.id}`, { method: "DELETE", token });
              forget(`token.${match.id}`);
              shown = shown.filter((other) => other !== match);
              draw();
            } catch (error) {
              complain(error);
            }
          },
        },
        t("history.remove"),
      ),
      h("button", { type: "button", onclick: close }, t("cancel")),
    ),
  ]);
}
