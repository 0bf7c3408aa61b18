/** The game page: board, seats, panel and what a person can do. */

import { RESERVE } from "./board/turn.js";
import { valuesOf } from "./board/values.js";
import { announce, complain, toast, topBar } from "./chrome.js";
import { fill, h, one } from "./dom.js";
import { inEveryLanguage, say, t } from "./language.js";
import { drawActions } from "./play/actions.js";
import { Analyst } from "./play/analysis.js";
import { Better } from "./play/better.js";
import { edit } from "./play/editor.js";
import { Explorer } from "./play/explorer.js";
import { Film } from "./play/film.js";
import { nextHint, noHintYet } from "./play/hint.js";
import { listenToKeys } from "./play/keys.js";
import { openMenu, showKeys } from "./play/menu.js";
import { drawMoves, goTo, showCurrent } from "./play/moves.js";
import { drawNaming } from "./play/naming.js";
import { Panels } from "./play/panels.js";
import { Review } from "./play/review.js";
import { drawSeats, runClock } from "./play/seats.js";
import { Session } from "./play/session.js";
import { drawStatus } from "./play/status.js";
import { Table } from "./play/table.js";
import { seatName } from "./play/words.js";
import { call, marked } from "./you/calls.js";
import { keepResult } from "./you/results.js";

/** @typedef {import("./types.js").Node} MoveNode */

/** Milliseconds after which somebody who waits is told so. */
const SLOW = 400;

