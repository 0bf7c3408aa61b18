/** Free editing of a position: brushes, reserves, the side to move. */

import { ask, newMatch } from "../api.js";
import { Board } from "../board/board.js";
import { complain, dialog, messageOf } from "../chrome.js";
import { fill, h } from "../dom.js";
import { say, t } from "../language.js";
import { ownName } from "../names.js";
import { button, input, select } from "../widgets.js";
import { cellWords } from "./words.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types.js").Piece} Piece */

const HUMANS = [{ kind: "human" }, { kind: "human" }];

/** @param {Session} session */
export function edit(session) {
  new Editor(session).open();
}

class Editor {
  /** Whose pieces are put down; null takes them away. @type {number | null} */
  brush = 0;
  problem = h("p", { class: "problem", role: "alert" });
  brushes = h("div", { class: "brushes" });
  extra = h("div", { class: "brushes" });
  host = h("div", { class: "board-box" });

  /** @param {Session} session */
  constructor(session) {
    const { match, geometry } = session;
    this.session = session;
    this.players = session.playersAt(session.at);
    this.stacks = geometry.trays.some((tray) => tray.kind === "reserve");
    this.start = session.viewAt(session.at);
    /** @type {Map<number, Piece>} */
    this.pieces = new Map(this.start.pieces.map((piece) => [piece.cell, { ...piece, mark: "" }]));
    this.reserve = [...this.start.reserve];
    this.player = session.node.player;
    this.board = new Board(this.host, {
      game: match.game,
      geometry,
      players: this.players,
      label: t("editor.title"),
      describe: (cell, piece, target) => cellWords(session, cell, piece, target),
    });
    this.host.style.setProperty("--aspect", String(this.board.aspect));
    this.board.handlers = { pick: (cell) => this.#paint(cell) };
  }

  open() {
    this.#drawBrushes();
    this.#drawExtra();
    this.#show();
    dialog(
      t("editor.title"),
      () => [
        h("p", { class: "muted" }, t("editor.help"), this.stacks ? ` ${t("editor.stack")}` : ""),
        this.host,
        h("div", { class: "editor-tools" }, this.brushes, this.extra, this.problem, this.#actions()),
      ],
      "editor",
    );
  }

  #actions() {
    const bot = this.session.match.seats.find((seat) => seat.kind === "bot")?.bot ?? "medium";
    const play = () =>
      this.#go({
        seats: [0, 1].map((seat) =>
          seat === this.player ? { kind: "human", name: ownName() } : { kind: "bot", bot },
        ),
      });
    return h(
      "div",
      { class: "actions" },
      button(t("editor.done"), () => this.#go({ analysis: true, seats: HUMANS }), {
        class: "primary",
      }),
      button(t("editor.play"), play),
    );
  }

  #show() {
    void this.board.show({ ...this.start, pieces: [...this.pieces.values()] });
  }

  /** @param {number} cell */
  #paint(cell) {
    const { pieces, brush } = this;
    const here = pieces.get(cell);
    if (brush === null) pieces.delete(cell);
    else if (this.stacks && here) pieces.set(cell, { ...here, owners: [...here.owners, brush] });
    else if (here && here.owners[0] === brush) pieces.delete(cell);
    else pieces.set(cell, { cell, owners: [brush], mark: "", label: here?.label ?? "" });
    this.#show();
    void this.#check();
  }

  /** @param {Piece[]} pieces */
  #set(pieces) {
    this.pieces = new Map(pieces.map((piece) => [piece.cell, piece]));
    this.#show();
    void this.#check();
  }

  /** The position as text; null where it is none, and the page says why. */
  async #check() {
    const { session, player, reserve } = this;
    const pieces = [...this.pieces.values()].map(({ cell, owners, label }) => ({
      cell,
      owners,
      label: label || undefined,
    }));
    const { game, options } = session.match;
    const body = { options, player, reserve: this.stacks ? reserve : undefined, pieces };
    try {
      const made = await ask(`/api/games/${game}/edit`, { body });
      this.problem.textContent = "";
      return made.position.text;
    } catch (error) {
      this.problem.textContent = messageOf(error);
      return null;
    }
  }

  /** @param {object} how */
  async #go(how) {
    const position = await this.#check();
    if (position === null) return;
    const { game, options } = this.session.match;
    try {
      location.href = await newMatch({ game, options, position, ...how });
    } catch (error) {
      complain(error);
    }
  }

  #drawBrushes() {
    const begin = () => this.#set(this.session.viewAt(0).pieces);
    fill(
      this.brushes,
      [0, 1, null].map((each) => this.#brush(each)),
      button(t("editor.clear"), () => this.#set([]), { class: "quiet" }),
      button(t("editor.reset"), begin, { class: "quiet" }),
    );
  }

  /** @param {number | null} each */
  #brush(each) {
    const choose = () => {
      this.brush = each;
      this.#drawBrushes();
    };
    const pressed = { "aria-pressed": String(this.brush === each) };
    if (each === null) return button(t("editor.erase"), choose, pressed);
    const { name, colour } = this.players[each];
    const chip = h("span", {
      class: `chip ${colour} owner-${each}`,
      "data-game": this.session.match.game,
    });
    return button([chip, say(name)], choose, pressed);
  }

  #drawExtra() {
    const sides = this.players.map((side, value) => ({ value, text: say(side.name) }));
    const change = (/** @type {string} */ value) => {
      this.player = Number(value);
      void this.#check();
    };
    fill(
      this.extra,
      h("label", { for: "edit-mover" }, t("editor.mover")),
      select(sides, this.player, change, { id: "edit-mover" }),
      this.stacks ? [this.#reserve(0), this.#reserve(1)] : null,
    );
  }

  /** @param {number} player */
  #reserve(player) {
    const id = `edit-reserve-${player}`;
    const onchange = (/** @type {Event} */ event) => {
      this.reserve[player] = Number(input(event).value);
      void this.#check();
    };
    return [
      h("label", { for: id }, t("editor.reserve", { side: say(this.players[player].name) })),
      h("input", {
        id,
        type: "number",
        min: 0,
        max: 32,
        value: String(this.reserve[player]),
        onchange,
      }),
    ];
  }
}
