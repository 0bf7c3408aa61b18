/** Free editing of a position: brushes, reserves, the side to move. */

import { ask, newMatch } from "../api.js";
import { Board } from "../board/board.js";
import { complain, dialog } from "../chrome.js";
import { fill, h } from "../dom.js";
import { say, t } from "../language.js";
import { ownName } from "../names.js";
import { cellWords } from "./words.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").View} View */

/** @param {Session} session */
export function edit(session) {
  const { match, geometry } = session;
  const players = session.playersAt(session.at);
  const stacks = geometry.trays.some((tray) => tray.kind === "reserve");
  const start = session.viewAt(session.at);
  /** @type {Map<number, Piece>} */
  let pieces = new Map(start.pieces.map((piece) => [piece.cell, { ...piece, mark: "" }]));
  let reserve = [...start.reserve];
  let player = session.node.player;
  /** @type {number | null} */
  let brush = 0;
  const host = h("div", { class: "board-box" });
  const problem = h("p", { class: "problem", role: "alert" });
  const brushes = h("div", { class: "brushes" });
  const extra = h("div", { class: "brushes" });

  const board = new Board(host, {
    game: match.game,
    geometry,
    players,
    label: t("editor.title"),
    describe: (cell, piece, target) => cellWords(session, cell, piece, target),
  });
  board.handlers = { pick: paint };

  function show() {
    void board.show({ ...start, pieces: [...pieces.values()] });
  }

  /** @param {number} cell */
  function paint(cell) {
    const here = pieces.get(cell);
    if (brush === null) pieces.delete(cell);
    else if (stacks && here) pieces.set(cell, { ...here, owners: [...here.owners, brush] });
    else if (here && here.owners[0] === brush) pieces.delete(cell);
    else pieces.set(cell, { cell, owners: [brush], mark: "", label: here?.label ?? "" });
    show();
    void check();
  }

  function body() {
    return {
      options: match.options,
      player,
      reserve: stacks ? reserve : undefined,
      pieces: [...pieces.values()].map(({ cell, owners, label }) => ({
        cell,
        owners,
        label: label || undefined,
      })),
    };
  }

  async function check() {
    try {
      const made = await ask(`/api/games/${match.game}/edit`, { body: body() });
      problem.textContent = "";
      return made.position.text;
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
      return null;
    }
  }

  function draw() {
    fill(
      brushes,
      [0, 1, null].map((each) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(brush === each),
            onclick: () => {
              brush = each;
              draw();
            },
          },
          each === null
            ? t("editor.erase")
            : [
                h("span", {
                  class: `chip ${players[each].colour} owner-${each}`,
                  "data-game": match.game,
                }),
                say(players[each].name),
              ],
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () => {
            pieces = new Map();
            show();
            void check();
          },
        },
        t("editor.clear"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () => {
            pieces = new Map(session.viewAt(0).pieces.map((piece) => [piece.cell, piece]));
            show();
            void check();
          },
        },
        t("editor.reset"),
      ),
    );
    fill(
      extra,
      h("label", { for: "edit-mover" }, t("editor.mover")),
      h(
        "select",
        {
          id: "edit-mover",
          onchange: (/** @type {Event} */ event) => {
            player = Number(/** @type {HTMLSelectElement} */ (event.target).value);
            void check();
          },
        },
        players.map((side, index) =>
          h("option", { value: index, selected: index === player }, say(side.name)),
        ),
      ),
      stacks
        ? players.map((side, index) => [
            h(
              "label",
              { for: `edit-reserve-${index}` },
              t("editor.reserve", { side: say(side.name) }),
            ),
            h("input", {
              id: `edit-reserve-${index}`,
              type: "number",
              min: 0,
              max: 32,
              value: String(reserve[index]),
              onchange: (/** @type {Event} */ event) => {
                reserve[index] = Number(/** @type {HTMLInputElement} */ (event.target).value);
                void check();
              },
            }),
          ])
        : null,
    );
  }

  /** @param {object} how */
  async function go(how) {
    const text = await check();
    if (text === null) return;
    try {
      location.href = await newMatch({
        game: match.game,
        options: match.options,
        position: text,
        ...how,
      });
    } catch (error) {
      complain(error);
    }
  }

  draw();
  show();
  const humans = [{ kind: "human" }, { kind: "human" }];
  const bot = match.seats.find((seat) => seat.kind === "bot")?.bot ?? "medium";
  dialog(
    t("editor.title"),
    () => [
      h("p", { class: "muted" }, t("editor.help"), stacks ? ` ${t("editor.stack")}` : ""),
      host,
      brushes,
      extra,
      problem,
      h(
        "div",
        { class: "actions" },
        h(
          "button",
          {
            type: "button",
            class: "primary",
            onclick: () => void go({ analysis: true, seats: humans }),
          },
          t("editor.done"),
        ),
        h(
          "button",
          {
            type: "button",
            onclick: () =>
              void go({
                seats: [0, 1].map((seat) =>
                  seat === player ? { kind: "human", name: ownName() } : { kind: "bot", bot },
                ),
              }),
          },
          t("editor.play"),
        ),
      ),
    ],
    "editor",
  );
}