class PlayPage {
  constructor() {
    const id = location.pathname.split("/").filter(Boolean).pop() ?? "";
    this.session = new Session(id, this);
    /** @type {import("./play/hint.js").Hint | null} */
    this.hint = null;
    /** Whether the game waited for this person when it was last looked at. @type {boolean | null} */
    this.waited = null;
    /** The typed moves that are still on their way. @type {Promise<unknown>} */
    this.typing = Promise.resolve();
    this.table = new Table(this.session, {
      draw: () => this.#draw(),
      marked: () => this.#drawAround(),
      stepped: () => {
        this.hint = null;
      },
      advice: () => this.#advice(),
      judged: (actions) => this.better.judge(actions),
    });
    this.review = new Review(this.session, () => this.#draw());
    this.better = new Better(this.session, this.review, {
      redraw: () => this.#draw(),
      board: () => this.table.show([]),
    });
    this.review.exercise = this.better;
    this.film = new Film(this.session, this.table, () => this.panels.draw());
    const page = {
      redraw: () => {
        if (!this.film.running) this.table.mark();
      },
      bottom: () => this.table.bottom,
      review: () => this.review.draw(),
      edit: () => edit(this.session),
      position: () => this.#position,
      turns: () => this.table.board?.turns ?? 0,
    };
    this.analyst = new Analyst(this.session, page, this.film);
    this.explorer = new Explorer(this.session, () => this.#position);
    this.panels = new Panels(this.session, {
      moves: () =>
        drawMoves(this.session, this.review.verdicts, this.#example, (text) => this.#typed(text)),
      analysis: () => this.analyst.draw(),
      openings: () => this.explorer.draw(),
      opened: () => {
        if (this.session.known && !this.table.half.length) void this.table.begin();
      },
    });
    this.verbs = {
      finish: () => this.table.finish(),
      cancel: () => void this.table.cancel(),
      takeback: () => void this.#takeback(),
      hint: () => void this.#hint(),
      flip: () => this.#flip(),
      menu: () => this.#menu(),
      sheet: () => {
        document.body.classList.toggle("sheet-open");
        showCurrent();
      },
    };
    runClock(this.session);
    this.#listen();
    setTimeout(() => {
      const status = document.querySelector("#status"); // not there if the match is not
      if (status && !this.session.known) fill(status, h("p", { class: "headline" }, t("loading")));
    }, SLOW);
  }

  #listen() {
    const { verbs } = this;
    listenToKeys({
      cancel: () => this.table.cancel(),
      keys: {
        u: verbs.takeback,
        h: verbs.hint,
        f: verbs.flip,
        "[": () => goTo(this.session, "back"),
        "]": () => goTo(this.session, "forward"),
        ArrowLeft: () => goTo(this.session, "back"),
        ArrowRight: () => goTo(this.session, "forward"),
        ArrowUp: () => goTo(this.session, "first"),
        ArrowDown: () => goTo(this.session, "last"),
        "/": () => {
          this.panels.open("moves");
          document.getElementById("notation")?.focus();
        },
        "?": showKeys,
        Enter: verbs.finish,
      },
    });
    document.addEventListener("click", (event) => {
      const target = event.target;
      if (target instanceof Element && target.matches(".table, .board-host, .play, #board"))
        this.table.turn?.leave();
    });
  }

  // What the session tells.

  ready() {
    const { match } = this.session;
    const first = !this.table.board;
    this.#drawTitle();
    this.table.lay();
    if (first && match.analysis) this.panels.open("analysis");
    void this.table.show([]);
    this.analyst.look();
    keepResult(this.session);
  }

  /** @param {MoveNode} node */
  moved(node) {
    const steps = this.table.unseen(node);
    announce(
      t("play.moved", { number: Math.ceil(node.ply / 2), words: say(node.said) }) +
        (node.outcome ? ` ${say(node.outcome.text)}` : ""),
    );
    void this.table.show(steps);
    this.analyst.look();
  }

  looked() {
    announce(say(this.session.node.said) || t("play.start_position"));
    void this.table.show([]);
    this.analyst.look();
  }

  changed() {
    const { session, table } = this;
    this.#draw();
    if (!table.turn?.position && !table.busy) void table.begin();
    if (session.over && session.at === session.match.current) table.turn?.set(null);
    keepResult(session);
    this.#drawTitle();
  }

  /** @param {boolean} is @param {string} [why] */
  online(is, why) {
    const line = one("#offline");
    if (is && !line.hidden) announce(t("play.online"));
    line.hidden = is;
    line.textContent = is ? "" : why || t("play.offline");
  }

  gone() {
    const main = one("main");
    main.className = "page";
    document.querySelector(".skip")?.remove(); // it leads to the board
    fill(
      main,
      h("h1", null, t("play.gone")),
      h("p", { class: "muted" }, t("play.gone_help")),
      h("a", { class: "button primary", href: "/" }, t("play.new_game")),
    );
  }

  /** Somebody says no to what this page has offered. @param {string} what @param {number} player */
  declined(what, player) {
    if (!this.session.mySeats.includes(1 - player)) return;
    const text = t(`play.${what}_declined`, { name: seatName(this.session, player) });
    toast(text);
    announce(text);
  }

  /** @param {string} match */
  rematch(match) {
    location.href = `/play/${match}`;
  }

  // What is drawn.

  #draw() {
    if (!this.session.known) return;
    this.table.mark();
    this.panels.draw();
  }

  #drawTitle() {
    const { session } = this;
    const title = say(session.match.title);
    const { current, seats } = session.match;
    const mover = session.need(current).player;
    const yours = !session.over && session.mySeats.includes(mover) && !session.match.analysis;
    document.title = marked(`${title} · Tabuleiro`, yours);
    // Whoever plays both sides need not be called.
    if (yours && this.waited === false && seats[1 - mover].kind !== "human") call(title);
    this.waited = yours;
    one("#title").textContent = title;
  }

  /** Seats, status and buttons. */
  #drawAround() {
    const { session, table } = this;
    const { board, turn } = table;
    if (!board || !turn) return;
    drawSeats(session, {
      bottom: table.bottom,
      reserve: board.view.reserve,
      captured: board.view.captured,
      canDrop: turn.canDrop,
      dropping: turn.picked === RESERVE,
      drop: (event) => {
        turn.pickReserve();
        // By key: arrows move over the cells now.
        if (event.detail === 0 && turn.picked === RESERVE) board.focus(board.cursor);
      },
    });
    const doing = {
      send: (/** @type {Record<string, any>} */ message) => void this.#send(message),
      take: (/** @type {import("./types.js").Step} */ step) => table.take(step),
      preview: (/** @type {import("./types.js").Step | null} */ step) => board.preview(step),
      moreHint: this.verbs.hint,
      rematch: () => this.#rematch(),
      review: () => this.#startReview(),
      better: () => this.better.start(),
    };
    drawStatus(session, turn, this.#shownHint, doing, this.better);
    drawNaming(session);
    drawActions(session, turn, table.half.length > 0, this.verbs);
  }

