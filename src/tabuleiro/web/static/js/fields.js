/** Form fields built from declarations, and the choice of a bot. */

import { h } from "./dom.js";
import { say } from "./language.js";
import { input, select } from "./widgets.js";

/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").GameFacts} GameFacts */

let count = 0;

/** An id that no other field has. */
export function freshId() {
  return `field-${++count}`;
}

/**
 * A field for one declared option.
 * @param {Option} option
 * @param {any} value
 * @param {(value: any) => void} change
 */
export function field(option, value, change) {
  const id = freshId();
  /** Help names each choice as it is typed; here they have titles. @param {string} help */
  const plain = (help) =>
    (option.choices ?? []).reduce((text, choice) => text.replace(` (${choice})`, ""), help);
  return h(
    "div",
    { class: `field ${option.type}` },
    h("label", { for: id }, say(option.title)),
    control(option, value, change, { id, "aria-describedby": `${id}-help`, name: option.name }),
    h("small", { id: `${id}-help` }, plain(say(option.help))),
  );
}

/**
 * @param {Option} option @param {any} value @param {(value: any) => void} change
 * @param {Record<string, any>} props
 */
function control(option, value, change, props) {
  const { choices, choice_titles: titles } = option;
  if (option.type === "check") {
    return h("input", {
      ...props,
      type: "checkbox",
      class: "switch",
      checked: value,
      onchange: (/** @type {Event} */ event) => change(input(event).checked),
    });
  }
  if (choices) {
    const named = (/** @type {any} */ choice, /** @type {number} */ index) => ({
      value: choice,
      text: say(titles[index]) || String(choice),
    });
    return select(choices.map(named), value, change, props);
  }
  return h("input", {
    ...props,
    type: option.type === "text" ? "text" : "number",
    value: String(value),
    min: option.min,
    max: option.max,
    step: option.step ?? (option.type === "number" ? "any" : null),
    onchange: (/** @type {Event} */ event) => change(input(event).value),
  });
}

/**
 * The name of a bot for people; a star tells of changes.
 * @param {GameFacts} facts @param {string} bot
 */
export function botName(facts, bot) {
  const [base, ...changes] = bot.split(",");
  const known = facts.bots.find((each) => each.name === base);
  return known ? say(known.title) + (changes.length ? " *" : "") : bot;
}

/**
 * All bots in groups, as choices.
 * @param {GameFacts} facts
 */
export function botChoices(facts) {
  return Object.entries(facts.groups).map(([group, title]) => {
    const bots = facts.bots.filter((bot) => bot.group === group);
    return bots.length
      ? {
          label: say(title),
          choices: bots.map((bot) => ({
            value: bot.name,
            text: say(bot.title),
            title: say(bot.text),
          })),
        }
      : null;
  });
}
