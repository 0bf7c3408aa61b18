/** What a search by alpha-beta did: its visits as a tree that grows with the moment looked at. */

import { number, say } from "../language.js";
import { w } from "./words.js";

/** @typedef {import("./facts.js").TraceFacts} TraceFacts */
/** @typedef {{row: number, end: number, depth: number, kind: string, again: boolean}} Layer */

const SIGNS = /** @type {Record<string, string>} */ ({
  cut: "✂",
  table: "▤",
  decided: "●",
  drawn: "●",
  stuck: "●",
  known: "●",
});

export class VisitTree {
  grows = false;

  /** @param {TraceFacts} facts */
  constructor(facts) {
    this.facts = facts;
    const c = facts.columns;
    this.c = c;
    this.size = c.parent.length;
    /** @type {number[][]} */
    this.below = Array.from({ length: this.size }, () => []);
    for (let i = 0; i < this.size; i++) if (c.parent[i] >= 0) this.below[c.parent[i]].push(i);
    const rows = facts.layers.filter((each) => each.row >= 0);
    /** @type {Layer[]} */
    this.layers = rows.map(({ row, depth, kind }, k) => ({
      row,
      end: rows[k + 1]?.row ?? this.size,
      depth,
      kind,
      again: rows.slice(0, k).some((each) => each.kind === kind && each.depth === depth),
    }));
    this.layer = Math.max(0, this.layers.map((each) => each.kind).lastIndexOf("search"));
    this.root = 0;
    this.cursor = 0;
    /** When each visit of the layer begins and ends. */
    this.enter = new Int32Array(this.size);
    this.leave = new Int32Array(this.size);
    /** The visits by what happens one after the other: each begins, and ends. @type {number[]} */
    this.events = [];
    /** @type {Set<number>} */
    this.best = new Set();
    this.choose(this.layer);
  }

  /** @param {number} layer */
  choose(layer) {
    this.layer = layer;
    const { row, end } = this.layers[layer];
    const { parent } = this.c;
    this.root = row;
    const events = [];
    /** @type {number[]} */
    const open = [];
    const close = () => {
      const left = /** @type {number} */ (open.pop());
      this.leave[left] = events.length;
      events.push(left);
    };
    for (let i = row; i < end; i++) {
      while (open.length && open[open.length - 1] !== parent[i]) close();
      this.enter[i] = events.length;
      events.push(i);
      open.push(i);
    }
    while (open.length) close();
    this.events = events;
    this.best = new Set();
    for (let at = row; at !== undefined; ) {
      this.best.add(at);
      const { best } = this.c;
      at = /** @type {any} */ (this.after(at, best[at]));
    }
    this.cursor = events.length;
  }

  /** The last visit by a step. @param {number} i @param {number} action */
  after(i, action) {
    return this.below[i].filter((kid) => this.c.action[kid] === action).pop();
  }

  get length() {
    return this.events.length;
  }

  get current() {
    return this.cursor >= this.length || !this.cursor ? this.root : this.events[this.cursor - 1];
  }

  /** @param {number} moment */
  goTo(moment) {
    this.cursor = Math.max(0, Math.min(this.length, moment));
  }

  /** The moment after the next cut, or the end. */
  nextMark() {
    for (let i = this.cursor; i < this.length; i++) {
      const at = this.events[i];
      if (this.leave[at] === i && this.ended(at) === "cut") return i + 1;
    }
    return this.length;
  }

  /** @param {number} i */
  has(i) {
    return i === this.root || this.enter[i] < this.cursor;
  }

  /** @param {number} i */
  done(i) {
    return this.leave[i] < this.cursor;
  }

  /** @param {number} i */
  kids(i) {
    const all = this.below[i];
    return this.cursor >= this.length ? all : all.filter((kid) => this.has(kid));
  }

  /** Moves that were never looked at. @param {number} i */
  unseen(i) {
    return this.done(i) ? Math.max(0, this.c.moves[i] - this.c.tried[i]) : 0;
  }

  /** @param {number} i */
  ended(i) {
    return this.facts.endings[this.c.ended[i]];
  }

