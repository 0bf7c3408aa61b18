/** Analysis of the position in view: bar, lines as they come, the reasons, threats. */

import { complain } from "../chrome.js";
import { fill, h, one } from "../dom.js";
import { number, say, t, word } from "../language.js";
import { chanceWords, percent } from "./words.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").LineMove} LineMove */
/** @typedef {import("../board/marks.js").Marks} Marks */

const LINES = 3;
const SHOWN = 8;

export class Analyst {
  /**
   * @param {Session} session
   * @param {{redraw: () => void, bottom: () => number, review: () => Node[], edit: () => void,
   *   position: () => string}} page
   */
  constructor(session, page) {
    this.session = session;
    this.page = page;
    this.on = false;
    this.round = 0;
    /** @type {Analysis | null} */
    this.found = null;
    /** @type {{lines: Line[], passes: boolean} | null} */
    this.threats = null;
    this.threatsOn = false;
    /** @type {LineMove | null} */
    this.pointed = null;
  }

  /** What the board should show. @returns {Marks["arrows"]} */
  arrows() {
    if (this.pointed) return arrowsOf(this.pointed, 0, false);
    const best = this.on && this.found?.node === this.session.at ? this.found.lines : [];
    const threats = this.threatsOn && this.threats ? this.threats.lines.slice(0, 1) : [];
    return [
      ...best.flatMap((line, rank) => arrowsOf(line.moves[0], rank, false)),
      ...threats.flatMap((line) =>
        arrowsOf(line.moves[line.moves.length > 1 && !this.threats?.passes ? 1 : 0], 0, true),
      ),
    ];
  }

  /** Another position is in view, or the match has changed. */
  look() {
    this.pointed = null;
    this.threats = null;
    if (this.found?.node !== this.session.at) this.found = null;
    if (this.on) void this.#search();
    else if (this.threatsOn) void this.#threaten();
    this.draw();
  }

  toggle() {
    this.on = !this.on;
    this.round++;
    if (this.on) void this.#search();
    else {
      this.found = null;
      void this.session.ask({ type: "cancel" }).catch(() => {});
    }
    this.draw();
    this.page.redraw();
  }

