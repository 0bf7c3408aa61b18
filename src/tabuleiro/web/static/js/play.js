/** The game page: board, seats, panel and what a person can do. */

import { announce, complain, toast, topBar } from "./chrome.js";
import { fill, h, one } from "./dom.js";
import { inEveryLanguage, say, t } from "./language.js";
import { drawActions } from "./play/actions.js";
import { Analyst } from "./play/analysis.js";
import { edit } from "./play/editor.js";
import { nextHint } from "./play/hint.js";
import { listenToKeys } from "./play/keys.js";
import { openMenu, showKeys } from "./play/menu.js";
import { drawMoves, goTo } from "./play/moves.js";
import { drawNaming } from "./play/naming.js";
import { Panels } from "./play/panels.js";
import { Review } from "./play/review.js";
import { drawSeats, runClock } from "./play/seats.js";
import { Session } from "./play/session.js";
import { drawStatus } from "./play/status.js";
import { Table } from "./play/table.js";

/** @typedef {import("./types.js").Node} MoveNode */

/** Milliseconds after which somebody who waits is told so. */
const SLOW = 400;

class PlayPage {
  constructor() {
    const id = location.pathname.split("/").filter(Boolean).pop() ?? "";
    this.session = new Session(id, this);
    /** @type {import("./play/hint.js").Hint | null} */
    this.hint = null;
    /** The typed moves that are still on their way. @type {Promise<unknown>} */
    this.typing = Promise.resolve();
    this.table = new Table(this.session, {
      draw: () => this.#draw(),
      marked: () => this.#drawAround(),
      stepped: () => {
        this.hint = null;
      },
      advice: () => this.#advice(),
    });
    this.review = new Review(this.session, () => this.panels.draw());
    this.analyst = new Analyst(this.session, {
      redraw: () => this.table.mark(),
      bottom: () => this.table.bottom,
      review: () => this.review.draw(),
      edit: () => edit(this.session),
      position: () => this.#position,
    });
    this.panels = new Panels(this.session, {
      moves: () => drawMoves(this.session, this.review.verdicts, (text) => this.#typed(text)),
      analysis: () => this.analyst.draw(),
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
      sheet: () => document.body.classList.toggle("sheet-open"),
    };
    runClock(this.session);
    this.#listen();
    setTimeout(() => {
      if (!this.session.known) fill(one("#status"), h("p", { class: "headline" }, t("loading")));
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
        "/": () => {
          this.panels.open("moves");
          one("#notation").focus();
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
  }

  /** @param {boolean} is */
  online(is) {
    const line = one("#offline");
    if (is && !line.hidden) announce(t("play.online"));
    line.hidden = is;
    line.textContent = is ? "" : t("play.offline");
  }

  gone() {
    const main = one("main");
    main.className = "page";
    fill(
      main,
      h("h1", null, t("play.gone")),
      h("p", { class: "muted" }, t("play.gone_help")),
      h("a", { class: "button primary", href: "/" }, t("play.new_game")),
    );
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
    const title = say(this.session.match.title);
    document.title = `${title} · Tabuleiro`;
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
      dropping: turn.picked === -1,
      drop: () => turn.pickReserve(),
    });
    drawStatus(session, turn, this.#shownHint, {
      send: (message) => void this.#send(message),
      take: (step) => table.take(step),
      preview: (step) => board.preview(step),
      moreHint: this.verbs.hint,
      rematch: () => this.#rematch(),
      review: () => this.#startReview(),
    });
    drawNaming(session);
    drawActions(session, turn, table.half.length > 0, this.verbs);
  }

  get #shownHint() {
    return this.hint?.node === this.session.at && !this.table.half.length ? this.hint : null;
  }

  #advice() {
    const hint = this.#shownHint;
    const found = this.table.half.length ? [] : (this.analyst.arrows() ?? []);
    return { hints: hint?.cells ?? [], arrows: [...found, ...(hint?.arrows ?? [])] };
  }

  /** The position in view, as text. */
  get #position() {
    return this.table.here?.text ?? "";
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
    if (table.half.length) await table.show([]);
    try {
      this.hint = await nextHint(session, this.hint, table.board?.flipped ?? false);
      if (this.hint) announce(this.hint.text);
      table.mark();
    } catch (error) {
      complain(error);
    }
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
