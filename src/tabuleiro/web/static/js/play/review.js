/** A look back over a game: the curve of chances, the turning points, better moves. */

import { complain } from "../chrome.js";
import { curve, distances } from "../chart.js";
import { h } from "../dom.js";
import { say, t } from "../language.js";
import { button } from "../widgets.js";
import { moveNumber } from "./moves.js";
import { moveText, percent } from "./words.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types.js").LineMove} LineMove */
/** @typedef {import("../types.js").Node} MoveNode */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Verdict} Verdict */
/** @typedef {import("../types.js").KnownEnd} KnownEnd */

/** A known end that is so many turns away is worth a picture. */
const FAR = 3;
const SIGNS = { win: "+", draw: "=", loss: "\u2212" };

export class Review {
  /** @param {Session} session @param {() => void} redraw */
  constructor(session, redraw) {
    this.session = session;
    this.redraw = redraw;
    /** @type {Map<number, Verdict>} */
    this.verdicts = new Map();
    /** @type {number[]} */
    this.turning = [];
    /** @type {{done: number, of: number} | null} */
    this.progress = null;
    this.compiling = false;
    /** @type {(number | null)[]} */
    this.accuracy = [];
    /** Whether another version of the program has made it. */
    this.stale = false;
    this.madeBy = "";
    /** @type {import("./better.js").Better | null} */
    this.exercise = null;
  }

  /** @param {boolean} [anew] */
  async start(anew = false) {
    if (this.progress) return;
    this.compiling = false;
    this.progress = { done: 0, of: this.session.pathTo(this.session.match.current).length - 1 };
    this.redraw();
    try {
      const answer = await this.session.ask({ type: "review", anew }, (message) => {
        this.compiling = message.type === "compiling";
        if (!this.compiling) this.progress = { done: message.done, of: message.of };
        this.redraw();
      });
      this.verdicts = new Map(
        (answer.moves ?? []).map((/** @type {Verdict} */ verdict) => [verdict.node, verdict]),
      );
      this.turning = answer.turning ?? [];
      this.stale = answer.stale ?? false;
      this.madeBy = answer.made_by ?? "";
      this.accuracy = (answer.players ?? []).map(
        (/** @type {{accuracy: number | null}} */ player) => player.accuracy,
      );
    } catch (error) {
      complain(error);
    }
    this.progress = null;
    this.redraw();
  }

  /** The part of the analysis panel that is about the whole game. @returns {Node[]} */
  draw() {
    const { session } = this;
    const path = session.pathTo(session.match.current).slice(1);
    if (!path.length || !session.open) return [];
    if (this.progress) {
      const { done, of } = this.progress;
      return [
        h("h2", null, t("review.start")),
        h(
          "p",
          { class: "figures" },
          this.compiling
            ? t("play.compiling", { game: say(session.match.title) })
            : t("review.progress", { done, of }),
        ),
        h("progress", { max: of, value: done, "aria-label": t("review.start") }),
      ];
    }
    if (!this.verdicts.size) {
      return session.over || session.match.analysis
        ? [
            h(
              "div",
              { class: "tools" },
              h(
                "button",
                { type: "button", id: "review", onclick: () => void this.start() },
                t("review.start"),
              ),
            ),
          ]
        : [];
    }
    const seen = path.filter((node) => this.verdicts.has(node.id));
    const values = seen.map((node) => this.verdicts.get(node.id)?.win_probability ?? 0.5);
    const players = session.playersAt(session.match.current);
    return [
      h("h2", null, t("review.start")),
      ...this.#age(),
      curve({
        values,
        label: t("review.graph", { side: say(players[0].name) }),
        here: seen.findIndex((node) => node.id === session.at),
        turning: this.turning
          .map((id) => seen.findIndex((node) => node.id === id))
          .filter((i) => i >= 0),
        pick: (index) => session.go(seen[index].id),
      }),
      h("p", { class: "figures" }, t("review.graph", { side: say(players[0].name) })),
      ...this.#distances(seen, players),
      ...this.accuracy.map((share, player) =>
        share === null
          ? h("p")
          : h(
              "p",
              { class: "figures" },
              t("review.accuracy", {
                side: say(players[player].name),
                percent: percent(share / 100),
              }),
            ),
      ),
      ...(this.exercise?.node ? [] : this.#lessons()),
    ];
  }

  /** What there is to learn; hidden during an exercise, whose answer it would tell. */
  #lessons() {
    return [
      ...(this.exercise?.mistakes.length
        ? [
            h(
              "div",
              { class: "tools" },
              button(t("better.find"), () => this.exercise?.start(), {
                id: "exercise",
                class: "primary",
              }),
            ),
          ]
        : []),
      h("h2", null, t("review.turning")),
      ...(this.turning.length
        ? this.turning.map((id) => this.#point(id))
        : [h("p", { class: "muted" }, t("review.none"))]),
    ];
  }

  /** How far each position is known to be from its end. @param {MoveNode[]} seen @param {Player[]} players */
  #distances(seen, players) {
    const known = seen.map((node) => this.verdicts.get(node.id)?.known ?? null);
    if (!known.some((each) => (each?.turns ?? 0) >= FAR)) return []; // every game ends some time
    const sides = { first: say(players[0].name), second: say(players[1].name) };
    const label = t("review.distances", sides);
    return [
      distances({
        known,
        label: `${label} (${known.map((each) => signOf(each)).join(", ")})`,
        here: seen.findIndex((node) => node.id === this.session.at),
        pick: (index) => this.session.go(seen[index].id),
      }),
      h("p", { class: "figures" }, label),
    ];
  }

  /** Who has made a review that is no longer what a new one would be. @returns {Node[]} */
  #age() {
    if (!this.stale) return [];
    return [
      h("p", { class: "muted" }, t("review.stale", { by: this.madeBy })),
      h(
        "div",
        { class: "tools" },
        h(
          "button",
          { type: "button", id: "review-anew", onclick: () => void this.start(true) },
          t("review.anew"),
        ),
      ),
    ];
  }

  /** @param {number} id */
  #point(id) {
    const { session } = this;
    const node = session.need(id);
    const verdict = this.verdicts.get(id);
    const best = verdict?.best;
    return h(
      "div",
      { class: "turning-point" },
      h(
        "button",
        { class: "move", type: "button", onclick: () => session.go(id) },
        `${moveNumber(node)} `,
        moveText(node.move ?? ""),
      ),
      verdict ? h("span", { class: `verdict ${verdict.mark}` }, t(`review.${verdict.mark}`)) : null,
      verdict
        ? h("span", { class: "muted" }, t("review.loss", { percent: percent(verdict.loss) }))
        : null,
      best
        ? h(
            "button",
            {
              class: "move",
              type: "button",
              onclick: () => void this.#tryOut(node, best),
            },
            t("review.better", { move: best.text }),
          )
        : null,
      verdict?.why ? h("p", { class: "why" }, say(verdict.why)) : null,
    );
  }

  /** Look at what would have been better than a move. @param {MoveNode} node @param {LineMove} best */
  async #tryOut(node, best) {
    if (node.parent === null) return;
    this.session.go(node.parent);
    try {
      await this.session.explore(node.parent, best);
    } catch (error) {
      complain(error);
    }
  }
}

/** How a position ends, for the first player. @param {KnownEnd | null} known */
function signOf(known) {
  return known ? SIGNS[known.value] + (known.turns ?? "") : "?";
}