  async #search() {
    const { session } = this;
    const node = session.at;
    const round = ++this.round;
    if (session.node.outcome || !session.open) return;
    const keep = (/** @type {any} */ message) => {
      if (round !== this.round) return;
      this.found = message;
      this.draw();
      this.page.redraw();
    };
    try {
      const last = await session.ask({ type: "analyse", node, lines: LINES }, keep);
      if (last.type === "analysis") keep(last);
      if (round === this.round && this.threatsOn) await this.#threaten();
    } catch (error) {
      if (round === this.round) complain(error);
    }
  }

  async #threaten() {
    const node = this.session.at;
    if (this.session.node.outcome) return;
    try {
      const answer = await this.session.ask({ type: "threats", node });
      if (node !== this.session.at) return;
      this.threats = { lines: answer.lines, passes: answer.passes };
      this.draw();
      this.page.redraw();
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    this.#drawBar();
    const { session } = this;
    const box = one("#tab-analysis");
    if (!session.open) {
      fill(box, h("p", { class: "muted" }, t("analysis.fair")));
      return;
    }
    const focus = document.activeElement?.id;
    fill(
      box,
      session.node.outcome && !this.session.over
        ? h("p", { class: "muted" }, t("analysis.over"))
        : null,
      h(
        "div",
        { class: "tools" },
        h(
          "button",
          {
            type: "button",
            id: "analyse",
            class: this.on ? "" : "primary",
            "aria-pressed": String(this.on),
            onclick: () => this.toggle(),
          },
          t(this.on ? "analysis.off" : "analysis.on"),
        ),
        h(
          "button",
          {
            type: "button",
            id: "threats",
            "aria-pressed": String(this.threatsOn),
            title: t("analysis.threats_help"),
            onclick: () => {
              this.threatsOn = !this.threatsOn;
              this.threats = null;
              if (this.threatsOn) void this.#threaten();
              this.draw();
              this.page.redraw();
            },
          },
          t("analysis.threats"),
        ),
      ),
      this.on ? this.#lines() : h("p", { class: "muted" }, t("analysis.off_help")),
      this.threatsOn && this.threats ? this.#threats() : null,
      this.page.review(),
      h("h2", null, t("analysis.position")),
      h(
        "div",
        { class: "link-box" },
        h("input", {
          type: "text",
          readonly: true,
          value: this.page.position(),
          "aria-label": t("analysis.position"),
          id: "position-text",
        }),
      ),
      h(
        "div",
        { class: "tools" },
        h("button", { type: "button", onclick: () => this.page.edit() }, t("analysis.edit")),
      ),
    );
    if (focus) document.getElementById(focus)?.focus();
  }

  #lines() {
    const { found, session } = this;
    const players = session.playersAt(session.at);
    if (!found || found.node !== session.at)
      return h("p", { class: "figures" }, session.node.outcome ? t("analysis.over") : t("loading"));
    const best = found.lines[0];
    return h(
      "div",
      null,
      h(
        "p",
        { class: "verdict-line" },
        h("strong", null, chanceWords(found.win_probability, best?.win_in ?? null, players)),
      ),
      h(
        "p",
        { class: "figures" },
        `${t("analysis.depth", { depth: found.depth })} · ${t("analysis.speed", { speed: number(found.nodes_per_second, { notation: "compact", maximumFractionDigits: 1 }) })}`,
      ),
      h(
        "div",
        { class: "lines", id: "lines" },
        found.lines.map((line) => this.#line(line, found.node)),
      ),
      Object.keys(found.terms).length
        ? [
            h("h2", null, t("analysis.why")),
            h("p", { class: "figures" }, t("analysis.why_help")),
            this.#terms(found.terms),
          ]
        : null,
    );
  }

  /** @param {Line} line @param {number} from */
  #line(line, from) {
    const chance =
      line.win_in === null
        ? `${percent(line.win_probability)} %`
        : `${line.win_in > 0 ? "+" : "−"}#${Math.abs(line.win_in)}`;
    return h(
      "div",
      { class: "line" },
      h("span", { class: "chance" }, chance),
      h(
        "span",
        { class: "moves" },
        line.moves.slice(0, SHOWN).map((move, index) =>
          h(
            "button",
            {
              class: "move",
              type: "button",
              title: move.words ? say(move.words) : t("analysis.play_out"),
              onclick: () => void this.#playOut(from, line.moves.slice(0, index + 1)),
              onmouseenter: () => this.#point(move),
              onmouseleave: () => this.#point(null),
            },
            move.text,
          ),
        ),
      ),
    );
  }

  #threats() {
    const { threats, session } = this;
    if (!threats?.lines.length) return h("p", { class: "muted" }, t("analysis.no_threats"));
    return h(
      "div",
      null,
      h("h2", null, t("analysis.threats"), threats.passes ? "" : ` (${t("analysis.after_best")})`),
      threats.lines.slice(0, 2).map((line) => this.#line(line, session.at)),
    );
  }

  /** @param {Record<string, number>} terms */
  #terms(terms) {
    const most = Math.max(100, ...Object.values(terms).map(Math.abs));
    return h(
      "div",
      { class: "terms" },
      Object.entries(terms)
        .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
        .map(([name, share]) => {
          const bar = h("i");
          const size = (50 * Math.abs(share)) / most;
          bar.style.left = `${share < 0 ? 50 - size : 50}%`;
          bar.style.width = `${size}%`;
          return h(
            "div",
            { class: "term" },
            h("span", null, word(`term.${name}`, name.replaceAll("_", " "))),
            h("span", { class: "track", "aria-hidden": "true" }, bar),
            h(
              "span",
              { class: "number" },
              number(share / 100, {
                signDisplay: "exceptZero",
                minimumFractionDigits: 1,
                maximumFractionDigits: 1,
              }),
            ),
          );
        }),
    );
  }

  /** @param {LineMove | null} move */
  #point(move) {
    this.pointed = move;
    this.page.redraw();
  }

  /** @param {number} from @param {LineMove[]} moves */
  async #playOut(from, moves) {
    const { session } = this;
    this.pointed = null;
    let node = from;
    try {
      for (const move of moves) {
        const known = session.childrenOf(node).find((child) => child.move === move.text);
        if (known) node = known.id;
        else {
          const done = await session.ask({ type: "explore", node, actions: move.actions });
          node = typeof done.node === "number" ? done.node : done.node.id;
        }
        session.go(node);
      }
    } catch (error) {
      complain(error);
    }
  }

  #drawBar() {
    const bar = one("#bar");
    const shown = this.on && this.session.open && this.found !== null;
    bar.hidden = !this.on || !this.session.open;
    if (!shown || !this.found) return;
    const bottom = this.page.bottom();
    const players = this.session.playersAt(this.session.at);
    const chance = this.found.win_probability;
    const share = bottom === 0 ? chance : 1 - chance;
    bar.dataset.game = this.session.match.game;
    bar.style.setProperty("--bottom-face", `var(--${players[bottom].colour}-face)`);
    bar.style.setProperty("--top-face", `var(--${players[1 - bottom].colour}-face)`);
    bar.style.setProperty("--share", `${Math.round(1000 * share) / 10}%`);
    const leader = chance >= 0.5 ? 0 : 1;
    bar.setAttribute("role", "img");
    bar.setAttribute(
      "aria-label",
      t("analysis.bar", {
        percent: percent(Math.max(chance, 1 - chance)),
        side: say(players[leader].name),
      }),
    );
    fill(
      bar,
      h("div", { class: "fill" }),
      h(
        "span",
        { class: `value ${share >= 0.5 ? "low" : "high"}` },
        percent(Math.max(share, 1 - share)),
      ),
    );
  }
}

/** An arrow for each step of a move. @param {LineMove | undefined} move @param {number} rank @param {boolean} threat */
function arrowsOf(move, rank, threat) {
  return (move?.steps ?? (move ? [move.cells] : []))
    .filter((cells) => cells.length)
    .map((cells) => ({
      from: cells.length > 1 ? cells[0] : -1,
      to: cells[cells.length - 1],
      rank,
      threat,
    }));
}
