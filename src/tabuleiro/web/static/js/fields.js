/** Form fields built from declarations, and the choice of a bot. */

import { fill, h } from "./dom.js";
import { say, t, word } from "./language.js";

/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").GameFacts} GameFacts */

let count = 0;

/**
 * A field for one declared option.
 * @param {Option} option
 * @param {any} value
 * @param {(value: any) => void} change
 */
export function field(option, value, change) {
  const id = `field-${++count}`;
  const title = word(`option.${option.name}`, option.name.replaceAll("_", " "));
  const help = h("small", { id: `${id}-help` }, say(option.help));
  return h(
    "div",
    { class: `field ${option.type}` },
    h("label", { for: id }, title),
    control(option, value, change, { id, "aria-describedby": `${id}-help`, name: option.name }),
    help,
  );
}

/**
 * @param {Option} option @param {any} value @param {(value: any) => void} change
 * @param {Record<string, any>} props
 */
function control(option, value, change, props) {
  if (option.type === "bool") {
    return h("input", {
      ...props,
      type: "checkbox",
      class: "switch",
      checked: value,
      onchange: (/** @type {Event} */ event) => change(input(event).checked),
    });
  }
  const choices = option.type === "choice" ? (option.choices ?? []) : few(option);
  if (choices) {
    return h(
      "select",
      { ...props, onchange: (/** @type {Event} */ event) => change(input(event).value) },
      choices.map((choice) =>
        h(
          "option",
          { value: choice, selected: String(choice) === String(value) },
          typeof choice === "string" ? word(`values.${choice}`, choice) : String(choice),
        ),
      ),
    );
  }
  return h("input", {
    ...props,
    type: option.type === "text" ? "text" : "number",
    value: String(value),
    min: option.low,
    max: option.high,
    step: option.step ?? (option.type === "float" ? "any" : null),
    onchange: (/** @type {Event} */ event) => change(input(event).value),
  });
}

/** A short range of numbers as choices. @param {Option} option */
function few(option) {
  const { type, low, high, step } = option;
  if (type !== "int" || low === null || high === null || (high - low) / (step ?? 1) > 12)
    return null;
  const found = [];
  for (let n = low; n <= high; n += step ?? 1) found.push(n);
  return found;
}

/** @param {Event} event */
function input(event) {
  return /** @type {HTMLInputElement} */ (event.target);
}

/**
 * The name of a bot for people.
 * @param {string | null} bot
 */
export function botName(bot) {
  if (!bot) return "";
  const [base, ...changes] = bot.split(",");
  const known = word(`bot.${base}`, base.replace("classic-", "").replaceAll("-", " "));
  const name = known.charAt(0).toUpperCase() + known.slice(1);
  return changes.length ? `${name} *` : base.startsWith("classic-") ? `${name} (classic)` : name;
}

/**
 * The options of a select with all bots in groups.
 * @param {GameFacts} facts @param {string} chosen
 */
export function botOptions(facts, chosen) {
  const groups = /** @type {const} */ ([
    ["level", "levels"],
    ["simple", "simple"],
    ["classic", "classic"],
  ]);
  return groups.map(([group, title]) => {
    const bots = facts.bots.filter((bot) => bot.group === group);
    return bots.length
      ? h(
          "optgroup",
          { label: t(`setup.${title}`) },
          bots.map((bot) =>
            h(
              "option",
              { value: bot.name, selected: bot.name === chosen, title: say(bot.text) },
              botName(bot.name),
            ),
          ),
        )
      : null;
  });
}

/**
 * Sliders for a bot of one's own; `change` gets its text.
 * @param {GameFacts} facts
 * @param {(text: string) => void} change
 */
export function customBot(facts, change) {
  const bases = ["hard", "mcts"].filter((name) => facts.bots.some((bot) => bot.name === name));
  let base = bases[0];
  /** @type {Record<string, number>} */
  let values = {};
  /** @type {Record<string, number> | null} */
  let weights = null;
  const box = h("div", { class: "custom" });

  function tell() {
    const parts = Object.entries(values).map(([name, value]) => `${name}=${value}`);
    const terms = Object.entries(weights ?? {}).filter(([, value]) => value);
    if (terms.length)
      parts.push(`weights=${terms.map(([term, value]) => `${term}=${value}`).join("+")}`);
    change([base, ...parts].join(","));
  }

  /** @param {string} title @param {number} value @param {[number, number, number]} range @param {(value: number) => void} set @param {string} help */
  function slider(title, value, [low, high, step], set, help) {
    const id = `field-${++count}`;
    const shown = h("output", { for: id }, String(value));
    return h(
      "div",
      { class: "slider", title: help },
      h("label", { for: id }, title),
      h("input", {
        id,
        type: "range",
        min: low,
        max: high,
        step,
        value: String(value),
        oninput: (/** @type {Event} */ event) => {
          set(Number(input(event).value));
          shown.textContent = input(event).value;
          tell();
        },
      }),
      shown,
    );
  }

  function draw() {
    const bot = facts.bots.find((each) => each.name === base);
    const algorithm = bot?.algorithm ?? "alphabeta";
    const best = facts.weights.best ?? {};
    fill(
      box,
      h(
        "div",
        { class: "field" },
        h("label", { for: "custom-base" }, t("setup.custom_base")),
        h(
          "select",
          {
            id: "custom-base",
            onchange: (/** @type {Event} */ event) => {
              base = input(event).value;
              values = {};
              draw();
              tell();
            },
          },
          bases.map((name) => h("option", { value: name, selected: base === name }, botName(name))),
        ),
      ),
      facts.settings.map((setting) =>
        setting.slider && setting.algorithms.includes(algorithm) && SLIDERS.includes(setting.name)
          ? slider(
              word(`setting.${setting.name}`, setting.name),
              values[setting.name] ?? bot?.settings[setting.name] ?? setting.default,
              setting.slider,
              (value) => {
                values[setting.name] = value;
              },
              say(setting.help),
            )
          : null,
      ),
      facts.terms.length
        ? h(
            "details",
            null,
            h("summary", null, t("setting.weights")),
            facts.terms.map((term) =>
              slider(
                word(`term.${term}`, term.replaceAll("_", " ")),
                weights?.[term] ?? best[term] ?? 0,
                [-300, 300, 5],
                (value) => {
                  weights = { ...best, ...weights, [term]: value };
                },
                "",
              ),
            ),
          )
        : null,
    );
  }
  draw();
  tell();
  return box;
}

/** The settings that a person can judge. */
const SLIDERS = ["depth", "seconds", "error", "iterations", "exploration", "rollout"];
