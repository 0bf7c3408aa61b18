/** A board of its own, of no match: somebody makes a turn on it, and somebody else judges that. */

import { ask } from "../api.js";
import { after, Board } from "../board/board.js";
import { Turn } from "../board/turn.js";
import { announce, complain } from "../chrome.js";
import { say, t } from "../language.js";
import { markWords, pieceWords } from "../play/words.js";
import { l } from "./words.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").Effect} Effect */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../board/marks.js").Arrow} Arrow */
/** @typedef {{game: string, options: Record<string, string>,
 *   geometry: import("../types.js").Geometry, position: Position}} Task */
/** @typedef {{text: string, said: import("../types.js").Text, steps: Effect[], view: View,
 *   players: Player[]}} Shown */

/** Milliseconds between two turns that are played out. */
const PAUSE = 650;
const TALL = window.matchMedia("(max-width: 600px) and (orientation: portrait)");
const WIDE = 1.25;

export class Desk {
  /**
   * @param {HTMLElement} host
   * @param {Task} task
   * @param {object} doing
   * @param {(actions: number[], text: string) => Promise<void>} doing.made  a turn is complete
   * @param {(text: string) => void} doing.refused  why a try makes no step
   * @param {() => void} doing.changed  what can be done has changed
   */
  constructor(host, task, doing) {
    this.task = task;
    this.doing = doing;
    host.replaceChildren();
    this.board = new Board(host, {
      game: task.game,
      geometry: task.geometry,
      players: task.position.players,
      label: l("board"),
      describe: (cell, piece, target) => this.#words(cell, piece, target),
    });
    this.turn = new Turn(this.board, {
      take: (step) => this.take(step),
      refuse: (cells) => void this.#why(cells),
      changed: () => this.mark(),
      back: () => void this.again(this.half.slice(0, -1)),
      abandon: () => void this.again(),
      early: () => {},
    });
    /** @type {Step[]} */
    this.half = [];
    /** @type {number[]} */
    this.goals = [];
    /** @type {number[]} */
    this.hints = [];
    /** @type {Arrow[]} */
    this.arrows = [];
    /** @type {[number, number][]} */
    this.links = [];
    this.over = false;
    /** Counts what is shown, so that what was begun before ends quietly. */
    this.showing = 0;
    const { width, height } = task.geometry;
    const upsideDown = this.#isUpsideDown();
    const orient = () => {
      const upright = TALL.matches && width > WIDE * height;
      this.board.turn((upsideDown ? 2 : 0) + (upright ? 1 : 0));
      host.style.setProperty("--aspect", String(this.board.aspect));
    };
    TALL.addEventListener("change", orient);
    orient();
    void this.again();
  }

  /** The player's own pieces stand below. */
  #isUpsideDown() {
    const { geometry, position } = this.task;
    const mean = (/** @type {number} */ side) => {
      const ys = position.view.pieces
        .filter((piece) => piece.owners.at(-1) === side)
        .map((piece) => geometry.cells[piece.cell].y);
      return ys.length ? ys.reduce((a, b) => a + b, 0) / ys.length : geometry.height / 2;
    };
    const mine = mean(position.player);
    return mine < geometry.height / 2 && mine < mean(1 - position.player) - geometry.height / 4;
  }

  /** Begin the turn again, perhaps after some of its steps. @param {Step[]} [half] */
  async again(half = []) {
    const number = ++this.showing;
    this.over = false;
    this.half = half;
    this.links = [];
    const { position } = this.task;
    const here = half.length ? await this.#after(half) : position;
    if (!here || number !== this.showing) return;
    await this.board.show(here.view, { players: here.players });
    if (number !== this.showing) return;
    this.turn.set(here);
  }

  /** @param {Step} step */
  take(step) {
    void this.#take(step);
  }

  /** @param {Step} step */
  async #take(step) {
    const number = ++this.showing;
    this.turn.set(null);
    this.hints = [];
    this.arrows = [];
    this.links = [];
    this.half = [...this.half, step];
    const half = this.half;
    const moving = this.board.show(after(this.board.view, step), { steps: [step] });
    if (step.ends) {
      this.over = true;
      await moving;
      if (number !== this.showing) return;
      const text = half
        .filter((made) => !made.stop)
        .map((made) => made.text)
        .join(",");
      try {
        await this.doing.made(
          half.map((made) => made.action),
          text,
        );
      } catch (error) {
        complain(error);
        await this.again();
      }
      return;
    }
    announce(say(step.words));
    const here = await this.#after(half);
    await moving;
    if (!here || number !== this.showing) return;
    await this.board.show(here.view);
    this.turn.set(here);
  }

  /** @param {Step[]} half @returns {Promise<Position | null>} */
  async #after(half) {
    const { game, options, position } = this.task;
    const actions = half.map((step) => step.action);
    try {
      const body = { options, position: position.text, actions };
      return (await ask(`/api/games/${game}/turn`, { body })).position;
    } catch (error) {
      complain(error);
      return null;
    }
  }

  /** Play turns out on the board. @param {Shown[]} line @param {View} [from] */
  async play(line, from) {
    const number = ++this.showing;
    this.turn.set(null);
    this.over = true;
    this.hints = [];
    this.arrows = [];
    if (from) await this.board.show(from);
    for (const turn of line) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (number !== this.showing) return;
      announce(say(turn.said));
      await this.board.show(turn.view, { players: turn.players, steps: turn.steps });
    }
  }

  /** End the turn early. */
  finish() {
    const step = this.turn.finish;
    if (step) this.take(step);
  }

  mark() {
    const { board, turn, goals, hints, arrows, links } = this;
    board.mark({ ...turn.marks(), goals, hints, arrows, links });
    document.body.dataset.half = String(turn.position?.actions.length ?? "");
    document.body.dataset.turn = this.over ? "over" : turn.position ? "yours" : "theirs";
    this.doing.changed();
  }

  /** @param {number[]} cells */
  async #why(cells) {
    const { game, options, position } = this.task;
    const actions = this.half.map((step) => step.action);
    try {
      const body = { options, position: position.text, actions, cells };
      const answer = await ask(`/api/games/${game}/why`, { body });
      const last = cells[cells.length - 1];
      this.links =
        last < 0
          ? []
          : answer.cells
              .filter((/** @type {number} */ cell) => cell !== last && cell >= 0)
              .map((/** @type {number} */ cell) => [last, cell]);
      this.mark();
      if (answer.text) this.doing.refused(say(answer.text));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {number} cell @param {Piece | undefined} piece @param {boolean} target */
  #words(cell, piece, target) {
    const players = this.board.players;
    const { name } = this.task.geometry.cells[cell];
    const parts = [name, piece ? pieceWords(piece, players) : t("play.empty")];
    if (piece?.mark) parts.push(markWords(piece.mark));
    if (target) parts.push(t("play.target"));
    return parts.join(", ");
  }
}
