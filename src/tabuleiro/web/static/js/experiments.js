/** Experiments: bots against bots, many games, and what follows from them. */

import { ask, games } from "./api.js";
import { announce, complain, topBar } from "./chrome.js";
import { fill, h, one } from "./dom.js";
import { botName, botOptions, customBot, field } from "./fields.js";
import { drawnRun, runTitle } from "./experiments/run.js";
import { date, inEveryLanguage, say, t } from "./language.js";

/** @typedef {import("./types.js").GameFacts} GameFacts */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Run} Run */

const EVERY = 1000;
const PLAIN = 2; // how many fields everybody sees

/** @type {GameFacts[]} */
let known = [];
/** @type {Option[] | null} */
let fields = null;
/** @type {Run[]} */
let runs = [];
/** @type {Run | null} */
let open = null;
let game = "";
/** @type {string[]} */
let bots = [];
/** @type {Record<string, any>} */
let values = {};
/** @type {Record<string, any>} */
let options = {};
let problem = "";
let missing = false;
let loaded = false;

topBar("experiments");
inEveryLanguage(draw);
void load();

async function load() {
  try {
    known = await games();
    game = known[0]?.name ?? "";
    usualBots();
    fields = (await ask("/api/arenas/form")).fields;
    await refresh();
    loaded = true;
    draw();
    const wanted = location.pathname.split("/")[2] ?? "";
    if (wanted) await look(wanted);
  } catch {
    missing = fields === null;
    loaded = true;
    draw();
  }
}

/** @returns {GameFacts | undefined} */
function facts() {
  return known.find((each) => each.name === game);
}

function usualBots() {
  const names = facts()?.bots.map((bot) => bot.name) ?? [];
  bots = ["easy", "medium"].filter((name) => names.includes(name));
}

async function refresh() {
  runs = (await ask("/api/arenas")).arenas;
}

/** Follow a run while it goes on. @param {string} id */
async function look(id) {
  history.replaceState(null, "", `/experiments/${id}`);
  do {
    try {
      const found = await ask(`/api/arenas/${id}`);
      if (open && open.id !== id) return;
      open = found;
    } catch (error) {
      open = null;
      complain(error);
    }
    drawRun();
    if (open?.state !== "running") break;
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  } while (open && open.id === id);
  await refresh();
  drawRuns();
  if (open) announce(`${runTitle(open)}: ${t(`experiments.${open.state}`)}`);
}

function draw() {
  document.title = `${t("experiments.title")} · Tabuleiro`;
  fill(
    one("#experiments"),
    h("h1", null, t("experiments.title")),
    h("p", { class: "muted" }, t("experiments.intro")),
    missing ? h("p", { class: "empty" }, t("experiments.missing")) : null,
    h("section", { class: "panel-box", id: "form", hidden: missing }),
    h("section", { id: "run" }),
    h("section", { class: "panel-box", id: "runs", hidden: missing }),
  );
  drawForm();
  drawRun();
  drawRuns();
}

function drawForm() {
  const chosen = facts();
  const box = document.getElementById("form");
  if (!box) return;
  if (!chosen || !fields) {
    fill(box, h("p", { class: "muted" }, t("loading")));
    return;
  }
  const adding = h(
    "select",
    {
      "aria-label": t("experiments.add"),
      onchange: (/** @type {Event} */ event) => {
        const { value } = /** @type {HTMLSelectElement} */ (event.target);
        if (value === "custom") addCustom(chosen);
        else {
          bots = [...bots, value];
          drawForm();
        }
      },
    },
    h("option", { value: "" }, t("experiments.add")),
    botOptions(chosen, ""),
    h("option", { value: "custom" }, t("setup.custom")),
  );
  fill(
    box,
    h(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void start();
        },
      },
      h(
        "div",
        { class: "run-form" },
        h(
          "div",
          { class: "field" },
          h("label", { for: "arena-game" }, t("history.game")),
          h(
            "select",
            {
              id: "arena-game",
              onchange: (/** @type {Event} */ event) => {
                game = /** @type {HTMLSelectElement} */ (event.target).value;
                options = {};
                usualBots();
                drawForm();
              },
            },
            known.map((each) =>
              h("option", { value: each.name, selected: each.name === game }, say(each.title)),
            ),
          ),
        ),
        h(
          "div",
          { class: "field wide" },
          h("span", { class: "field-title" }, t("experiments.choose_bots")),
          h(
            "div",
            { class: "bot-list", id: "bots" },
            bots.map((bot, index) =>
              h(
                "button",
                {
                  type: "button",
                  title: bot,
                  "aria-label": `${botName(bot)}: ${t("experiments.remove")}`,
                  onclick: () => {
                    bots = bots.filter((_, other) => other !== index);
                    drawForm();
                  },
                },
                botName(bot),
                " ✕",
              ),
            ),
            adding,
          ),
          h("div", { id: "custom-bot" }),
        ),
        fields.slice(0, PLAIN).map(settingField),
      ),
      h(
        "details",
        null,
        h("summary", null, t("experiments.more")),
        h("div", { class: "run-form" }, fields.slice(PLAIN).map(settingField)),
      ),
      h(
        "details",
        null,
        h("summary", null, t("setup.options")),
        h(
          "div",
          { class: "run-form" },
          chosen.options.map((option) =>
            field(option, options[option.name] ?? option.default, (value) => {
              options[option.name] = value;
            }),
          ),
        ),
      ),
      h("p", { class: "problem", role: "alert" }, problem),
      h(
        "div",
        { class: "actions" },
        h("button", { class: "primary", type: "submit", id: "start-run" }, t("experiments.start")),
      ),
    ),
  );
}

