/** A line of play on the large board, turn by turn; nothing is played, and the board comes back. */

import { announce, complain } from "../chrome.js";

/** @typedef {import("../types.js").LineMove} LineMove */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./table.js").Table} Table */

/** Milliseconds between two turns, and before the board comes back. */
const PAUSE = 650;
const END = 1800;

export class Film {
  /** @param {Session} session @param {Table} table @param {() => void} redraw */
  constructor(session, table, redraw) {
    this.session = session;
    this.table = table;
    this.redraw = redraw;
    /** Which line is shown; "" for none. */
    this.shown = "";
    this.round = 0;
  }

  get running() {
    return this.shown !== "";
  }

  /**
   * @param {string} name  which line it is @param {number} from @param {LineMove[]} moves
   * @param {boolean} passed  whether the side to move has passed before them
   */
  async show(name, from, moves, passed) {
    const { session, table } = this;
    const { board } = table;
    if (!board) return;
    const round = ++this.round;
    const stays = () => round === this.round;
    this.shown = name;
    table.turn?.set(null);
    board.mark({});
    this.redraw();
    const { node, line = [] } = session.address(from);
    try {
      for (const [index, move] of moves.entries()) {
        const actions = moves.slice(0, index + 1).map((each) => each.actions);
        const answer = await session.ask({ type: "look", node, passed, line: [...line, ...actions] });
        if (!stays()) return;
        const { view, players } = answer.position;
        announce(move.text);
        await board.show(view, { players, steps: answer.steps });
        if (!stays()) return;
        board.mark({ last: (move.steps ?? [move.cells]).flat() });
        await wait(index + 1 < moves.length ? PAUSE : END);
        if (!stays()) return;
      }
    } catch (error) {
      if (stays()) complain(error);
    }
    if (stays()) this.stop();
  }

  /** Back to where one looks. */
  stop() {
    if (!this.running) return;
    this.leave();
    void this.table.show([]);
    this.redraw();
  }

  /** Another position is shown. */
  leave() {
    this.round++;
    this.shown = "";
  }
}

/** @param {number} ms */
function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
