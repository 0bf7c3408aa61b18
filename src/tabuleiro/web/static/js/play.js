/** The game page: board, seats, panel and what a person can do. */

import { after, Board } from "./board/board.js";
import { Turn } from "./board/turn.js";
import { announce, dialog, toast, topBar } from "./chrome.js";
import { fill, h, one } from "./dom.js";
import { inEveryLanguage, language, say, t } from "./language.js";
import { recall, remember } from "./memory.js";
import { drawActions } from "./play/actions.js";
import { Analyst } from "./play/analysis.js";
import { edit } from "./play/editor.js";
import { openMenu, showKeys } from "./play/menu.js";
import { drawMoves, goTo } from "./play/moves.js";
import { Review } from "./play/review.js";
import { drawSeats, runClock } from "./play/seats.js";
import { Session } from "./play/session.js";
import { drawStatus } from "./play/status.js";
import { cellWords } from "./play/words.js";
import { rulesOf } from "./rules.js";

/** @typedef {import("./types.js").Node} MoveNode */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Step} Step */

const TABS = /** @type {const} */ (["moves", "analysis", "rules"]);

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
    /** @type {{node: number, grade: number, text: string, cells: number[], arrows: import("./board/board.js").Arrow[]} | null} */
    this.hint = null;
    /** @type {(typeof TABS)[number]} */
    this.tab = "moves";
    /** @type {[number, number][]} */
    this.links = [];
    this.rulesIn = "";
    this.busy = false;
    this.review = new Review(this.session, () => this.#drawPanels());
    this.analyst = new Analyst(this.session, {
      redraw: () => this.#mark(),
      bottom: () => this.bottom,
      review: () => this.review.draw(),
      edit: () => edit(this.session),
      position: () => this.here?.text ?? "",
    });
    runClock(this.session);
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("click", (event) => {
      const target = event.target;
      if (target instanceof Element && target.matches(".table, .board-host, .play, #board")) this.turn?.leave();
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
        game: match.game, geometry, players: session.playersAt(session.at), label: t("play.board"),
        describe: (cell, piece) => cellWords(session, cell, piece),
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
    const steps = node.steps.slice(this.half.length && sameActions(this.half, node) ? this.half.length : 0);
    announce(t("play.moved", { number: Math.ceil(node.ply / 2), words: say(node.said) }) +
      (node.outcome ? ` ${say(node.outcome.text)}` : ""));
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
    fill(one("main"), h("div", { class: "page" }, h("p", { class: "empty" }, t("play.gone")),
      h("a", { class: "button", href: "/" }, t("play.new_game"))));
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
    const at = session.at;
    const shown = board.show(session.viewAt(at), { players: session.playersAt(at), steps });
    await Promise.all([shown, this.#begin()]);
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
    const moving = board.show(after(before, step), { steps: [step] });
    try {
      if (step.ends) {
        await session.play({ actions });
        if (session.at === at) await this.#show([]);
      } else {
        const answer = await session.ask({ type: "turn", node: at, actions });
        await moving;
        if (session.at !== at) return;
        await board.show(answer.position.view);
        turn.set(answer.position);
        announce(say(step.words));
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

  /** @param {number[]} cells */
  async #why(cells) {
    const { session } = this;
    try {
      const answer = await session.ask({ type: "why", node: session.at, actions: this.half.map((step) => step.action), cells });
      if (!answer.text) return;
      toast(say(answer.text), "bad");
      announce(say(answer.text));
      const last = cells[cells.length - 1];
      this.links = answer.cells.filter((/** @type {number} */ cell) => cell !== last && cell >= 0)
        .map((/** @type {number} */ cell) => [last, cell]);
      this.#mark();
    } catch {
      // No answer, no reason.
    }
  }

  /** Join a blocked stone with what blocks it. @param {number | null} cell */
  async #blockers(cell) {
    const { session, board } = this;
    const had = this.links.length > 0;
    this.links = [];
    if (had) this.#mark();
    if (cell === null || board?.pieceAt(cell)?.mark !== "blocked") return;
    if (board.pieceAt(cell)?.owners[0] !== session.node.player) return;
    try {
      const answer = await session.ask({ type: "why", node: session.at, actions: [], cells: [cell] });
      this.links = answer.cells.filter((/** @type {number} */ other) => other !== cell && other >= 0)
        .map((/** @type {number} */ other) => [cell, other]);
      this.#mark();
    } catch {
      // Nothing to show.
    }
  }

  /** The viewer's pieces stand below, where the board has a below. */
  #orient() {
    const { session, board } = this;
    if (!board) return;
    const mine = session.mySeats.length === 1 ? session.mySeats[0] : 0;
    const { cells, height } = session.geometry;
    let turned = this.autoTurned ?? false;
    const pieces = session.viewAt(session.at).pieces;
    if (this.autoTurned === undefined && pieces.length) {
      const mean = (/** @type {number} */ side) => {
        const ys = pieces.filter((piece) => piece.owners.at(-1) === side).map((piece) => cells[piece.cell].y);
        return ys.reduce((a, b) => a + b, 0) / Math.max(1, ys.length);
      };
      turned = mean(mine) < mean(1 - mine) - height / 8;
      this.autoTurned = turned;
    }
    board.flip(turned !== Boolean(this.turned));
  }

  /** @type {boolean | undefined} */
  autoTurned;

  #mark() {
    const { board, turn, session } = this;
    if (!board || !turn || !session.known) return;
    const { node } = session;
    const showsLast = this.half.length === 0 && node.steps.length > 0;
    const last = showsLast ? [...new Set(node.steps.flatMap((step) => step.slides.flatMap(([from, to], i) => (i ? [] : [from, to]))))] : [];
    const hint = this.hint?.node === session.at && this.half.length === 0 ? this.hint : null;
    board.mark({
      last, ...turn.marks(), links: this.links,
      hints: hint?.cells ?? [],
      arrows: [...(this.half.length ? [] : this.analyst.arrows() ?? []), ...(hint?.arrows ?? [])],
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
      bottom: this.bottom, reserve: view.reserve, captured: view.captured,
      canDrop: turn?.canDrop ?? false, dropping: turn?.picked === -1, drop: () => turn?.pickReserve(),
    });
  }

  #drawPanels() {
    const { session } = this;
    if (!session.known) return;
    fill(one("#tabs"), TABS.map((tab) => h("button", {
      type: "button", role: "tab", id: `to-${tab}`, "aria-selected": String(this.tab === tab), "aria-controls": `tab-${tab}`,
      tabindex: this.tab === tab ? "0" : "-1", onclick: () => this.#open(tab),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const shift = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (!shift) return;
        event.preventDefault();
        const next = TABS[(TABS.indexOf(tab) + shift + TABS.length) % TABS.length];
        this.#open(next);
        one(`#to-${next}`).focus();
      },
    }, t(`play.${tab}`))));
    for (const tab of TABS) one(`#tab-${tab}`).hidden = tab !== this.tab;
    if (this.tab === "moves") drawMoves(session, this.review.verdicts, (text) => this.#typed(text));
    if (this.tab === "analysis") this.analyst.draw();
    if (this.tab === "rules") void this.#drawRules();
  }

  /** @param {(typeof TABS)[number]} tab */
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
    if (!session.open || !session.mode) return;
    if (this.half.length) await this.#show([]);
    const node = session.at;
    const grade = this.hint?.node === node ? Math.min(3, this.hint.grade + 1) : 1;
    if (this.hint?.node === node && this.hint.grade === 3) return;
    try {
      const answer = await session.ask({ type: "hint", grade });
      if (session.at !== node) return;
      const [from] = answer.cells;
      const shown = answer.direction && grade === 2 ? [{ from, way: answer.direction }] : [];
      const { cells } = this.session.geometry;
      // The sentence speaks of up and down as the board is drawn for the first player.
      const text = shown.length && this.board?.flipped ? t("play.hint_way", { cell: cells[from].name }) : say(answer.text);
      this.hint = { node, grade, text, cells: answer.cells, arrows: grade === 3 ? pairs(answer.cells) : shown };
      announce(this.hint.text);
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
        dialog(t("play.resign"), (close) => [h("p", null, t("play.resign_sure")), h("div", { class: "actions" },
          h("button", { type: "button", class: "primary", id: "resign-yes", onclick: () => {
            close();
            const { mySeats, node } = this.session;
            void this.#send({ type: "resign", ...(mySeats.length === 2 ? { player: node.player } : {}) });
          } }, t("play.resign")),
          h("button", { type: "button", onclick: close }, t("cancel")))]);
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
      toast(t("play.their_turn", { side: say(session.playersAt(session.at)[session.node.player].name) }), "bad");
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

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.session.known || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.target;
    const typing = target instanceof HTMLInputElement && target.type === "text" ||
      target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
    if (event.key === "Escape") {
      if (typing) /** @type {HTMLElement} */ (target).blur();
      else if (!this.#cancel()) document.body.classList.remove("sheet-open");
      return;
    }
    if (typing) return;
    /** @type {Record<string, () => void>} */
    const verbs = {
      u: () => void this.#takeback(), h: () => void this.#hint(), f: () => this.#flip(),
      "[": () => goTo(this.session, "back"), "]": () => goTo(this.session, "forward"),
      "/": () => {
        this.#open("moves");
        one("#notation").focus();
      },
      "?": showKeys,
      Enter: () => this.#finish(),
    };
    const verb = verbs[event.key];
    if (!verb || (event.key === "Enter" && target instanceof HTMLElement && target.matches("button, a, summary, input"))) return;
    event.preventDefault();
    verb();
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

/** @param {number[]} cells */
function pairs(cells) {
  const found = [];
  for (let i = 0; i + 1 < cells.length; i += 2) found.push({ from: cells[i], to: cells[i + 1] });
  return found;
}

/** @param {Step[]} half @param {MoveNode} node */
function sameActions(half, node) {
  return half.every((step, index) => node.actions[index] === step.action);
}

topBar("");
const page = new PlayPage();
page.turned = recall(`flip.${page.session.id}`) === "true";
inEveryLanguage(() => page.translate());
