/** What an experiment is started with: the game, its options, the bots, and the declared fields. */

import { ask } from "../api.js";
import { messageOf } from "../chrome.js";
import { customBot } from "../custom.js";
import { fill, h, one } from "../dom.js";
import { botChoices, botName, field } from "../fields.js";
import { say, t } from "../language.js";
import { button, form, labelled, select } from "../widgets.js";

/** @typedef {import("../types.js").GameFacts} GameFacts */
/** @typedef {import("../types.js").Option} Option */

const PLAIN = 2; // how many fields everybody sees
const USUAL = ["easy", "medium"];

export class RunForm {
  box = h("section", { class: "panel-box", id: "form" });
  /** @type {string[]} */
  bots = [];
  /** @type {Record<string, any>} */
  values = {};
  /** @type {Record<string, any>} */
  options = {};
  problem = "";

  /** @param {GameFacts[]} known @param {Option[]} fields @param {(id: string) => void} started */
  constructor(known, fields, started) {
    this.known = known;
    this.fields = fields;
    this.started = started;
    this.facts = known[0];
    this.#choose(known[0].name);
  }

  /** @param {string} game */
  #choose(game) {
    this.facts = this.known.find((each) => each.name === game) ?? this.known[0];
    this.options = {};
    const names = this.facts.bots.map((bot) => bot.name);
    this.#take(USUAL.filter((name) => names.includes(name)));
  }

  /** @param {string[]} bots */
  #take(bots) {
    this.bots = bots;
    this.draw();
  }

  draw() {
    fill(
      this.box,
      form(
        {},
        () => this.#start(),
        h(
          "div",
          { class: "run-form" },
          this.#game(),
          this.#bots(),
          this.fields.slice(0, PLAIN).map((each) => this.#field(each, this.values)),
        ),
        this.#more(t("experiments.more"), this.fields.slice(PLAIN), this.values),
        this.#more(t("setup.options"), this.facts.options, this.options),
        h("p", { class: "problem", role: "alert" }, this.problem),
        h(
          "div",
          { class: "actions" },
          h("button", { class: "primary", type: "submit", id: "start-run" }, t("experiments.start")),
        ),
      ),
    );
  }

  #game() {
    return labelled(
      t("history.game"),
      select(
        this.known.map((each) => ({ value: each.name, text: say(each.title) })),
        this.facts.name,
        (name) => this.#choose(name),
        { id: "arena-game" },
      ),
    );
  }

  #bots() {
    const { facts } = this;
    const choices = [
      { value: "", text: t("experiments.add") },
      ...botChoices(facts),
      { value: "custom", text: t("setup.custom") },
    ];
    const add = (/** @type {string} */ bot) =>
      bot === "custom" ? this.#custom() : this.#take([...this.bots, bot]);
    return h(
      "div",
      { class: "field wide" },
      h("span", { class: "field-title" }, t("experiments.choose_bots")),
      h(
        "div",
        { class: "bot-list", id: "bots" },
        this.bots.map((bot, index) => this.#bot(bot, index)),
        select(choices, "", add, { "aria-label": t("experiments.add") }),
      ),
      h("div", { id: "custom-bot" }),
    );
  }

  /** @param {string} bot @param {number} index */
  #bot(bot, index) {
    const name = botName(this.facts, bot);
    return button(
      [name, " ✕"],
      () => this.#take(this.bots.filter((_, other) => other !== index)),
      { title: bot, "aria-label": `${name}: ${t("experiments.remove")}` },
    );
  }

  #custom() {
    let text = "";
    const sliders = customBot(this.facts, (made) => {
      text = made;
    });
    const add = button(t("experiments.add"), () => this.#take([...this.bots, text]));
    fill(one("#custom-bot", this.box), sliders, add);
  }

  /** @param {string} title @param {Option[]} fields @param {Record<string, any>} values */
  #more(title, fields, values) {
    return h(
      "details",
      { open: this.#isOpen(title) },
      h("summary", null, title),
      h("div", { class: "run-form" }, fields.map((each) => this.#field(each, values))),
    );
  }

  /** Whether somebody has opened this part. @param {string} title */
  #isOpen(title) {
    return [...this.box.querySelectorAll("details[open] > summary")].some(
      (summary) => summary.textContent === title,
    );
  }

  /** @param {Option} option @param {Record<string, any>} values */
  #field(option, values) {
    return field(option, values[option.name] ?? option.default, (value) => {
      values[option.name] = value;
    });
  }

  async #start() {
    const { facts, bots, options, values } = this;
    this.problem = bots.length < 2 && !values.ladder && !values.grid ? t("experiments.pick_two") : "";
    if (!this.problem) {
      const given = this.fields.map(({ name, type, default: usual }) => {
        const value = values[name] ?? usual;
        return [name, type === "whole" || type === "number" ? Number(value) : value];
      });
      try {
        const body = { game: facts.name, options, bots, ...Object.fromEntries(given) };
        const { id } = await ask("/api/arenas", { body });
        this.started(id);
      } catch (error) {
        this.problem = messageOf(error);
      }
    }
    this.draw();
  }
}
