/** The board of a match: what stands where one looks, and the turn that a person makes there. */

import { after, Board } from "../board/board.js";
import { Turn } from "../board/turn.js";
import { announce, complain, toast } from "../chrome.js";
import { one } from "../dom.js";
import { say, t } from "../language.js";
import { recall, remember } from "../memory.js";
import { isNew } from "../you/results.js";
import { cellWords } from "./words.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").Effect} Effect */
/** @typedef {import("../board/marks.js").Marks} Marks */
/** @typedef {import("./session.js").Session} Session */

/**
 * @typedef {object} Around  the page around the board
 * @property {() => void} draw  everything may have changed
 * @property {() => void} marked  the marks on the board have changed
 * @property {() => void} stepped  a person has made a step
 * @property {(actions: number[]) => Promise<boolean>} judged  whether a whole turn was but a try
 * @property {() => Pick<Marks, "hints" | "arrows" | "values">} advice  what else the board should show
 */

/** Screens on which a wide board is larger upright. */
const TALL = window.matchMedia("(max-width: 600px) and (orientation: portrait)");
/** How much wider than high a wide board is. */
const WIDE = 1.25;

export class Table {
  /** @param {Session} session @param {Around} around */
  constructor(session, around) {
    this.session = session;
    this.around = around;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Turn | null} */
    this.turn = null;
    /** @type {Position | null} */
    this.here = null;
    /** The steps of the half-made turn. @type {Step[]} */
    this.half = [];
    /** The piece that cannot move, and what is in its way. @type {[number, number][]} */
    this.links = [];
    /** Whether a step is on its way to the server. */
    this.busy = false;
    /** The piece on its way over the board. @type {Promise<void>} */
    this.moving = Promise.resolve();
    /** The step on its way to the server. @type {Promise<void>} */
    this.made = Promise.resolve();
    /** What a person did before the server said how the half-made turn can go on. @type {(() => void)[]} */
    this.later = [];
    this.turned = recall(`flip.${session.id}`) === "true";
    /** @type {boolean | undefined} */
    this.upsideDown = undefined;
  }

  /** Which side is below. */
  get bottom() {
    const { mySeats } = this.session;
    const first = mySeats.length === 1 ? mySeats[0] : 0;
    return this.turned ? 1 - first : first;
  }

  /** Make the board, once. */
  lay() {
    if (this.board) return;
    const { session } = this;
    const board = new Board(one("#board"), {
      game: session.match.game,
      geometry: session.geometry,
      players: session.playersAt(session.at),
      label: t("play.board"),
      describe: (cell, piece, target) => cellWords(session, cell, piece, target),
    });
    this.board = board;
    this.turn = new Turn(board, {
      take: (step) => this.take(step),
      refuse: (cells) => void this.#why(cells),
      changed: () => this.mark(),
      back: () => void this.#back(),
      abandon: () => void this.cancel(),
      early: (again, cell, byHand) => this.#early(again, cell, byHand),
    });
    const { hover } = board.handlers;
    board.handlers.hover = (cell) => {
      hover?.(cell);
      void this.#blockers(cell);
    };
    TALL.addEventListener("change", () => this.#orient());
  }

  /** Show where one looks, after these steps. @param {Effect[]} steps */
  async show(steps) {
    const { session, board, turn } = this;
    if (!board || !turn) return;
    this.half = [];
    this.later = [];
    this.here = null;
    this.links = [];
    turn.set(null);
    this.#orient();
    this.around.draw();
    const { at, node } = session;
    const all = steps.length === node.steps.length && node.parent !== null;
    const before = all ? session.viewAt(node.parent ?? 0) : undefined;
    const beginning = this.begin();
    await this.moving; // one's own step is still on its way
    if (at !== session.at) return;
    await board.show(session.viewAt(at), { players: session.playersAt(at), steps, before });
    await beginning;
    this.mark();
  }

  /** The steps of a move that the board does not show yet. @param {import("../types.js").Node} node */
  unseen(node) {
    const seen = this.half.every((step, index) => node.actions[index] === step.action);
    return node.steps.slice(seen ? this.half.length : 0);
  }

  /** Ask for the legal steps where one looks, and let the person make them. */
  async begin() {
    const { session, turn } = this;
    if (!turn) return;
    const at = session.at;
    try {
      const position = await session.position();
      if (at !== session.at) return;
      this.here = position;
      if (this.half.length === 0) turn.set(session.mode ? position : null);
      this.around.draw();
    } catch {
      // Asked again when the connection is back.
    }
  }

  /** Make a step. @param {Step} step */
  take(step) {
    this.turn?.set(null);
    this.made = this.#take(step);
  }

  /** @param {Step} step */
  async #take(step) {
    const { session, board, turn } = this;
    if (!board || !turn) return;
    this.half = [...this.half, step];
    const { half } = this;
    const actions = half.map((made) => made.action);
    this.busy = true;
    this.around.stepped();
    const at = session.at;
    this.moving = board.show(after(board.view, step), { steps: [step] });
    try {
      if (step.ends) {
        if (await this.around.judged(actions)) return;
        await session.play({ actions });
        if (session.at === at) await this.show([]);
      } else {
        const answer = await session.ask({ type: "turn", ...session.address(at), actions });
        if (session.at !== at || this.half !== half) return;
        this.busy = false;
        turn.set(answer.position);
        announce(say(step.words));
        for (const again of this.later.splice(0)) again();
        await this.moving;
        if (session.at === at && this.half === half) await board.show(answer.position.view);
      }
    } catch (error) {
      complain(error);
      await this.show([]);
    } finally {
      if (this.half === half || !this.half.length) this.busy = false;
    }
    this.around.draw();
  }

  /** End the turn early, as soon as it is known whether one can. */
  finish() {
    const step = this.turn?.finish;
    if (step) this.take(step);
    else this.#early(() => this.finish());
  }

  /**
   * Keep what came before the server's answer about the half-made turn; the second click of a
   * double click is not meant.
   * @param {() => void} again @param {number} [cell] @param {boolean} [byHand]
   */
  #early(again, cell, byHand = false) {
    const last = this.half.at(-1);
    if (!this.busy || !last || last.ends) return;
    if (byHand && cell === last.cells.at(-1)) return;
    this.later.push(again);
  }

  /** Take the last step of the half-made turn back. */
  async #back() {
    const { session, board, turn } = this;
    if (!board || !turn || this.busy) return;
    const half = this.half.slice(0, -1);
    if (!half.length) return this.show([]);
    this.half = half;
    turn.set(null);
    const at = session.at;
    try {
      const actions = half.map((made) => made.action);
      const answer = await session.ask({ type: "turn", ...session.address(at), actions });
      if (session.at !== at || this.half !== half) return;
      turn.set(answer.position);
      await board.show(answer.position.view);
    } catch (error) {
      complain(error);
      await this.show([]);
    }
    this.around.draw();
  }

  /** Give up what is picked, or else the half-made turn; false if there was nothing. */
  cancel() {
    if (this.turn?.cancel()) return true;
    if (!this.half.length || this.busy) return false;
    void this.show([]);
    return true;
  }

  flip() {
    this.turned = !this.turned;
    remember(`flip.${this.session.id}`, String(this.turned));
    this.#orient();
    this.mark();
  }

  /** The viewer's pieces stand below, where the board has a below. */
  #orient() {
    const { session, board } = this;
    if (!board) return;
    const first = session.pathTo(session.at).find((node) => session.viewAt(node.id).pieces.length);
    if (this.upsideDown === undefined && first) {
      const mine = session.mySeats.length === 1 ? session.mySeats[0] : 0;
      const { cells, height } = session.geometry;
      const { pieces } = session.viewAt(first.id);
      const mean = (/** @type {number} */ side) => {
        const ys = pieces
          .filter((piece) => piece.owners.at(-1) === side)
          .map((piece) => cells[piece.cell].y);
        return ys.reduce((a, b) => a + b, 0) / Math.max(1, ys.length);
      };
      this.upsideDown = mean(mine) < mean(1 - mine) - height / 4;
    }
    const { width, height } = session.geometry;
    const upright = TALL.matches && width > WIDE * height;
    board.turn((Boolean(this.upsideDown) !== this.turned ? 2 : 0) + (upright ? 1 : 0));
    one(".play").style.setProperty("--aspect", String(board.aspect));
  }

  mark() {
    const { board, turn, session } = this;
    if (!board || !turn || !session.known) return;
    const { node } = session;
    const moved = this.half.length ? [] : node.steps;
    // What was placed, sown or taken has no way from one cell to another.
    const last = moved.flatMap((step) => (step.slides.length ? step.slides[0].slice(0, 2) : step.cells));
    const marks = turn.marks();
    const begins = !this.half.length && turn.position && turn.picked === null;
    board.mark({
      last: [...new Set(last)],
      ghosts: this.half.length ? [] : this.#captured(),
      movable: begins && isNew(session.match.game) && !marks.targets ? this.#pieces(turn.sources) : [],
      ...marks,
      links: this.links,
      ...this.around.advice(),
    });
    const { dataset } = document.body;
    dataset.ply = String(node.ply);
    dataset.half = String(turn.position?.actions.length ?? "");
    if (session.over) dataset.turn = "over";
    else if (turn.position) dataset.turn = "yours";
    else if (dataset.turn || !session.mode) dataset.turn = "theirs"; // not before it is known
    this.around.marked();
  }

  /** Of some cells, those that hold a piece. @param {number[]} cells */
  #pieces(cells) {
    return cells.filter((cell) => this.board?.pieceAt(cell));
  }

  /** What the move in view has taken off the board. @returns {import("../types.js").Piece[]} */
  #captured() {
    const { session } = this;
    const { node } = session;
    if (node.parent === null) return [];
    const taken = new Map(node.steps.flatMap((step) => step.takes));
    const { player } = session.need(node.parent);
    return session
      .viewAt(node.parent)
      .pieces.map((piece) => {
        const gone = piece.owners.slice(0, taken.get(piece.cell) ?? 0); // stacks lose their lowest
        return { ...piece, owners: gone.filter((owner) => owner !== player) };
      })
      .filter((piece) => piece.owners.length);
  }

  /** Why picks make no step, in words and on the board. @param {number[]} cells */
  async #why(cells) {
    const text = await this.#explain(cells, this.half);
    if (!text) return;
    toast(text, "bad");
    announce(text);
  }

  /** Join a blocked stone with what blocks it. @param {number | null} cell */
  async #blockers(cell) {
    if (this.links.length) {
      this.links = [];
      this.mark();
    }
    const piece = cell === null ? undefined : this.board?.pieceAt(cell);
    if (piece?.mark !== "blocked" || piece.owners[0] !== this.session.node.player) return;
    await this.#explain([piece.cell], []);
  }

  /** @param {number[]} cells @param {Step[]} half */
  async #explain(cells, half) {
    const { session } = this;
    const actions = half.map((step) => step.action);
    try {
      const answer = await session.ask({
        type: "why",
        ...session.address(session.at),
        actions,
        cells,
      });
      const last = cells[cells.length - 1];
      const others = answer.cells.filter(
        (/** @type {number} */ cell) => cell !== last && cell >= 0,
      );
      this.links = last < 0 ? [] : others.map((/** @type {number} */ cell) => [last, cell]);
      this.mark();
      return say(answer.text);
    } catch {
      return ""; // no answer, no reason
    }
  }

  translate() {
    this.board?.svg.setAttribute("aria-label", t("play.board"));
    this.board?.render();
  }
}
