/** The dialog before a game: seats, clock and options, with defaults that need one more click. */

import { ask, newMatch, ServerError } from "./api.js";
import { Board } from "./board/board.js";
import { dialog } from "./chrome.js";
import { fill, h } from "./dom.js";
import { botOptions, customBot, field } from "./fields.js";
import { icon } from "./icons.js";
import { say, t } from "./language.js";
import { keepName, nameField, ownName } from "./names.js";
import { rulesOf } from "./rules.js";

/** @typedef {import("./types.js").GameFacts} GameFacts */

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
 */
export function setUp(facts) {
  /** @type {Record<string, any>} */
  const options = {};
  const seats = ["human", facts.opponent];
  /** @type {string[]} */
  const custom = ["", ""];
  /** Names of the people here: oneself, and whoever plays at the same board. */
  const names = [ownName(), ""];
  let players = facts.position.players;
  /** @type {{seconds: number, increment: number} | null} */
  let clock = null;

  const preview = h("div", { class: "setup-board" });
  const board = new Board(preview, {
    game: facts.name,
    geometry: facts.geometry,
    players,
    small: true,
    label: say(facts.title),
  });
  void board.show(facts.position.view);
  const problem = h("p", { class: "problem", role: "alert" });
  const seatBox = h("div", { class: "seat-fields" });
  const play = h("button", { class: "primary large", type: "submit", autofocus: true });

  /** 0 for the first person here, 1 for a second. @param {number} player */
  function guest(player) {
    return seats.indexOf("human") === player ? 0 : 1;
  }

  function drawSeats() {
    fill(
      seatBox,
      [0, 1].map((player) => {
        const chosen = seats[player];
        const side = say(players[player].name);
        const undecided = /\d/.test(players[player].letter);
        return h(
          "div",
          { class: "field seat-field" },
          h(
            "label",
            { for: `seat-${player}` },
            h("span", {
              class: `chip ${players[player].colour} owner-${player}`,
              "data-game": facts.name,
            }),
            undecided ? side : t(player ? "setup.second" : "setup.first", { side }),
          ),
          h(
            "select",
            {
              id: `seat-${player}`,
              onchange: (/** @type {Event} */ event) => {
                seats[player] = /** @type {HTMLSelectElement} */ (event.target).value;
                if (seats[player] === "link" && seats[1 - player] === "link")
                  seats[1 - player] = "human";
                drawSeats();
                document.getElementById(`seat-${player}`)?.focus();
              },
            },
            h(
              "option",
              { value: "human", selected: chosen === "human" },
              t(guest(player) && seats[1 - player] === "human" ? "setup.guest" : "setup.human"),
            ),
            h("option", { value: "link", selected: chosen === "link" }, t("setup.link")),
            botOptions(facts, chosen),
            facts.terms.length
              ? h("option", { value: "custom", selected: chosen === "custom" }, t("setup.custom"))
              : null,
          ),
          chosen === "human"
            ? nameField({
                id: `name-${player}`,
                value: names[guest(player)],
                "aria-label": t("names.of", { side }),
                onchange: (/** @type {Event} */ event) => {
                  const { value } = /** @type {HTMLInputElement} */ (event.target);
                  names[guest(player)] = value.trim();
                },
              })
            : null,
          chosen === "custom"
            ? customBot(facts, (text) => {
                custom[player] = text;
              })
            : null,
        );
      }),
      h(
        "button",
        {
          type: "button",
          class: "quiet swap",
          onclick: () => {
            seats.reverse();
            if (seats[0] === seats[1]) names.reverse();
            custom.reverse();
            drawSeats();
          },
        },
        icon("swap"),
        t("setup.swap"),
      ),
    );
    play.textContent = t(
      seats.every((seat) => seat !== "human" && seat !== "link") ? "setup.watch" : "setup.play",
    );
  }

  async function changeOption(/** @type {string} */ name, /** @type {any} */ value) {
    options[name] = value;
    try {
      const made = await ask(`/api/games/${facts.name}/board`, { body: { options } });
      problem.textContent = "";
      players = made.position.players;
      const fresh = new Board(preview, {
        game: facts.name,
        geometry: made.geometry,
        players,
        small: true,
        label: say(facts.title),
      });
      void fresh.show(made.position.view);
      drawSeats();
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {{analysis?: boolean, clock?: null}} more @param {string[]} who */
  async function start(more, who) {
    play.disabled = true;
    if (seats.includes("human")) keepName(names[0]);
    try {
      const page = await newMatch({
        game: facts.name,
        options,
        clock,
        seats: who.map((seat, player) =>
          seat === "human" || seat === "link"
            ? { kind: seat, name: seat === "human" && !more.analysis ? names[guest(player)] : "" }
            : { kind: "bot", bot: seat === "custom" ? custom[player] : seat },
        ),
        ...more,
      });
      location.href = page;
    } catch (error) {
      play.disabled = false;
      if (!(error instanceof ServerError)) throw error;
      problem.textContent = error.message;
    }
  }

  async function showRules() {
    const rules = await rulesOf(facts.name);
    dialog(t("setup.rules"), () => [rules], "rules-dialog");
  }

  drawSeats();
  return dialog(
    t("setup.title", { game: say(facts.title) }),
    () => [
      h(
        "form",
        {
          class: "setup",
          method: "dialog",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void start({}, seats);
          },
        },
        h("div", { class: "setup-side" }, preview, h("p", { class: "muted" }, say(facts.summary))),
        h(
          "div",
          { class: "setup-form" },
          seatBox,
          h(
            "div",
            { class: "field" },
            h("label", { for: "clock" }, t("setup.clock")),
            h(
              "select",
              {
                id: "clock",
                onchange: (/** @type {Event} */ event) => {
                  const chosen = /** @type {HTMLSelectElement} */ (event.target).value;
                  const pair = CLOCKS[Number(chosen)];
                  clock = chosen === "" ? null : { seconds: 60 * pair[0], increment: pair[1] };
                },
              },
              h("option", { value: "" }, t("setup.no_clock")),
              CLOCKS.map(([minutes, increment], index) =>
                h("option", { value: index }, t("setup.minutes", { minutes, increment })),
              ),
            ),
          ),
          h(
            "details",
            { class: "options" },
            h("summary", null, t("setup.options")),
            facts.options.map((option) =>
              field(option, option.default, (value) => void changeOption(option.name, value)),
            ),
          ),
          problem,
          h(
            "div",
            { class: "actions" },
            play,
            h(
              "button",
              {
                type: "button",
                class: "quiet",
                onclick: () => void start({ analysis: true, clock: null }, ["human", "human"]),
              },
              t("setup.analyse"),
            ),
            h(
              "button",
              { type: "button", class: "quiet", onclick: () => void showRules() },
              t("setup.rules"),
            ),
          ),
        ),
      ),
    ],
    "setup-dialog",
  );
}
