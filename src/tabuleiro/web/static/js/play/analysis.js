/** Analysis of the position in view: bar, lines as they come, the reasons, threats. */

import { arrowsAlong } from "../board/marks.js";
import { complain } from "../chrome.js";
import { fill, h, one } from "../dom.js";
import { number, say, t } from "../language.js";
import { button } from "../widgets.js";
import { Ahead } from "./ahead.js";
import { chanceWords, moveText, percent } from "./words.js";
import { Worths } from "./worths.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").LineMove} LineMove */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {import("../types.js").Known} Known */
/** @typedef {import("../types.js").KnownStep} KnownStep */
/** @typedef {import("../board/marks.js").Marks} Marks */

const LINES = 3;
const SHOWN = 8;

export class Analyst {
  /**
   * @param {Session} session
   * @param {{redraw: () => void, bottom: () => number, review: () => Node[], edit: () => void,
   *   position: () => string, turns: () => number}} page
   * @param {import("./film.js").Film} film
   */
  constructor(session, page, film) {
    this.session = session;
    this.film = film;
    this.page = page;
    this.on = false;
    this.round = 0;
    /** @type {Analysis | null} */
    this.found = null;
    /** @type {{lines: Line[], passes: boolean, why: Text | null} | null} */
    this.threats = null;
    this.threatsOn = false;
    this.worths = new Worths(
      session,
      (message) => this.#ask(message),
      () => {
        this.draw();
        page.redraw();
      },
    );
    /** Whether somebody waits until the game is compiled. */
    this.compiling = false;
    /** The place whose marks were asked for. */
    this.asked = "";
    /** @type {LineMove | null} */
    this.pointed = null;
    /** What is known for certain, by place and steps made. @type {{at: string, mark: Known, steps: KnownStep[]} | null} */
    this.known = null;
    this.ahead = new Ahead(session, page.turns);
    one("#tab-analysis").addEventListener("mouseleave", () => this.#point(null));
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

  /**
   * What is known of the steps in view; asked for when the analysis is on.
   * @param {number[]} actions  the steps of the half-made turn @returns {KnownStep[] | null}
   */
  knownSteps(actions) {
    if (!this.on || !this.session.open) return null;
    const at = `${this.session.at}:${actions}`;
    if (this.asked !== at) void this.#know(at, actions);
    return this.known?.at === at ? this.known.steps : null;
  }

  /** @param {string} at @param {number[]} actions */
  async #know(at, actions) {
    this.asked = at;
    const node = this.session.at;
    if (this.session.node.outcome) return;
    try {
      const answer = await this.session.ask({
        type: "marks",
        ...this.session.address(node),
        actions,
      });
      if (this.asked !== at) return;
      this.known = answer.mark ? { at, mark: answer.mark, steps: answer.steps } : null;
      this.page.redraw();
      this.draw();
    } catch {
      this.asked = ""; // asked again with the next look
    }
  }

  /** Another position is in view, or the match has changed. */
  look() {
    this.pointed = null;
    this.ahead.hide();
    this.film.leave();
    this.threats = null;
    this.compiling = false;
    if (this.found?.node !== this.session.at) this.found = null;
    if (this.on) void this.#search();
    else if (this.threatsOn) void this.#threaten();
    this.worths.look();
    this.draw();
  }

  toggle() {
    this.on = !this.on;
    this.round++;
    if (this.on) void this.#search();
    else {
      this.found = null;
      this.compiling = false;
      void this.session.ask({ type: "cancel", what: ["analyse"] }).catch(() => {});
    }
    this.draw();
    this.page.redraw();
  }

  #toggleThreats() {
    this.threatsOn = !this.threatsOn;
    this.threats = null;
    if (this.threatsOn) void this.#threaten();
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
      this.found = { ...message, node };
      this.draw();
      this.page.redraw();
    };
    try {
      const last = await this.#ask(
        { type: "analyse", ...session.address(node), lines: LINES },
        keep,
      );
      if (last.type === "analysis") keep(last);
      if (round === this.round && this.threatsOn) await this.#threaten();
    } catch (error) {
      if (round === this.round) complain(error);
    }
  }

  /** Ask for what may have to be compiled first. @param {Record<string, any>} message @param {(message: Record<string, any>) => void} [each] */
  async #ask(message, each) {
    try {
      return await this.session.ask(message, (part) => {
        this.compiling = part.type === "compiling";
        if (this.compiling) this.draw();
        else each?.(part);
      });
    } finally {
      this.compiling = false;
    }
  }

  async #threaten() {
    const node = this.session.at;
    if (this.session.node.outcome) return;
    try {
      const answer = await this.#ask({ type: "threats", ...this.session.address(node) });
      if (node !== this.session.at) return;
      this.threats = { lines: answer.lines, passes: answer.passes, why: answer.why };
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
    const review = this.page.review();
    fill(
      box,
      session.node.outcome && !this.session.over
        ? h("p", { class: "muted" }, t("analysis.over"))
        : null,
      h(
        "div",
        { class: "tools" },
        button(t(this.on ? "analysis.off" : "analysis.on"), () => this.toggle(), {
          id: "analyse",
          class: this.on ? "" : "primary",
          "aria-pressed": String(this.on),
        }),
        button(t("analysis.threats"), () => this.#toggleThreats(), {
          id: "threats",
          "aria-pressed": String(this.threatsOn),
          title: t("analysis.threats_help"),
        }),
        button(t("analysis.worths"), () => this.worths.toggle(), {
          id: "worths",
          "aria-pressed": String(this.worths.on),
          title: t("analysis.worths_help"),
        }),
      ),
      this.worths.draw(),
      this.on ? this.#lines() : null,
      this.compiling
        ? h(
            "p",
            { class: "figures" },
            t("play.compiling", { game: say(session.match.title) }),
          )
        : this.on || this.worths.on || review.length
          ? null
          : h("p", { class: "muted" }, t("analysis.off_help")),
      this.threatsOn && this.threats ? this.#threats() : null,
      review,
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
        session.node.outcome
          ? null
          : h("a", { class: "button", id: "to-lab", href: this.#lab() }, t("analysis.lab")),
      ),
    );
  }

  /** Where the search of this position can be looked into. */
  #lab() {
    const { game, options } = this.session.match;
    const known = new URLSearchParams({ game, position: this.page.position() });
    if (Object.keys(options).length) known.set("options", JSON.stringify(options));
    return `/lab?${known}`;
  }

  #lines() {
    const { found, session } = this;
    const players = session.playersAt(session.at);
    if (!found || found.node !== session.at) {
      if (this.compiling) return null;
      return h("p", { class: "figures" }, session.node.outcome ? t("analysis.over") : t("loading"));
    }
    const best = found.lines[0];
    return h(
      "div",
      null,
      h(
        "p",
        { class: "verdict-line" },
        h("strong", null, chanceWords(found.win_probability, best?.win_in ?? null, players)),
        best?.decided ? h("span", { class: "badge" }, t("analysis.proven")) : null,
        best?.if_in_time ? h("span", { class: "badge" }, t("analysis.in_time")) : null,
      ),
      h(
        "p",
        { class: "figures" },
        `${found.voice ? `${t(`analysis.voice_${found.voice}`)} · ` : ""}${t("analysis.depth", { depth: found.depth })} · ${t("analysis.speed", { speed: number(found.nodes_per_second, { notation: "compact", maximumFractionDigits: 1 }) })}`,
      ),
      h(
        "div",
        { class: "lines", id: "lines" },
        found.lines.map((line, rank) => this.#line(line, found.node, `line-${rank}`)),
      ),
      best ? this.#why(found.why, best.moves, found.node, "why") : null,
    );
  }

  /**
   * Why a line is good, where the board tells, and the line itself on the board.
   * @param {Text | null} why @param {LineMove[]} moves @param {number} from @param {string} id
   * @param {boolean} [passed]
   */
  #why(why, moves, from, id, passed = false) {
    const { film } = this;
    const shown = film.shown === id;
    return h(
      "div",
      { class: "why" },
      why ? h("p", { id }, h("strong", null, `${t("analysis.why")}: `), say(why)) : null,
      h(
        "button",
        {
          type: "button",
          id: `${id}-film`,
          "aria-pressed": String(shown),
          onclick: () => (shown ? film.stop() : void film.show(id, from, moves, passed)),
        },
        t(shown ? "analysis.film_off" : "analysis.film"),
      ),
    );
  }

  /**
   * A line of play: its first move is shown on the board, a later one on a small board of its own.
   * @param {Line} line @param {number} from @param {string} id
   * @param {boolean} [passed]  whether the side to move has passed before it
   */
  #line(line, from, id, passed = false) {
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
        line.moves.slice(0, SHOWN).map((move, index) => {
          const moves = line.moves.slice(0, index + 1);
          const point = (/** @type {Event} */ event) =>
            index
              ? this.#foresee(/** @type {HTMLElement} */ (event.target), from, moves, passed)
              : this.#point(move);
          return h(
            "button",
            {
              class: "move",
              type: "button",
              id: `${id}-${index}`,
              "aria-label": passed ? move.text : `${move.text}: ${t("analysis.play_out")}`,
              onclick: passed ? null : () => void this.#playOut(from, moves),
              onmouseenter: point,
              onmouseleave: () => this.#point(null),
              onfocus: point,
              onblur: () => this.#point(null),
            },
            moveText(move.text),
          );
        }),
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
      threats.lines
        .slice(0, 2)
        .map((line, rank) => this.#line(line, session.at, `threat-${rank}`, threats.passes)),
      this.#why(threats.why, threats.lines[0].moves, session.at, "threat-why", threats.passes),
    );
  }

  /** @param {LineMove | null} move */
  #point(move) {
    this.ahead.hide();
    if (this.pointed === move) return;
    this.pointed = move;
    this.page.redraw();
  }

  /** @param {HTMLElement} button @param {number} from @param {LineMove[]} moves @param {boolean} passed */
  #foresee(button, from, moves, passed) {
    this.#point(null);
    void this.ahead.show(button, from, moves, passed);
  }

  /** @param {number} from @param {LineMove[]} moves */
  async #playOut(from, moves) {
    const { session } = this;
    this.pointed = null;
    this.ahead.hide();
    let node = from;
    try {
      for (const move of moves) node = await session.explore(node, move);
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
  const steps = move?.steps ?? (move ? [move.cells] : []);
  return arrowsAlong(steps).map((arrow) => ({ ...arrow, rank, threat }));
}
