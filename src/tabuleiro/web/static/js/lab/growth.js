/** What a tree search did: its tree as it was after any number of iterations. */

import { h } from "../dom.js";
import { number } from "../language.js";
import { figure, table } from "../widgets.js";
import { name } from "./visits.js";
import { w } from "./words.js";

/** @typedef {import("./facts.js").TraceFacts} TraceFacts */

const PROOFS = ["", "✓", "✗", "="];
const WIDEST = 9;
const MOST_SHOWN = 12;
const WIN = 1000;

export class GrowthTree {
  grows = true;
  /** @type {import("./visits.js").Layer[]} */
  layers = [];
  layer = 0;
  root = 0;
  /** A tree may always be deeper. */
  cursor = 0;

  /** @param {TraceFacts} facts */
  constructor(facts) {
    this.facts = facts;
    this.c = facts.columns;
    this.size = this.c.parent.length;
    this.growth = facts.growth ?? { leaf: [], value: [], proven: [] };
    /** @type {number[][]} */
    this.below = Array.from({ length: this.size }, () => []);
    for (let i = 1; i < this.size; i++) this.below[this.c.parent[i]].push(i);
    this.visits = new Int32Array(this.size);
    this.total = new Float64Array(this.size);
    this.proven = new Uint8Array(this.size);
    this.goTo(this.length);
  }

  /** @param {number} _ */
  choose(_) {
    this.goTo(this.length);
  }

  get length() {
    return this.growth.leaf.length;
  }

  get current() {
    return this.cursor && this.cursor < this.length ? this.growth.leaf[this.cursor - 1] : this.root;
  }

  /** @param {number} moment */
  goTo(moment) {
    const wanted = Math.max(0, Math.min(this.length, moment));
    if (wanted < this.cursor) {
      this.cursor = 0;
      this.visits.fill(0);
      this.total.fill(0);
      this.proven.fill(0);
    }
    while (this.cursor < wanted) this.#grow(this.cursor++);
    /** @type {Set<number>} */
    this.best = new Set();
    for (let at = this.root; at !== undefined; ) {
      this.best.add(at);
      const known = this.below[at].filter((kid) => this.visits[kid]);
      at = known.reduce(
        (best, kid) => (best === undefined || this.#rank(kid) > this.#rank(best) ? kid : best),
        /** @type {any} */ (undefined),
      );
    }
  }

  /** Won before open before lost, then by visits. @param {number} i */
  #rank(i) {
    const proof = this.proven[i];
    return (proof === 1 ? 1e9 : proof === 2 ? -1e9 : 0) + this.visits[i];
  }

  /** @param {number} i */
  #grow(i) {
    const { leaf, value, proven } = this.growth;
    let sure = proven[i];
    for (let at = leaf[i]; at >= 0; at = this.c.parent[at]) {
      this.visits[at]++;
      this.total[at] += this.c.player[at] === 0 ? value[i] : WIN - value[i];
      if (sure-- > 0) this.proven[at] = this.c.proven[at];
    }
  }

  /** The moment after the next proof, or the end. */
  nextMark() {
    const { proven } = this.growth;
    for (let i = this.cursor; i < this.length; i++) if (proven[i]) return i + 1;
    return this.length;
  }

  /** @param {number} i */
  has(i) {
    return i === this.root || this.visits[i] > 0;
  }

  /** @param {number} i */
  done(i) {
    return this.has(i);
  }

  /** @param {number} i */
  kids(i) {
    return this.below[i]
      .filter((kid) => this.visits[kid] > 0)
      .sort((a, b) => this.visits[b] - this.visits[a]);
  }

  /** Steps without a visit. @param {number} i */
  unseen(i) {
    const kids = this.below[i];
    const seen = kids.filter((kid) => this.visits[kid] > 0).length;
    return seen ? kids.length - seen : 0;
  }

  /** @param {number} i */
  isBest(i) {
    return this.best?.has(i) ?? false;
  }

  /** @param {number} i */
  step(i) {
    return this.facts.texts[this.facts.step[i]] || w(i === this.root ? "root" : "stop");
  }

  /** @param {number} i */
  sign(i) {
    return PROOFS[this.proven[i]];
  }

  /** @param {number} i */
  width(i) {
    const share = this.visits[i] / Math.max(1, this.visits[this.root]);
    return 1 + Math.round((WIDEST - 1) * Math.sqrt(share));
  }

  /** @param {number} i */
  mean(i) {
    return this.total[i] / WIN / Math.max(1, this.visits[i]);
  }

  /** @param {number} i */
  figure(i) {
    return `${number(this.visits[i])} · ${number(100 * this.mean(i), { maximumFractionDigits: 0 })} %`;
  }

  /** @param {number} i */
  words(i) {
    const me = name(this.facts, this.c.player[i]);
    if (!this.visits[i]) return [w("no_visits")];
    const percent = number(100 * this.mean(i), { maximumFractionDigits: 1 });
    const parts = [w(this.visits[i] === 1 ? "one_visit" : "visits", { visits: number(this.visits[i]), percent, me })];
    const proof = this.proven[i];
    if (proof) parts.push(w(/** @type {any} */ (`proven_${proof}`), { me }));
    return parts;
  }

  now() {
    if (!this.cursor || this.cursor >= this.length) return "";
    const value = number(this.growth.value[this.cursor - 1] / 10, { maximumFractionDigits: 0 });
    const first = name(this.facts, 0);
    return w("iteration", { now: number(this.cursor), of: number(this.length), value, first });
  }

  /** The formula by which the next step from a node is chosen, with its numbers. @param {number} i */
  choice(i) {
    const kids = this.below[i];
    if (!kids.length) return null;
    const c = this.facts.exploration ?? 1;
    const about = Math.sqrt(Math.log(this.visits[i] + 1));
    const rows = kids.map((kid) => {
      const n = this.visits[kid];
      const explore = n ? (c * about) / Math.sqrt(n) : Infinity;
      return { kid, n, mean: this.mean(kid), explore, sum: this.mean(kid) + explore };
    });
    const order = { 1: Infinity, 2: -Infinity };
    const key = (/** @type {typeof rows[0]} */ row) =>
      order[/** @type {1 | 2} */ (this.proven[row.kid])] ?? row.sum;
    rows.sort((a, b) => key(b) - key(a) || a.kid - b.kid);
    const say = (/** @type {number} */ value) =>
      Number.isFinite(value)
        ? number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 })
        : "∞";
    const [first] = rows;
    const step = this.step(first.kid);
    const more = number(this.visits[i] + 1);
    const n = number(first.n);
    return h(
      "div",
      { class: "lab-choice" },
      h("h3", null, w("choice")),
      h("p", { class: "figures" }, w("formula", { c: number(c), visits: number(this.visits[i]) })),
      table(w("choice"), {
        head: [w("step"), w("n"), w("mean"), w("explore"), w("sum")],
        rows: rows.slice(0, MOST_SHOWN).map((row) => [
          `${this.step(row.kid)} ${this.sign(row.kid)}`,
          figure(number(row.n)),
          figure(row.n ? say(row.mean) : "–"),
          figure(say(row.explore)),
          figure(say(row.sum)),
        ]),
      }),
      h(
        "p",
        null,
        first.n
          ? w("chosen", { step, mean: say(first.mean), c: number(c), more, n, sum: say(first.sum) })
          : w("unvisited", { step }),
      ),
    );
  }
}
