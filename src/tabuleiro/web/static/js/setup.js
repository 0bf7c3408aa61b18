/** The dialog before a game: seats, clock and options, with defaults that need one more click. */

import { ask, newMatch, ServerError } from "./api.js";
import { Board } from "./board/board.js";
import { dialog, messageOf, problemText } from "./chrome.js";
import { customBot } from "./custom.js";
import { fill, h } from "./dom.js";
import { botChoices, botName, field } from "./fields.js";
import { icon } from "./icons.js";
import { number, say, t } from "./language.js";
import { keepName, nameField, ownName } from "./names.js";
import { rulesOf } from "./rules.js";
import { button, form, input, labelled, select } from "./widgets.js";
import { suggestion } from "./you/results.js";

/** @typedef {import("./types.js").GameFacts} GameFacts */
/** @typedef {import("./types.js").Geometry} Geometry */
/** @typedef {import("./types.js").Position} Position */

const CLOCKS = [
  [1, 2],
  [3, 2],
  [5, 3],
  [10, 5],
  [30, 10],
];

/**
 * Ask how a game should be played, and start it.
 * @param {GameFacts} facts
 * @param {boolean} [first]  whether it is somebody's first game: against the weakest level
 */
export function setUp(facts, first = false) {
  return new Setup(facts, first).open();
}

class Setup {
  /** @type {string[]} who sits where: `human`, `link`, `custom` or the name of a bot */
  seats;
  /** Texts of the bots of one's own. */
  custom = ["", ""];
  /** Names of the people here: oneself, and whoever plays at the same board. */
  names = [ownName(), ""];
  /** @type {{seconds: number, increment: number} | null} */
  clock = null;
  preview = h("div", { class: "setup-board" });
  problem = h("p", { class: "problem", role: "alert" });
  seatBox = h("div", { class: "seat-fields" });
  play = h("button", { class: "primary large", type: "submit", autofocus: true });
  solved = h(
    "p",
    { class: "solved", hidden: true, title: t("start.solved_help") },
    t("start.solved"),
  );

  /** @param {GameFacts} facts @param {boolean} first */
  constructor(facts, first) {
    this.facts = facts;
    const weakest = facts.bots.find((bot) => bot.group === "level")?.name;
    this.seats = ["human", (first && weakest) || facts.opponent];
    /** @type {Record<string, any>} */
    this.options = { ...facts.fresh };
    /** The options of the board in view, with what is left to chance decided. */
    this.dealt = this.options;
    this.players = facts.position.players;
  }

  open() {
    const { facts } = this;
    this.#show(facts);
    this.#drawSeats();
    if (Object.keys(this.options).length) void this.#deal();
    return dialog(
      t("setup.title", { game: say(facts.title) }),
      () => [
        form(
          { class: "setup", method: "dialog" },
          () => this.#start({}, this.seats),
          h(
            "div",
            { class: "setup-side" },
            this.preview,
            this.solved,
            h("p", { class: "muted" }, say(facts.summary)),
          ),
          h(
            "div",
            { class: "setup-form" },
            this.seatBox,
            this.#clocks(),
            this.#options(),
            this.problem,
            this.#actions(),
          ),
        ),
      ],
      "setup-dialog",
    );
  }

