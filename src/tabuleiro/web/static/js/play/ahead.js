/** A small board of a position further on in a line, beside the move that leads there. */

import { Board } from "../board/board.js";
import { fill, h } from "../dom.js";
import { say } from "../language.js";

/** @typedef {import("../types.js").LineMove} LineMove */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("./session.js").Session} Session */

const GAP = 4;

export class Ahead {
  /** @param {Session} session @param {() => number} turns  which way round the large board is */
  constructor(session, turns) {
    this.session = session;
    this.turns = turns;
    this.box = h("div", { class: "ahead", id: "ahead", "aria-hidden": "true", hidden: true });
    document.body.append(this.box);
    /** What is shown or asked for. */
    this.wanted = "";
    /** @type {Map<string, Promise<Position>>} */
    this.known = new Map();
  }

  hide() {
    this.wanted = "";
    this.box.hidden = true;
  }

  /**
   * @param {HTMLElement} button  the last of these moves in the panel
   * @param {number} from @param {LineMove[]} moves
   * @param {boolean} passed  whether the side to move has passed before them
   */
  async show(button, from, moves, passed) {
    const { session } = this;
    const key = [from, passed, ...moves.map((move) => move.text)].join(" ");
    this.wanted = key;
    const { node, line = [] } = session.address(from);
    const asked =
      this.known.get(key) ??
      session
        .ask({ type: "look", node, passed, line: [...line, ...moves.map((move) => move.actions)] })
        .then((answer) => answer.position);
    this.known.set(key, asked);
    try {
      const position = await asked;
      if (this.wanted === key) this.#draw(button, position, moves[moves.length - 1]);
    } catch {
      this.known.delete(key); // nothing to show
    }
  }

  /** @param {HTMLElement} button @param {Position} position @param {LineMove} move */
  #draw(button, position, move) {
    const { session, box } = this;
    const host = h("div", { class: "ahead-board" });
    fill(box, host);
    const { game, title } = session.match;
    const { geometry } = session;
    const { players } = position;
    const board = new Board(host, { game, geometry, players, small: true, label: say(title) });
    board.turn(this.turns());
    void board.show(position.view);
    board.mark({ last: (move.steps ?? [move.cells]).flat() });
    box.style.setProperty("--aspect", String(board.aspect));
    box.hidden = false;
    const at = button.getBoundingClientRect();
    const size = box.getBoundingClientRect();
    const below = at.bottom + GAP + size.height <= window.innerHeight;
    box.style.top = `${below ? at.bottom + GAP : Math.max(GAP, at.top - GAP - size.height)}px`;
    box.style.left = `${Math.max(GAP, Math.min(at.left, window.innerWidth - size.width - GAP))}px`;
  }
}
