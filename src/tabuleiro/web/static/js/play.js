/** The game page: board, seats, panel and what a person can do. */

import { after, Board } from "./board/board.js";
import { Turn } from "./board/turn.js";
import { announce, toast, topBar } from "./chrome.js";
import { fill, h, one } from "./dom.js";
import { inEveryLanguage, language, say, t } from "./language.js";
import { recall, remember } from "./memory.js";
import { drawActions } from "./play/actions.js";
import { Analyst } from "./play/analysis.js";
import { edit } from "./play/editor.js";
import { nextHint } from "./play/hint.js";
import { listenToKeys } from "./play/keys.js";
import { openMenu, showKeys } from "./play/menu.js";
import { drawMoves, goTo } from "./play/moves.js";
import { Review } from "./play/review.js";
import { drawSeats, runClock } from "./play/seats.js";
import { Session } from "./play/session.js";
import { drawStatus } from "./play/status.js";
import { drawTabs } from "./play/tabs.js";
import { cellWords } from "./play/words.js";
import { rulesOf } from "./rules.js";

/** @typedef {import("./types.js").Node} MoveNode */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Step} Step */

class PlayPage {
  constructor() {
    const id = location.pathname.split("/").filter(Boolean).pop() ?? "";
    this.session = new Session(id, this);
    /** @type {Board | null} */
    this.board = null;
    /** @type {Turn | null} */
    this.turn = null;
    /** @type {Position | null} */
    this.here = null;
    /** @type {Step[]} */
    this.half = [];
    /** @type {boolean | null} */
    this.turned = null;
    /** @type {import("./play/hint.js").Hint | null} */
    this.hint = null;
    /** @type {import("./play/tabs.js").Tab} */
    this.tab = "moves";
    /** @type {[number, number][]} */
    this.links = [];
    this.rulesIn = "";
    this.busy = false;
    /** @type {Promise<void>} */
    this.moving = Promise.resolve();
    this.review = new Review(this.session, () => this.#drawPanels());
    this.analyst = new Analyst(this.session, {
      redraw: () => this.#mark(),
      bottom: () => this.bottom,
      review: () => this.review.draw(),
      edit: () => edit(this.session),
      position: () => this.here?.text ?? "",
    });
    runClock(this.session);
    listenToKeys({
      cancel: () => this.#cancel(),
      keys: {
        u: () => void this.#takeback(),
        h: () => void this.#hint(),
        f: () => this.#flip(),
        "[": () => goTo(this.session, "back"),
        "]": () => goTo(this.session, "forward"),
        "/": () => {
          this.#open("moves");
          one("#notation").focus();
        },
        "?": showKeys,
        Enter: () => this.#finish(),
      },
    });
    document.addEventListener("click", (event) => {
      const target = event.target;
      if (target instanceof Element && target.matches(".table, .board-host, .play, #board"))
        this.turn?.leave();
    });
  }

  /** Which side is below. */
  get bottom() {
    const first = this.session.mySeats.length === 1 ? this.session.mySeats[0] : 0;
    return this.turned ? 1 - first : first;
  }

  // What the session tells.

  ready() {
    const { session } = this;
    document.title = `${say(session.match.title)} · Tabuleiro`;
    one("#title").textContent = say(session.match.title);
    const { geometry, match } = session;
    if (!this.board) {
      this.board = new Board(one("#board"), {
        game: match.game,
        geometry,
        players: session.playersAt(session.at),
        label: t("play.board"),
        describe: (cell, piece, target) => cellWords(session, cell, piece, target),
      });
      this.turn = new Turn(this.board, {
        take: (step) => void this.#take(step),
        refuse: (cells) => void this.#why(cells),
        changed: () => this.#mark(),
        abandon: () => void this.#cancel(),
      });
      const hover = this.board.handlers.hover;
      this.board.handlers.hover = (cell) => {
        hover?.(cell);
        void this.#blockers(cell);
      };
      const { width, height } = this.board.svg.viewBox.baseVal;
      one(".table").style.setProperty("--aspect", String(width / height));
      if (match.analysis) this.#open("analysis");
    }
    void this.#show([]);
    this.analyst.look();
  }

  /** @param {MoveNode} node */
  moved(node) {
    const steps = node.steps.slice(
      this.half.length && sameActions(this.half, node) ? this.half.length : 0,
    );
    announce(
      t("play.moved", { number: Math.ceil(node.ply / 2), words: say(node.said) }) +
        (node.outcome ? ` ${say(node.outcome.text)}` : ""),
    );
    void this.#show(steps);
    this.analyst.look();
  }

  looked() {
    announce(say(this.session.node.said) || t("play.start_position"));
    void this.#show([]);
    this.analyst.look();
  }

  changed() {
    this.#draw();
    if (!this.turn?.position && !this.busy) void this.#begin();
    if (this.session.over && this.session.at === this.session.match.current) this.turn?.set(null);
  }

  /** @param {boolean} is */
  online(is) {
    const line = one("#offline");
    if (is && !line.hidden) announce(t("play.online"));
    line.hidden = is;
    line.textContent = is ? "" : t("play.offline");
  }

  gone() {
    fill(
      one("main"),
      h(
        "div",
        { class: "page" },
        h("p", { class: "empty" }, t("play.gone")),
        h("a", { class: "button", href: "/" }, t("play.new_game")),
      ),
    );
  }

  /** @param {string} match */
  rematch(match) {
    location.href = `/play/${match}`;
  }

  // The board.

  /** @param {import("./types.js").Effect[]} steps */
  async #show(steps) {
    const { session, board, turn } = this;
    if (!board || !turn) return;
    this.half = [];
    this.here = null;
    this.links = [];
    turn.set(null);
    this.#orient();
    this.#draw();
    const { at, node } = session;
    const whole = steps.length === node.steps.length && node.parent !== null;
    const before = whole ? session.viewAt(node.parent ?? 0) : undefined;
    const beginning = this.#begin();
    await this.moving; // one's own step is still on its way
    if (at !== session.at) return;
    await board.show(session.viewAt(at), { players: session.playersAt(at), steps, before });
    await beginning;
    this.#mark();
  }

