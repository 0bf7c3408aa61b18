/** One's mistakes as exercises: find a better turn in three tries, with hints from the stored answer. */

import { arrowsAlong } from "../board/marks.js";
import { announce, complain } from "../chrome.js";
import { h } from "../dom.js";
import { say, t } from "../language.js";
import { button } from "../widgets.js";
import { moveNumber } from "./moves.js";
import { percent } from "./words.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types.js").Node} MoveNode */
/** @typedef {import("../types.js").Verdict} Verdict */
/** @typedef {import("../board/marks.js").Marks} Marks */
/** @typedef {"open" | "looking" | "wrong" | "right" | "as_good" | "shown"} State */

const TRIES = 3;
/** So many mistakes of a game, those that cost most, are enough to learn from. */
const MOST = 8;
const WRONG = ["inaccuracy", "mistake", "blunder"];
/** How much less chance a turn may have that counts as good as the best. */
const AS_GOOD = 0.03;
/** Seconds that a try or a refutation is looked at, and how many turns of the latter are played out. */
const SECONDS = 1.5;
const TURNS = 4;
/** Milliseconds between two turns that are played out. */
const PAUSE = 700;

export class Better {
  /**
   * @param {Session} session
   * @param {{verdicts: Map<number, Verdict>}} review
   * @param {{redraw: () => void, board: () => Promise<void>}} page  draw again; show the board anew
   */
  constructor(session, review, page) {
    this.session = session;
    this.review = review;
    this.page = page;
    /** The move to be bettered. @type {MoveNode | null} */
    this.node = null;
    /** @type {State} */
    this.state = "open";
    this.left = TRIES;
    this.grade = 0;
    /** Counts what is played out, so that what was begun before ends quietly. */
    this.round = 0;
    /** @type {Set<number>} */
    this.done = new Set();
  }

  /** The mistakes of who looks: one's own, or everybody's for whoever only watches. @returns {MoveNode[]} */
  get mistakes() {
    const { session, review } = this;
    if (!session.known || !session.open) return [];
    const all = session.pathTo(session.match.current).filter((node) => {
      const verdict = review.verdicts.get(node.id);
      if (node.parent === null || !verdict?.best || !WRONG.includes(verdict.mark)) return false;
      const { player } = session.need(node.parent);
      return !session.mySeats.length || session.mySeats.includes(player);
    });
    const cost = (/** @type {MoveNode} */ node) => review.verdicts.get(node.id)?.loss ?? 0;
    const worst = new Set([...all].sort((a, b) => cost(b) - cost(a)).slice(0, MOST));
    return all.filter((node) => worst.has(node));
  }

