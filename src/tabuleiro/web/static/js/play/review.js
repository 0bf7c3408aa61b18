/** A look back over a game: the curve of chances, the turning points, better moves. */

import { complain } from "../chrome.js";
import { curve } from "../chart.js";
import { h } from "../dom.js";
import { say, t } from "../language.js";
import { moveNumber } from "./moves.js";
import { percent } from "./words.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types.js").Verdict} Verdict */

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
    /** @type {(number | null)[]} */
    this.accuracy = [];
  }

  async start() {
    if (this.progress) return;
    this.progress = { done: 0, of: this.session.pathTo(this.session.match.current).length - 1 };
    this.redraw();
    try {
      const answer = await this.session.ask({ type: "review" }, (message) => {
        this.progress = { done: message.done, of: message.of };
        this.redraw();
      });
      this.verdicts = new Map(
        (answer.moves ?? []).map((/** @type {Verdict} */ verdict) => [verdict.node, verdict]),
      );
      this.turning = answer.turning ?? [];
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
        h("p", { class: "figures" }, t("review.progress", { done, of })),
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
      h("h2", null, t("review.turning")),
      ...(this.turning.length
        ? this.turning.map((id) => this.#point(id))
        : [h("p", { class: "muted" }, t("review.none"))]),
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
        `${moveNumber(node)} ${node.move}`,
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
              onclick: async () => {
                if (node.parent === null) return;
                session.go(node.parent);
                const known = session
                  .childrenOf(node.parent)
                  .find((child) => child.move === best.text);
                if (known) session.go(known.id);
                else {
                  try {
                    const done = await session.ask({
                      type: "explore",
                      node: node.parent,
                      actions: best.actions,
                    });
                    session.go(typeof done.node === "number" ? done.node : done.node.id);
                  } catch (error) {
                    complain(error);
                  }
                }
              },
            },
            t("review.better", { move: best.text }),
          )
        : null,
    );
  }
}