  /** @param {number} i */
  step(i) {
    return this.facts.texts[this.facts.step[i]] || w(i === this.root ? "root" : "stop");
  }

  /** @param {number} i */
  sign(i) {
    return this.done(i) ? (SIGNS[this.ended(i)] ?? "") : "…";
  }

  /** Whether it is on the best line, which is known at the end. @param {number} i */
  isBest(i) {
    return this.cursor >= this.length && this.best.has(i);
  }

  /** How thick its branch is drawn. @param {number} i */
  width(i) {
    return this.isBest(i) ? 3 : 1;
  }

  /** What a label says after the step. @param {number} i */
  figure(i) {
    return this.done(i) ? short(this.facts, this.c.value[i]) : "";
  }

  /** @param {number} i */
  words(i) {
    const { c, facts } = this;
    const me = c.player[i];
    const sides = { me: name(facts, me), other: name(facts, 1 - me) };
    const say_ = (/** @type {number} */ value) => worth(facts, value, me);
    const parts = [w("to_play", sides)];
    const [alpha, beta] = [c.alpha[i], c.beta[i]];
    const purpose = facts.purposes[c.purpose[i]];
    const [low, high] = [alpha > -facts.proven, beta < facts.proven];
    if (purpose === "reduced") parts.push(w("reduced"));
    const above = c.parent[i];
    if (above >= 0 && this.below[above].some((kid) => kid < i && c.action[kid] === c.action[i]))
      parts.push(w("again"));
    if (beta - alpha <= 1) parts.push(w("scout", { value: say_(alpha) }));
    else {
      if (!low && !high) parts.push(w("open_window"));
      if (low) parts.push(w("has", { ...sides, value: say_(alpha) }));
      if (high) parts.push(w("holds", { ...sides, value: say_(beta) }));
    }
    if (!this.done(i)) return [...parts, w("looking")];
    const value = c.value[i];
    const blanks = { ...sides, value: say_(value) };
    const ended = this.ended(i);
    if (ended === "cut") {
      const by = this.after(i, c.best[i]);
      parts.push(w("said_cut", { ...blanks, bound: worth(facts, -beta, 1 - me) }));
      if (by !== undefined) parts.push(w("said_cut_by", { ...blanks, step: this.step(by) }));
    } else if (ended === "searched")
      parts.push(
        w(value <= alpha ? "said_low" : value >= beta ? "said_high" : "said_searched", blanks),
      );
    else parts.push(w(/** @type {any} */ (`said_${ended}`), blanks));
    const unseen = this.unseen(i);
    if (unseen)
      parts.push(w(unseen === 1 ? "said_one_unseen" : "said_unseen", { count: unseen, moves: c.moves[i] }));
    const lost = c.tried[i] - new Set(this.below[i].map((kid) => c.action[kid])).size;
    if (lost > 0) parts.push(w("said_not_kept", { count: lost }));
    return parts;
  }

  /** The moment, in words. */
  now() {
    return "";
  }

  /** What a choice at a node rests on. @param {number} _ @returns {Node | null} */
  choice(_) {
    return null;
  }
}

/** @param {TraceFacts} facts @param {number} side */
export function name(facts, side) {
  return say(facts.players[side].name);
}

/** A value in figures. @param {TraceFacts} facts @param {number} value */
function short(facts, value) {
  if (Math.abs(value) > facts.win) return "–";
  if (Math.abs(value) >= facts.proven)
    return `${value > 0 ? "+" : "−"}#${facts.win - Math.abs(value)}`;
  const most = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return number(value / facts.scale, { ...most, signDisplay: "exceptZero" });
}

/** A value in words, for the side whose it is. @param {TraceFacts} facts @param {number} value @param {number} side */
function worth(facts, value, side) {
  if (Math.abs(value) > facts.win) return w("illegal");
  if (Math.abs(value) < facts.proven) return short(facts, value);
  const turns = facts.win - Math.abs(value);
  return w(value > 0 ? "wins_in" : "loses_in", { me: name(facts, side), turns });
}