  /** Ask for the legal steps where one looks, and let the person make them. */
  async #begin() {
    const { session, turn } = this;
    if (!turn) return;
    const at = session.at;
    try {
      const position = await session.position();
      if (at !== session.at) return;
      this.here = position;
      if (this.half.length === 0) turn.set(session.mode ? position : null);
      this.#draw();
    } catch {
      // Asked again when the connection is back.
    }
  }

  /** @param {Step} step */
  async #take(step) {
    const { session, board, turn } = this;
    if (!board || !turn) return;
    const before = board.view;
    this.half = [...this.half, step];
    const actions = this.half.map((made) => made.action);
    this.hint = null;
    this.busy = true;
    const at = session.at;
    this.moving = board.show(after(before, step), { steps: [step] });
    try {
      if (step.ends) {
        await session.play({ actions });
        if (session.at === at) await this.#show([]);
      } else {
        const answer = await session.ask({ type: "turn", node: at, actions });
        if (session.at !== at) return;
        this.busy = false;
        turn.set(answer.position);
        announce(say(step.words));
        await this.moving;
        if (session.at === at && this.half.length === actions.length)
          await board.show(answer.position.view);
      }
    } catch (error) {
      if (error instanceof Error) toast(error.message, "bad");
      await this.#show([]);
    } finally {
      this.busy = false;
    }
    this.#draw();
  }

  /** Go back to the start of a half-made turn, or give up what is picked. */
  #cancel() {
    const { turn } = this;
    if (turn?.cancel()) return true;
    if (this.half.length && !this.busy) {
      void this.#show([]);
      return true;
    }
    return false;
  }

  /** Why picks make no step, in words and on the board. @param {number[]} cells */
  async #why(cells) {
    const text = await this.#explain(cells, this.half);
    if (!text) return;
    toast(text, "bad");
    announce(text);
  }

  /** Join a blocked stone with what blocks it. @param {number | null} cell */
  async #blockers(cell) {
    if (this.links.length) {
      this.links = [];
      this.#mark();
    }
    const piece = cell === null ? undefined : this.board?.pieceAt(cell);
    if (piece?.mark !== "blocked" || piece.owners[0] !== this.session.node.player) return;
    await this.#explain([piece.cell], []);
  }

  /** @param {number[]} cells @param {Step[]} half */
  async #explain(cells, half) {
    const { session } = this;
    const actions = half.map((step) => step.action);
    try {
      const answer = await session.ask({ type: "why", node: session.at, actions, cells });
      const last = cells[cells.length - 1];
      const others = answer.cells.filter(
        (/** @type {number} */ cell) => cell !== last && cell >= 0,
      );
      this.links = last < 0 ? [] : others.map((/** @type {number} */ cell) => [last, cell]);
      this.#mark();
      return say(answer.text);
    } catch {
      return ""; // no answer, no reason
    }
  }

  /** The viewer's pieces stand below, where the board has a below. */
  #orient() {
    const { session, board } = this;
    if (!board) return;
    const first = session.pathTo(session.at).find((node) => session.viewAt(node.id).pieces.length);
    if (this.autoTurned === undefined && first) {
      const mine = session.mySeats.length === 1 ? session.mySeats[0] : 0;
      const { cells, height } = session.geometry;
      const { pieces } = session.viewAt(first.id);
      const mean = (/** @type {number} */ side) => {
        const ys = pieces
          .filter((piece) => piece.owners.at(-1) === side)
          .map((piece) => cells[piece.cell].y);
        return ys.reduce((a, b) => a + b, 0) / Math.max(1, ys.length);
      };
      this.autoTurned = mean(mine) < mean(1 - mine) - height / 4;
    }
    board.flip(Boolean(this.autoTurned) !== Boolean(this.turned));
  }

  /** @type {boolean | undefined} */
  autoTurned;

  #mark() {
    const { board, turn, session } = this;
    if (!board || !turn || !session.known) return;
    const { node } = session;
    const showsLast = this.half.length === 0 && node.steps.length > 0;
    const last = showsLast
      ? [
          ...new Set(
            node.steps.flatMap((step) =>
              step.slides.flatMap(([from, to], i) => (i ? [] : [from, to])),
            ),
          ),
        ]
      : [];
    const hint = this.hint?.node === session.at && this.half.length === 0 ? this.hint : null;
    board.mark({
      last,
      ...turn.marks(),
      links: this.links,
      hints: hint?.cells ?? [],
      arrows: [...(this.half.length ? [] : (this.analyst.arrows() ?? [])), ...(hint?.arrows ?? [])],
    });
    this.#drawSeats();
    drawStatus(session, turn, hint, {
      send: (message) => void this.#send(message),
      take: (step) => this.#choose(step),
      preview: (step) => board.preview(step),
      moreHint: () => void this.#hint(),
      rematch: () => this.#rematch(),
      review: () => this.#startReview(),
    });
    drawActions(session, turn, this.half.length > 0, {
      finish: () => this.#finish(),
      cancel: () => void this.#cancel(),
      takeback: () => void this.#takeback(),
      hint: () => void this.#hint(),
      flip: () => this.#flip(),
      menu: () => this.#menu(),
      sheet: () => document.body.classList.toggle("sheet-open"),
    });
    document.body.dataset.ply = String(node.ply);
    document.body.dataset.half = String(turn.position?.actions.length ?? "");
    document.body.dataset.turn = session.over ? "over" : turn.position ? "yours" : "theirs";
  }

  // The rest of the page.

  #draw() {
    if (!this.session.known) return;
    this.#mark();
    this.#drawPanels();
  }

  #drawSeats() {
    const { session, turn, board } = this;
    const view = board?.view ?? session.viewAt(session.at);
    drawSeats(session, {
      bottom: this.bottom,
      reserve: view.reserve,
      captured: view.captured,
      canDrop: turn?.canDrop ?? false,
      dropping: turn?.picked === -1,
      drop: () => turn?.pickReserve(),
    });
  }

  #drawPanels() {
    const { session } = this;
    if (!session.known) return;
    drawTabs(this.tab, (tab) => this.#open(tab));
    if (this.tab === "moves") drawMoves(session, this.review.verdicts, (text) => this.#typed(text));
    if (this.tab === "analysis") this.analyst.draw();
    if (this.tab === "rules") void this.#drawRules();
  }

  /** @param {import("./play/tabs.js").Tab} tab */
  #open(tab) {
    this.tab = tab;
    this.session.exploring = tab === "analysis" && this.session.solo;
    document.body.classList.add("sheet-open");
    this.#drawPanels();
    if (this.session.known && !this.half.length) void this.#begin();
  }

  async #drawRules() {
    const { session } = this;
    const key = `${session.match.game} ${language()}`;
    if (this.rulesIn === key) return;
    this.rulesIn = key;
    const box = one("#tab-rules");
    try {
      fill(box, await rulesOf(session.match.game));
      box.scrollTop = 0;
    } catch (error) {
      this.rulesIn = "";
      fill(box, h("p", { class: "problem" }, error instanceof Error ? error.message : ""));
    }
  }

  // What a person does.

  /** @param {Step} step */
  #choose(step) {
    this.turn?.set(null);
    void this.#take(step);
  }

  #finish() {
    const step = this.turn?.finish;
    if (step) this.#choose(step);
  }

  async #hint() {
    const { session } = this;
    if (!session.known || !session.open || !session.mode) return;
    if (this.half.length) await this.#show([]);
    try {
      this.hint = await nextHint(session, this.hint, this.board?.flipped ?? false);
      if (this.hint) announce(this.hint.text);
      this.#mark();
    } catch (error) {
      if (error instanceof Error) toast(error.message, "bad");
    }
  }

  async #takeback() {
    if (this.#cancel()) return;
    await this.#send({ type: "takeback" });
  }

  #flip() {
    if (!this.session.known) return;
    this.turned = !this.turned;
    remember(`flip.${this.session.id}`, String(this.turned));
    this.#orient();
    this.#mark();
    this.analyst.draw();
  }

  #rematch() {
    if (this.session.match.next) this.rematch(this.session.match.next);
    else void this.#send({ type: "rematch" });
  }

  #startReview() {
    this.#open("analysis");
    void this.review.start();
  }

  #menu() {
    openMenu(this.session, {
      resign: () => {
        const { mySeats, node } = this.session;
        void this.#send({
          type: "resign",
          ...(mySeats.length === 2 ? { player: node.player } : {}),
        });
      },
      draw: () => void this.#send({ type: "draw" }),
      rematch: () => this.#rematch(),
      flip: () => this.#flip(),
      review: () => this.#startReview(),
      edit: () => edit(this.session),
      position: () => this.here?.text ?? "",
    });
  }

  /** @param {Record<string, any>} message */
  async #send(message) {
    try {
      await this.session.ask(message);
    } catch (error) {
      if (error instanceof Error) toast(error.message, "bad");
    }
  }

  /** @param {string} text */
  async #typed(text) {
    const { session } = this;
    if (!session.mode) {
      toast(
        t("play.their_turn", {
          side: say(session.playersAt(session.at)[session.node.player].name),
        }),
        "bad",
      );
      return false;
    }
    try {
      await session.play({ text });
      return true;
    } catch (error) {
      if (error instanceof Error) toast(error.message, "bad");
      return false;
    }
  }

  translate() {
    if (!this.session.known) return;
    this.rulesIn = "";
    one("#title").textContent = say(this.session.match.title);
    this.board?.svg.setAttribute("aria-label", t("play.board"));
    this.board?.render();
    this.hint = null;
    this.#draw();
  }
}

/** @param {Step[]} half @param {MoveNode} node */
function sameActions(half, node) {
  return half.every((step, index) => node.actions[index] === step.action);
}

topBar("");
const page = new PlayPage();
page.turned = recall(`flip.${page.session.id}`) === "true";
inEveryLanguage(() => page.translate());
