/** What each piece in view is worth, if it was asked for. */

import { complain } from "../chrome.js";
import { h } from "../dom.js";
import { number, t } from "../language.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../board/marks.js").Value} Value */

export class Worths {
  /**
   * @param {Session} session
   * @param {(message: Record<string, any>) => Promise<Record<string, any>>} ask
   * @param {() => void} redraw
   */
  constructor(session, ask, redraw) {
    this.session = session;
    this.ask = ask;
    this.redraw = redraw;
    this.on = false;
    /** @type {{node: number, voice: string, values: Value[]} | null} */
    this.found = null;
  }

  toggle() {
    this.on = !this.on;
    this.look();
    this.redraw();
  }

  /** Another position is in view. */
  look() {
    if (this.on) void this.#weigh();
  }

  /** What the board should show. */
  get values() {
    return this.#here?.values ?? [];
  }

  get #here() {
    return this.on && this.found?.node === this.session.at ? this.found : null;
  }

  /** What the numbers mean. */
  draw() {
    const here = this.#here;
    if (!here) return null;
    const judge = t(`analysis.voice_${here.voice}`);
    const said = `${judge.charAt(0).toUpperCase()}${judge.slice(1)}.`;
    return h("p", { class: "figures", id: "worths-help" }, `${t("analysis.worths_help")} ${said}`);
  }

  async #weigh() {
    const node = this.session.at;
    if (this.session.node.outcome || !this.session.open) return;
    try {
      const answer = await this.ask({ type: "worths", ...this.session.address(node) });
      this.found = { node, voice: answer.voice, values: answer.cells.map(plate) };
    } catch (error) {
      this.on = false;
      complain(error);
    }
    this.redraw();
  }
}

/** @param {{cell: number, points: number}} worth @returns {Value} */
function plate({ cell, points }) {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "negative" };
  const sign = number(points / 100, /** @type {Intl.NumberFormatOptions} */ (digits));
  const value = points > 0 ? "win" : points < 0 ? "loss" : "draw";
  return { cell, value, sign, proven: true, words: sign };
}