  get #shownHint() {
    return this.hint?.node === this.session.at && !this.table.half.length ? this.hint : null;
  }

  #advice() {
    const exercise = this.better.marks;
    if (exercise && !this.table.half.length) return { ...exercise, values: [] };
    const hint = this.#shownHint;
    const found = this.table.half.length ? [] : (this.analyst.arrows() ?? []);
    const { turn } = this.table;
    const actions = this.table.half.map((step) => step.action);
    const known = turn?.position ? this.analyst.knownSteps(actions) : null;
    return {
      hints: hint?.cells ?? [],
      arrows: [...(known ? [] : found), ...(hint?.arrows ?? [])],
      values: known && turn ? valuesOf(turn.steps, known, turn.picked) : this.analyst.worths.values,
    };
  }

  /** The position in view, as text. */
  get #position() {
    return this.table.here?.text ?? "";
  }

  /** A turn that could be typed here; "" where none of a single step is known. */
  get #example() {
    return this.table.here?.steps.find((step) => step.ends)?.text ?? "";
  }

  translate() {
    if (!this.session.known) return;
    this.hint = null;
    this.#drawTitle();
    this.table.translate();
    this.#draw();
  }

  // What a person does.

  async #hint() {
    const { session, table } = this;
    if (!session.known || !session.open || !session.mode) return;
    if (this.better.waits) return this.better.hint();
    if (this.#shownHint?.grade === 0) return; // one is looked for
    if (table.half.length) await table.show([]);
    table.links = [];
    const node = session.at;
    const waits = (/** @type {string} */ text) => {
      if (session.at !== node || this.#shownHint?.grade) return;
      this.hint = noHintYet(node, text);
      announce(text);
      table.mark();
    };
    const looks = setTimeout(() => waits(t("play.looking")), SLOW);
    try {
      this.hint = await nextHint(session, this.hint, Boolean(table.board?.turns), () => {
        clearTimeout(looks);
        waits(t("play.compiling", { game: say(session.match.title) }));
      });
      if (this.hint) announce(this.hint.text);
    } catch (error) {
      if (!this.hint?.grade) this.hint = null;
      complain(error);
    }
    clearTimeout(looks);
    table.mark();
  }

  async #takeback() {
    if (this.table.cancel()) return;
    await this.#send({ type: "takeback" });
  }

  #flip() {
    if (!this.session.known) return;
    this.table.flip();
    this.analyst.draw();
  }

  #rematch() {
    if (this.session.match.next) this.rematch(this.session.match.next);
    else void this.#send({ type: "rematch" });
  }

  #startReview() {
    this.panels.open("analysis");
    void this.review.start();
  }

  #menu() {
    openMenu(this.session, {
      resign: () => {
        const { mySeats, node } = this.session;
        const both = mySeats.length === 2;
        void this.#send({ type: "resign", ...(both ? { player: node.player } : {}) });
      },
      draw: () => void this.#send({ type: "draw" }),
      rematch: () => this.#rematch(),
      flip: this.verbs.flip,
      review: () => this.#startReview(),
      edit: () => edit(this.session),
      position: () => this.#position,
    });
  }

  /** @param {Record<string, any>} message */
  async #send(message) {
    try {
      await this.session.ask(message);
    } catch (error) {
      complain(error);
    }
  }

  /** Play what somebody typed, once what came before it is played. @param {string} text */
  #typed(text) {
    const played = this.typing.then(() => this.table.made).then(() => this.#playText(text));
    this.typing = played;
    return played;
  }

  /** @param {string} text @returns {Promise<boolean>} */
  async #playText(text) {
    const { session } = this;
    if (!session.mode) {
      const side = say(session.playersAt(session.at)[session.node.player].name);
      toast(t("play.their_turn", { side }), "bad");
      return false;
    }
    try {
      await session.play({ text });
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }
}

topBar("");
const page = new PlayPage();
inEveryLanguage(() => page.translate());
