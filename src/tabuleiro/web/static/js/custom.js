/** Sliders for a bot of one's own. */

import { fill, h } from "./dom.js";
import { botName, freshId } from "./fields.js";
import { say, t } from "./language.js";
import { input, labelled, select } from "./widgets.js";

/** @typedef {import("./types.js").GameFacts} GameFacts */
/** @typedef {import("./types.js").Setting} Setting */

/** The bots that one's own can be made of. */
const BASES = ["hard", "mcts"];
/** The settings that a person can judge. */
const SLIDERS = ["depth", "seconds", "error", "iterations", "exploration", "rollout"];
/** @type {[number, number, number]} */
const WEIGHTS = [-300, 300, 5];

/**
 * @param {GameFacts} facts
 * @param {(text: string) => void} change  gets the bot's text
 */
export function customBot(facts, change) {
  const made = new Custom(facts, change);
  made.draw();
  made.tell();
  return made.box;
}

class Custom {
  box = h("div", { class: "custom" });
  /** @type {Record<string, number>} */
  values = {};
  /** @type {Record<string, number> | null} */
  weights = null;

  /** @param {GameFacts} facts @param {(text: string) => void} change */
  constructor(facts, change) {
    this.facts = facts;
    this.change = change;
    this.bases = BASES.filter((name) => facts.bots.some((bot) => bot.name === name));
    this.base = this.bases[0];
    this.best = facts.weights.best ?? {};
  }

  tell() {
    const parts = Object.entries(this.values).map(([name, value]) => `${name}=${value}`);
    const terms = Object.entries(this.weights ?? {}).filter(([, value]) => value);
    if (terms.length)
      parts.push(`weights=${terms.map(([term, value]) => `${term}=${value}`).join("+")}`);
    this.change([this.base, ...parts].join(","));
  }

  draw() {
    const { facts, bases, base } = this;
    const bot = facts.bots.find((each) => each.name === base);
    const algorithm = bot?.algorithm ?? "alphabeta";
    const known = facts.settings.filter(
      ({ name, algorithms }) => SLIDERS.includes(name) && algorithms.includes(algorithm),
    );
    fill(
      this.box,
      labelled(
        t("setup.custom_base"),
        select(
          bases.map((name) => ({ value: name, text: botName(facts, name) })),
          base,
          (value) => this.#choose(value),
          { id: "custom-base" },
        ),
      ),
      known.map((setting) => this.#setting(setting, bot?.settings[setting.name])),
      facts.terms.length
        ? h(
            "details",
            null,
            h("summary", null, t("setup.weights")),
            facts.terms.map((term) => this.#weight(term)),
          )
        : null,
    );
  }

  /** @param {string} base */
  #choose(base) {
    this.base = base;
    this.values = {};
    this.draw();
    this.tell();
  }

  /** @param {Setting} setting @param {number | undefined} usual */
  #setting({ name, title, help, slider, default: otherwise }, usual) {
    if (!slider) return null;
    const value = this.values[name] ?? usual ?? otherwise;
    return this.#slider(say(title), value, slider, say(help), (chosen) => {
      this.values[name] = chosen;
    });
  }

  /** @param {string} term */
  #weight(term) {
    const value = this.weights?.[term] ?? this.best[term] ?? 0;
    return this.#slider(say(this.facts.term_titles[term]), value, WEIGHTS, "", (chosen) => {
      this.weights = { ...this.best, ...this.weights, [term]: chosen };
    });
  }

  /**
   * @param {string} title @param {number} value @param {[number, number, number]} range
   * @param {string} help @param {(value: number) => void} set
   */
  #slider(title, value, [min, max, step], help, set) {
    const id = freshId();
    const shown = h("output", { for: id }, String(value));
    const oninput = (/** @type {Event} */ event) => {
      set(Number(input(event).value));
      shown.textContent = input(event).value;
      this.tell();
    };
    return h(
      "div",
      { class: "slider", title: help },
      h("label", { for: id }, title),
      h("input", { id, type: "range", min, max, step, value: String(value), oninput }),
      shown,
    );
  }
}