  /** @param {{geometry: Geometry, position: Position, solved?: any}} made */
  #show({ geometry, position, solved }) {
    const { facts } = this;
    this.players = position.players;
    this.solved.hidden = !solved;
    const label = say(facts.title);
    const board = { game: facts.name, geometry, players: this.players, small: true, label };
    void new Board(this.preview, board).show(position.view);
  }

  /** 0 for the first person here, 1 for a second. @param {number} player */
  #guest(player) {
    return this.seats.indexOf("human") === player ? 0 : 1;
  }

  #drawSeats() {
    const { seats } = this;
    fill(
      this.seatBox,
      this.#seat(0),
      this.#seat(1),
      button([icon("swap"), t("setup.swap")], () => this.#swap(), { class: "quiet swap" }),
    );
    const people = seats.some((seat) => seat === "human" || seat === "link");
    this.play.textContent = t(people ? "setup.play" : "setup.watch");
  }

  /** @param {number} player */
  #seat(player) {
    const { facts, seats } = this;
    const { name, colour, letter } = this.players[player];
    const side = say(name);
    const undecided = /\d/.test(letter);
    const beside = this.#guest(player) && seats[1 - player] === "human";
    return h(
      "div",
      { class: "field seat-field" },
      h(
        "label",
        { for: `seat-${player}` },
        h("span", { class: `chip ${colour} owner-${player}`, "data-game": facts.name }),
        undecided ? side : t(player ? "setup.second" : "setup.first", { side }),
      ),
      select(
        [
          { value: "human", text: t(beside ? "setup.guest" : "setup.human") },
          { value: "link", text: t("setup.link") },
          ...botChoices(facts),
          facts.terms.length ? { value: "custom", text: t("setup.custom") } : null,
        ],
        seats[player],
        (value) => this.#sit(player, value),
        { id: `seat-${player}` },
      ),
      seats[player] === "human" ? this.#name(player, side) : null,
      this.#level(player),
      seats[player] === "custom"
        ? customBot(facts, (text) => {
            this.custom[player] = text;
          })
        : null,
    );
  }

  /** What a bot is like, and which level would suit. @param {number} player */
  #level(player) {
    const { facts, seats } = this;
    const bot = facts.bots.find((each) => each.name === seats[player]);
    if (!bot) return null;
    const found = seats.includes("human") ? suggestion(facts) : null;
    const other = found && found.bot !== bot.name ? found : null;
    return [
      h("p", { class: "level-words" }, say(bot.text)),
      found
        ? h(
            "p",
            { class: "level-words" },
            t("level.won", {
              won: number(found.won),
              of: found.of,
              against: botName(facts, found.against),
            }),
            " ",
            other
              ? button(
                  t("level.suggested", { level: botName(facts, other.bot) }),
                  () => this.#sit(player, other.bot),
                  { class: "suggested" },
                )
              : null,
          )
        : null,
    ];
  }

  /** @param {number} player @param {string} side */
  #name(player, side) {
    return nameField({
      id: `name-${player}`,
      value: this.names[this.#guest(player)],
      "aria-label": t("names.of", { side }),
      onchange: (/** @type {Event} */ event) => {
        this.names[this.#guest(player)] = input(event).value.trim();
      },
    });
  }

  /** @param {number} player @param {string} who */
  #sit(player, who) {
    this.seats[player] = who;
    if (who === "link" && this.seats[1 - player] === "link") this.seats[1 - player] = "human";
    this.#drawSeats();
  }

  #swap() {
    const { seats, names, custom } = this;
    seats.reverse();
    if (seats[0] === seats[1]) names.reverse();
    custom.reverse();
    this.#drawSeats();
  }

  #clocks() {
    const choices = CLOCKS.map(([minutes, increment], value) => ({
      value,
      text: t("setup.minutes", { minutes, increment }),
    }));
    const change = (/** @type {string} */ chosen) => {
      const [minutes, increment] = CLOCKS[Number(chosen)];
      this.clock = chosen === "" ? null : { seconds: 60 * minutes, increment };
    };
    const none = { value: "", text: t("setup.no_clock") };
    return labelled(t("setup.clock"), select([none, ...choices], "", change, { id: "clock" }));
  }

  #options() {
    return h(
      "details",
      { class: "options" },
      h("summary", null, t("setup.options")),
      this.facts.options.map((option) =>
        field(option, this.options[option.name] ?? option.default, (value) => {
          this.options[option.name] = value;
          this.dealt = { ...this.options };
          void this.#deal();
        }),
      ),
    );
  }

  #actions() {
    const analyse = () => this.#start({ analysis: true, clock: null }, ["human", "human"]);
    return h(
      "div",
      { class: "actions" },
      this.play,
      button(t("setup.analyse"), analyse, { class: "quiet" }),
      button(t("setup.rules"), () => this.#rules(), { class: "quiet" }),
    );
  }

  /** Show the board that these options give; it is the one that will be played on. */
  async #deal() {
    const asked = this.dealt;
    try {
      const made = await ask(`/api/games/${this.facts.name}/board`, { body: { options: asked } });
      if (this.dealt !== asked) return;
      this.dealt = made.options;
      this.problem.textContent = "";
      this.#show(made);
      this.#drawSeats();
    } catch (error) {
      this.problem.textContent = messageOf(error);
    }
  }

  /** @param {{analysis?: boolean, clock?: null}} more @param {string[]} who */
  async #start(more, who) {
    this.play.disabled = true;
    if (this.seats.includes("human")) keepName(this.names[0]);
    const seats = who.map((seat, player) => {
      if (seat !== "human" && seat !== "link")
        return { kind: "bot", bot: seat === "custom" ? this.custom[player] : seat };
      const named = seat === "human" && !more.analysis;
      return { kind: seat, name: named ? this.names[this.#guest(player)] : "" };
    });
    try {
      const { dealt: options, clock } = this;
      location.href = await newMatch({ game: this.facts.name, options, clock, seats, ...more });
    } catch (error) {
      this.play.disabled = false;
      if (!(error instanceof ServerError)) throw error;
      this.problem.textContent = error.message;
    }
  }

  async #rules() {
    const rules = await rulesOf(this.facts.name).catch((error) => problemText(error));
    dialog(t("setup.rules"), () => [rules], "rules-dialog");
  }
}