  get #verdict() {
    return this.node ? this.review.verdicts.get(this.node.id) : undefined;
  }

  /** Whether the board is that of the exercise, and it waits for a try. */
  get waits() {
    return Boolean(this.node && this.session.at === this.node.parent && this.left && !this.#over);
  }

  get #over() {
    return ["right", "as_good", "shown"].includes(this.state);
  }

  /** The first mistake that was not bettered yet, or the next after this one. */
  start() {
    const all = this.mistakes;
    const after = this.node ? all.findIndex((node) => node.id === this.node?.id) + 1 : 0;
    const order = [...all.slice(after), ...all.slice(0, after)];
    this.#begin(order.find((node) => !this.done.has(node.id)) ?? order[0] ?? null);
  }

  stop() {
    this.#begin(null);
    this.session.go(this.session.match.current);
  }

  /** @param {MoveNode | null} node */
  #begin(node) {
    this.round++;
    this.node = node;
    this.state = "open";
    this.left = TRIES;
    this.grade = 0;
    if (node) {
      document.body.classList.remove("sheet-open");
      this.session.go(node.parent ?? 0);
      announce(t("better.task"));
    }
    this.page.redraw();
  }

  /** Judge a try; false where no exercise waits for one. @param {number[]} actions */
  async judge(actions) {
    const { node } = this;
    const best = this.#verdict?.best;
    if (!this.waits || !node || !best) return false;
    if (this.state === "looking") return true;
    const found = actions.join() === best.actions.join();
    if (found || (await this.#isAsGood(node, actions))) {
      this.state = found ? "right" : "as_good";
      this.done.add(node.id);
      announce(t(`better.${this.state}`, { move: best.text }));
      await this.session.play({ actions });
    } else if (this.node === node) {
      this.left--;
      this.state = "wrong";
      announce(this.left ? t("better.wrong", { left: this.left }) : t("better.out"));
      await this.page.board();
      if (!this.left) await this.answer();
    }
    this.page.redraw();
    return true;
  }

  /**
   * Whether a turn is as good as the best one; the one that was played is not.
   * @param {MoveNode} node @param {number[]} actions
   */
  async #isAsGood(node, actions) {
    const { session } = this;
    const verdict = this.#verdict;
    if (!verdict || node.parent === null || actions.join() === node.actions.join()) return false;
    this.state = "looking";
    this.page.redraw();
    const { player } = session.need(node.parent);
    const mine = (/** @type {number} */ chance) => (player === 0 ? chance : 1 - chance);
    const { node: from, line = [] } = session.address(node.parent);
    try {
      const answer = await session.ask(
        { type: "analyse", node: from, line: [...line, actions], lines: 1, seconds: SECONDS },
        () => {},
      );
      const chance = answer.lines?.[0]?.win_probability;
      const before = mine(verdict.win_probability) + verdict.loss;
      return (
        this.node === node &&
        this.state === "looking" &&
        chance !== undefined &&
        before - mine(chance) < AS_GOOD
      );
    } catch {
      return false; // the game is over there, or nobody answers
    }
  }

  hint() {
    this.grade = Math.min(TRIES, this.grade + 1);
    if (this.grade === TRIES) void this.answer();
    this.page.redraw();
  }

  /** Show the answer, then why the move that was played is worse. */
  async answer() {
    const { node } = this;
    const best = this.#verdict?.best;
    if (!node || !best) return;
    this.state = "shown";
    this.grade = TRIES;
    this.page.redraw();
    announce(t("better.was", { move: best.text }));
    await this.refute();
  }

  /** Play the mistake out: the move, and the line that punishes it. */
  async refute() {
    const { node, session } = this;
    if (!node) return;
    const round = ++this.round;
    const stays = () => round === this.round;
    try {
      await wait();
      if (!stays()) return;
      session.go(node.id);
      if (node.outcome) return;
      const found = await session.ask({
        type: "analyse",
        ...session.address(node.id),
        lines: 1,
        seconds: SECONDS,
      });
      let at = node.id;
      for (const move of (found.lines?.[0]?.moves ?? []).slice(0, TURNS)) {
        await wait();
        if (!stays()) return;
        at = await session.explore(at, move);
      }
    } catch (error) {
      if (stays()) complain(error);
    }
  }

  /** What the board shows of the hint. @returns {Pick<Marks, "hints" | "arrows"> | null} */
  get marks() {
    const best = this.#verdict?.best;
    if (!best || !this.node || this.session.at !== this.node.parent || !this.grade) return null;
    const steps = best.steps ?? [best.cells];
    if (this.grade === 1) return { hints: steps[0].slice(0, 1), arrows: [] };
    return { hints: [], arrows: arrowsAlong(this.grade === 2 ? steps.slice(0, 1) : steps) };
  }

  /** The box that says what to do; null where there is no exercise. @returns {Node[] | null} */
  draw() {
    const { node, state, left } = this;
    const verdict = this.#verdict;
    if (!node || !verdict?.best) return null;
    const best = verdict.best.text;
    const number = this.mistakes.findIndex((each) => each.id === node.id) + 1;
    const words = {
      open: t("better.task"),
      looking: t("better.looking"),
      as_good: t("better.as_good", { move: best }),
      wrong: t("better.wrong", { left }),
      right: t("better.right"),
      shown: t("better.was", { move: best }),
    };
    const actions = this.#over
      ? [
          button(t("better.next"), () => this.start(), { class: "primary", id: "better-next" }),
          button(t("better.why"), () => void this.refute(), { id: "better-why" }),
        ]
      : [
          button(t(this.grade ? "play.more_hint" : "play.hint"), () => this.hint(), {
            id: "better-hint",
          }),
          button(t("better.show"), () => void this.answer(), { id: "better-show" }),
        ];
    return [
      h("p", { class: "headline" }, t("better.title", { number, of: this.mistakes.length })),
      h(
        "p",
        { class: "detail" },
        t("better.played", {
          move: `${moveNumber(node)} ${node.move}`,
          percent: percent(verdict.loss),
        }),
      ),
      h("p", { class: `better-answer ${state}`, "data-state": state }, words[state]),
      ...(this.#over && verdict.why ? [h("p", { class: "detail why" }, say(verdict.why))] : []),
      h(
        "div",
        { class: "row" },
        actions,
        button(t("better.stop"), () => this.stop(), { class: "quiet", id: "better-stop" }),
      ),
    ];
  }
}

function wait() {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
