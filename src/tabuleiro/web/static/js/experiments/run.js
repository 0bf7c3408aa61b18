/** How a run stands: progress, standings, cross table, charts, games to replay. */

import { ask, keepToken } from "../api.js";
import { complain } from "../chrome.js";
import { h } from "../dom.js";
import { botName } from "../fields.js";
import { language, lengthWords, number, say, t } from "../language.js";

/** @typedef {import("../types.js").Run} Run */

const SHOWN = 60;

/** Its name, or who plays what. @param {Run} run */
export function runTitle(run) {
  if (!run.title.startsWith(`${run.game}: `)) return run.title;
  const game = run.game.charAt(0).toUpperCase() + run.game.slice(1);
  return `${game}: ${run.bots.map(botName).join(", ")}`;
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
    run.error ? h("p", { class: "problem" }, run.error) : null,
    run.state === "running"
      ? h("button", { type: "button", onclick: stop }, t("experiments.stop"))
      : null,
    h(
      "div",
      { class: "actions" },
      run.state === "stopped"
        ? h("button", { type: "button", onclick: resume }, t("play.resume"))
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
                src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(chart.svg)}`,
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
    return `${whole(elo)} ± ${number(Math.round((high - low) / 2))}`;
  }
  // Somebody who won or lost everything has a bound on one side only.
  if (low !== null) return `≥ ${whole(low)}`;
  return high === null ? "" : `≤ ${whole(high)}`;
}

/** @param {Run} run */
function standings(run) {
  const columns = ["bot", "played", "wins", "draws", "losses", "score", "elo"];
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": t("experiments.standings") },
    h(
      "table",
      { id: "standings" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          columns.map((name, i) =>
            h("th", { scope: "col", class: i ? "number" : "" }, t(`experiments.${name}`)),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        run.standings.map((row) =>
          h(
            "tr",
            null,
            h("th", { scope: "row", title: row.bot }, botName(row.bot)),
            [
              row.games,
              row.wins,
              row.draws,
              row.losses,
              `${number(100 * row.score, { maximumFractionDigits: 1 })} %`,
              eloText(row),
            ].map((value) => h("td", { class: "number" }, String(value))),
          ),
        ),
      ),
    ),
  );
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
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": t("experiments.table") },
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td"),
          names.map((name) => h("th", { scope: "col", title: name }, botName(name))),
        ),
      ),
      h(
        "tbody",
        null,
        names.map((row) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, botName(row)),
            names.map((column) => h("td", null, row === column ? "·" : result(row, column))),
          ),
        ),
      ),
    ),
  );
}

/** @param {Run} run */
function gameList(run) {
  return h(
    "div",
    { class: "scroll low", tabindex: "0", role: "region", "aria-label": t("experiments.games") },
    h(
      "table",
      { id: "games" },
      h(
        "tbody",
        null,
        run.games
          .slice(-SHOWN)
          .reverse()
          .map((each) =>
            h(
              "tr",
              null,
              h("td", { class: "number" }, each.number),
              h("td", null, `${botName(each.first)} – ${botName(each.second)}`),
              h("td", null, each.result.replace("1/2-1/2", "½–½").replace("-", "–")),
              h("td", null, lengthWords(each.plies)),
              h(
                "td",
                { class: "row-actions" },
                h(
                  "button",
                  {
                    type: "button",
                    class: "quiet",
                    onclick: async () => {
                      try {
                        const path = `/api/arenas/${run.id}/games/${each.number}`;
                        const made = await ask(path, { method: "POST" });
                        keepToken(made.id, made.token);
                        location.href = `/play/${made.id}`;
                      } catch (error) {
                        complain(error);
                      }
                    },
                  },
                  t("experiments.replay"),
                ),
              ),
            ),
          ),
      ),
    ),
  );
}
