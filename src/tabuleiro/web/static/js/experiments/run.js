/** How a run stands: progress, standings, cross table, charts, games to replay. */

import { ask, keepToken } from "../api.js";
import { complain, theme } from "../chrome.js";
import { h } from "../dom.js";
import { language, lengthWords, number, say, t } from "../language.js";
import { button, figure, table } from "../widgets.js";

/** @typedef {import("../types.js").Run} Run */

const SHOWN = 60;

/** @param {Run} run @param {string} bot */
function called(run, bot) {
  return say(run.titles[bot]) || bot;
}

/** Its name, or who plays what. @param {Run} run */
export function runTitle(run) {
  if (!run.title.startsWith(`${run.game}: `)) return run.title;
  return `${say(run.game_title)}: ${run.bots.map((bot) => called(run, bot)).join(", ")}`;
}

/** @param {Run} run @param {{stop: () => void, resume: () => void}} verbs */
export function drawnRun(run, { stop, resume }) {
  return h(
    "div",
    { class: "panel-box", "data-run": run.id, "data-state": run.state },
    h(
      "div",
      { class: "title-row" },
      h("h2", null, runTitle(run)),
      h("span", { class: `tag ${run.state}` }, t(`experiments.${run.state}`)),
    ),
    h("progress", {
      max: run.of,
      value: run.done,
      "aria-label": t("experiments.progress", { done: run.done, of: run.of }),
    }),
    h("p", { class: "muted" }, t("experiments.progress", { done: run.done, of: run.of })),
    run.problem ? h("p", { class: "problem" }, say(run.problem)) : null,
    run.state === "running"
      ? button(t("experiments.stop"), stop)
      : null,
    h(
      "div",
      { class: "actions" },
      run.state === "stopped"
        ? button(t("play.resume"), resume)
        : null,
      run.done && run.state !== "running"
        ? h(
            "a",
            {
              class: "button",
              href: `/api/arenas/${run.id}/report?language=${language()}`,
              download: `${run.id}.html`,
            },
            t("experiments.report"),
          )
        : null,
    ),
    run.standings.length ? [h("h3", null, t("experiments.standings")), standings(run)] : null,
    (run.state === "running" ? [] : run.notes).map((note) => h("p", { class: "muted" }, note)),
    run.table.length ? [h("h3", null, t("experiments.table")), cross(run)] : null,
    run.charts.length
      ? [
          h("h3", null, t("experiments.charts")),
          h(
            "div",
            { class: "charts" },
            run.charts.map((chart) =>
              h("img", {
                alt: say(chart.title),
                src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(
                  chart.svg.replace("<svg ", `<svg data-theme="${theme()}" `),
                )}`,
              }),
            ),
          ),
        ]
      : null,
    run.games.length ? [h("h3", null, t("experiments.games")), gameList(run)] : null,
  );
}

/** @param {{elo: number | null, low: number | null, high: number | null}} row */
function eloText({ elo, low, high }) {
  const whole = (/** @type {number} */ value) =>
    number(Math.round(value), { signDisplay: "exceptZero" });
  if (elo !== null && low !== null && high !== null) {
    if (low === high) return whole(elo); // it is what the others are compared with
    return `${whole(elo)} ± ${number(Math.round((high - low) / 2))}`;
  }
  // Somebody who won or lost everything has a bound on one side only.
  if (low !== null) return `≥ ${whole(low)}`;
  return high === null ? "" : `≤ ${whole(high)}`;
}

/** @param {Run} run */
function standings(run) {
  const columns = ["bot", "played", "wins", "draws", "losses", "score", "elo"];
  const head = (/** @type {string} */ name, /** @type {number} */ place) =>
    h("th", { scope: "col", class: place ? "number" : "" }, t(`experiments.${name}`));
  return table(t("experiments.standings"), {
    id: "standings",
    head: columns.map(head),
    rows: run.standings.map((row) => [
      h("th", { scope: "row", title: row.bot }, called(run, row.bot)),
      figure(row.games),
      figure(row.wins),
      figure(row.draws),
      figure(row.losses),
      figure(`${number(100 * row.score, { maximumFractionDigits: 1 })} %`),
      figure(eloText(row)),
    ]),
  });
}

/** @param {Run} run */
function cross(run) {
  const names = run.standings.length
    ? run.standings.map((row) => row.bot)
    : [...new Set(run.table.flatMap((row) => [row.first, row.second]))];
  /** @param {string} a @param {string} b */
  const result = (a, b) => {
    const direct = run.table.find((row) => row.first === a && row.second === b);
    if (direct) return `${direct.wins}–${direct.draws}–${direct.losses}`;
    const reverse = run.table.find((row) => row.first === b && row.second === a);
    return reverse ? `${reverse.losses}–${reverse.draws}–${reverse.wins}` : "";
  };
  return table(t("experiments.table"), {
    head: [
      h("td"),
      ...names.map((name) => h("th", { scope: "col", title: name }, called(run, name))),
    ],
    rows: names.map((row) => [
      h("th", { scope: "row" }, called(run, row)),
      ...names.map((column) => (row === column ? "·" : result(row, column))),
    ]),
  });
}

/** @param {Run} run */
function gameList(run) {
  const last = run.games.slice(-SHOWN).reverse();
  return table(t("experiments.games"), {
    id: "games",
    class: "low",
    rows: last.map((each) => [
      figure(each.number),
      `${called(run, each.first)} – ${called(run, each.second)}`,
      each.result.replace("1/2-1/2", "½–½").replace("-", "–"),
      lengthWords(each.plies),
      h(
        "td",
        { class: "row-actions" },
        button(t("experiments.replay"), () => replay(run, each.number), { class: "quiet" }),
      ),
    ]),
  });
}

/** @param {Run} run @param {number} game */
async function replay(run, game) {
  try {
    const made = await ask(`/api/arenas/${run.id}/games/${game}`, { method: "POST" });
    keepToken(made.id, made.token);
    location.href = `/play/${made.id}`;
  } catch (error) {
    complain(error);
  }
}
