/** What this browser knows of whoever uses it: lessons, puzzles, results; and how to take it along. */

import { games } from "./api.js";
import { complain, dialog, toast, topBar } from "./chrome.js";
import { fill, h, one } from "./dom.js";
import { botName } from "./fields.js";
import { inEveryLanguage, number, say, t } from "./language.js";
import { dayStreak, doneLessons, row, solvedPuzzles } from "./learn/progress.js";
import { ownName } from "./names.js";
import { button, table } from "./widgets.js";
import { isOn, turnOn } from "./you/calls.js";
import { deleted, exported, imported, secret } from "./you/profile.js";
import { ratingOf } from "./you/rating.js";
import { resultsIn } from "./you/results.js";

/** @typedef {import("./types.js").GameFacts} GameFacts */

const COLUMNS = ["game", "lessons", "puzzles", "results", "rating"];
/** @type {GameFacts[]} */
let known = [];
secret();
topBar("you");
inEveryLanguage(draw);
void games()
  .then((facts) => {
    known = facts;
    draw();
  })
  .catch(complain);

function draw() {
  document.title = `${t("you.title")} · Tabuleiro`;
  const days = dayStreak(new Date().toISOString().slice(0, 10));
  const name = ownName();
  fill(
    one("#you"),
    h("h1", null, name || t("you.title")),
    h("p", { class: "muted" }, t("you.help")),
    h(
      "p",
      { id: "streak" },
      [t("you.days", { count: days }), t("you.row", { count: row() })].join(" · "),
    ),
    known.length
      ? table(t("you.games"), {
          id: "progress",
          class: "panel-box",
          head: COLUMNS.map((each) => t(`you.${each}`)),
          rows: known
            .filter((facts) => facts.lessons || resultsIn(facts.name).length)
            .map((facts) =>
              gameRow(facts).map((each, column) =>
                h("td", { "data-label": t(`you.${COLUMNS[column]}`) }, each),
              ),
            ),
        })
      : h("p", { class: "empty" }, t("loading")),
    h("h2", null, t("you.calls")),
    h("div", { class: "calls" }, callSwitch("sound"), callSwitch("notify")),
    h("h2", null, t("you.data")),
    h("p", { class: "muted" }, t("you.data_help")),
    h(
      "div",
      { class: "actions" },
      button(t("you.export"), save, { id: "export" }),
      h("label", { class: "button", for: "import" }, t("you.import")),
      h("input", {
        id: "import",
        class: "visually-hidden",
        type: "file",
        accept: ".json,application/json",
        onchange: load,
      }),
      button(t("you.delete"), remove, { class: "danger", id: "delete" }),
    ),
  );
}

/** @param {GameFacts} facts @returns {import("./dom.js").Child[]} */
function gameRow(facts) {
  const results = resultsIn(facts.name);
  const levels = facts.bots.filter((bot) => bot.group === "level").map((bot) => bot.name);
  const found = ratingOf(results, levels);
  const beaten = results.filter((each) => each.score === 1).map((each) => each.bot);
  const best = [...levels].reverse().find((level) => beaten.includes(level));
  const wins = results.filter((each) => each.score === 1).length;
  const draws = results.filter((each) => each.score === 0.5).length;
  return [
    h("a", { href: facts.lessons ? `/learn/${facts.name}` : `/?game=${facts.name}` }, say(facts.title)),
    facts.lessons ? `${doneLessons(facts.name).length} / ${facts.lessons}` : "–",
    facts.puzzles ? `${solvedPuzzles(facts.name).length} / ${facts.puzzles}` : "–",
    results.length
      ? t("you.score", { wins, draws, losses: results.length - wins - draws }) +
        (best ? ` · ${t("you.beaten", { level: botName(facts, best) })}` : "")
      : "–",
    found ? number(found.rating) : "–",
  ];
}

/** @param {"sound" | "notify"} call */
function callSwitch(call) {
  const box = h("input", {
    type: "checkbox",
    class: "switch",
    id: call,
    checked: isOn(call),
    onchange: async (/** @type {Event} */ event) => {
      const wanted = /** @type {HTMLInputElement} */ (event.target).checked;
      const is = await turnOn(call, wanted);
      if (wanted && !is) toast(t("you.refused"), "bad");
      draw();
    },
  });
  return h("div", { class: "field check" }, h("label", { for: call }, t(`you.${call}`)), box);
}

function save() {
  const file = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
  h("a", { href: file, download: "tabuleiro-profile.json" }).click();
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
}

/** @param {Event} event */
async function load(event) {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (!file) return;
  if (imported(await file.text())) location.reload();
  else toast(t("you.no_profile"), "bad");
}

function remove() {
  dialog(t("you.delete"), (close) => [
    h("p", null, t("you.delete_sure")),
    h(
      "div",
      { class: "actions" },
      button(
        t("you.delete"),
        () => {
          deleted();
          location.href = "/you";
        },
        { class: "primary", id: "delete-yes" },
      ),
      button(t("cancel"), close),
    ),
  ]);
}