/** @param {Option} option */
function settingField(option) {
  return field(option, values[option.name] ?? option.default, (value) => {
    values[option.name] = value;
  });
}

/** @param {GameFacts} chosen */
function addCustom(chosen) {
  let text = "";
  fill(
    one("#custom-bot"),
    customBot(chosen, (made) => {
      text = made;
    }),
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          bots = [...bots, text];
          drawForm();
        },
      },
      t("experiments.add"),
    ),
  );
}

async function start() {
  problem = bots.length < 2 && !values.ladder ? t("experiments.pick_two") : "";
  if (!problem) {
    try {
      const given = Object.fromEntries(
        (fields ?? []).map((option) => {
          const value = values[option.name] ?? option.default;
          return [
            option.name,
            option.type === "int" || option.type === "float" ? Number(value) : value,
          ];
        }),
      );
      const { id } = await ask("/api/arenas", { body: { game, options, bots, ...given } });
      open = null;
      drawForm();
      void look(id);
      return;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
  }
  drawForm();
}

function drawRuns() {
  const box = document.getElementById("runs");
  if (!box) return;
  fill(
    box,
    h("h2", null, t("experiments.runs")),
    runs.length
      ? h(
          "div",
          { class: "scroll", tabindex: "0", role: "region", "aria-label": t("experiments.runs") },
          h(
            "table",
            null,
            h(
              "tbody",
              null,
              runs.map((run) =>
                h(
                  "tr",
                  null,
                  h(
                    "td",
                    null,
                    h(
                      "button",
                      {
                        type: "button",
                        class: "quiet",
                        onclick: () => {
                          open = null;
                          void look(run.id);
                        },
                      },
                      runTitle(run),
                    ),
                  ),
                  h(
                    "td",
                    null,
                    h("span", { class: `tag ${run.state}` }, t(`experiments.${run.state}`)),
                  ),
                  h(
                    "td",
                    { class: "number" },
                    t("experiments.progress", { done: run.done, of: run.of }),
                  ),
                  h("td", null, date(new Date(1000 * run.created).toISOString())),
                  h(
                    "td",
                    { class: "row-actions" },
                    h(
                      "button",
                      { type: "button", class: "quiet danger", onclick: () => void remove(run) },
                      t(run.state === "running" ? "experiments.stop" : "experiments.remove"),
                    ),
                  ),
                ),
              ),
            ),
          ),
        )
      : h("p", { class: "muted" }, t(loaded ? "experiments.none" : "loading")),
  );
}

/** @param {Run} run */
async function remove(run) {
  try {
    await ask(`/api/arenas/${run.id}`, { method: "DELETE" });
    if (run.state !== "running" && open?.id === run.id) open = null;
    await refresh();
  } catch (error) {
    complain(error);
  }
  drawRun();
  drawRuns();
}

/** @param {Run} run */
async function resume(run) {
  try {
    await ask(`/api/arenas/${run.id}/resume`, { method: "POST" });
    open = null;
    void look(run.id);
  } catch (error) {
    complain(error);
  }
}

function drawRun() {
  const box = document.getElementById("run");
  const run = open;
  if (box)
    fill(
      box,
      run ? drawnRun(run, { stop: () => void remove(run), resume: () => void resume(run) }) : null,
    );
}
