/** One search to be looked at: the picture, the list, the board, and the moments to step through. */

import { ask } from "../api.js";
import { Board } from "../board/board.js";
import { announce, complain } from "../chrome.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { number, say } from "../language.js";
import { button, input, select } from "../widgets.js";
import { GrowthTree } from "./growth.js";
import { layout } from "./layout.js";
import { drawOutline } from "./outline.js";
import { Picture } from "./picture.js";
import { VisitTree } from "./visits.js";
import { w } from "./words.js";

/** @typedef {import("./facts.js").TraceFacts} TraceFacts */

/** Moments in a second. */
const SPEEDS = [1, 3, 10, 60, 400];
const FRAME = 1000 / 30;
/** Milliseconds that the pointer rests before a board is asked for. */
const REST = 60;
/** Milliseconds within which two clicks are one double click. */
const DOUBLE = 600;

export class LabView {
  /** @param {HTMLElement} host @param {TraceFacts} facts @param {string} id */
  constructor(host, facts, id) {
    this.host = host;
    this.facts = facts;
    this.id = id;
    this.tree = facts.growth ? new GrowthTree(facts) : new VisitTree(facts);
    /** @type {Set<number>} */
    this.open = new Set();
    /** What was closed by hand. @type {Set<number>} */
    this.closed = new Set();
    /** What the last click has chosen, and whether it was open before. */
    this.clicked = { node: -1, open: false, at: 0 };
    this.everything = false;
    this.chosen = this.tree.root;
    /** @type {number | null} */
    this.pointed = null;
    this.speed = 10;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    /** Boards by the way to them. @type {Map<string, Promise<any>>} */
    this.boards = new Map();
    this.resting = 0;
    const bot = say(facts.bot_title) || facts.bot;
    this.canvas = h("canvas", { class: "lab-picture", role: "img", "aria-label": w("picture") });
    this.list = h("ul", { class: "lab-tree", role: "tree", "aria-label": w("tree", { bot }) });
    this.words = h("div", { class: "lab-words", id: `words-${id}` });
    this.more = h("div", { class: "lab-more" });
    this.bar = h("div", { class: "lab-bar", role: "toolbar", "aria-label": bot });
    const boardHost = h("div", { class: "lab-board" });
    const counts = { kept: number(facts.kept), seen: number(facts.seen) };
    fill(
      this.host,
      h(
        "div",
        { class: "lab-head" },
        h("h2", null, bot),
        h(
          "span",
          { class: "figures" },
          w(this.tree.grows ? "grown" : facts.kept === facts.seen ? "all_kept" : "kept", counts),
        ),
      ),
      this.bar,
      h(
        "div",
        { class: "lab-desk" },
        h("div", { class: "lab-large" }, this.canvas),
        h("div", { class: "lab-side" }, boardHost, this.words, this.list),
      ),
      this.more,
      h(
        "p",
        { class: "figures" },
        w(this.tree.grows ? "legend_growth" : "legend"),
        h("span", { class: "lab-keys" }, ` ${w("keys")}`),
      ),
    );
    this.board = new Board(boardHost, {
      game: facts.game,
      geometry: facts.geometry,
      players: facts.players,
      small: true,
      label: w("board"),
    });
    void this.board.show(facts.view);
    this.picture = new Picture(this.canvas, {
      pick: (node) => this.pick(node),
      toggle: (node) => this.toggle(node),
      hover: (node) => this.#point(node),
    });
    this.way = new Set([this.chosen]);
    this.update();
    requestAnimationFrame(() => {
      this.#settle();
      this.picture.redraw();
    });
  }

  /** Where the picture begins: readable, with the root and the best line in view. */
  #settle() {
    this.picture.fit();
    if (this.picture.zoom < 0.8) {
      this.picture.zoom = 0.9;
      this.picture.x = 16;
    }
    this.picture.follow();
  }

  /** @param {number} node */
  isOpen(node) {
    if (this.closed.has(node)) return false;
    if (this.everything || this.open.has(node)) return true;
    return node === this.tree.root || this.way.has(node);
  }

  /** Choose what to show now. */
  update() {
    const { tree } = this;
    this.way = new Set([this.chosen]);
    for (let at = this.chosen; at !== tree.root; ) {
      this.way.add((at = tree.c.parent[at]));
      this.closed.delete(at);
    }
    if (tree.cursor >= tree.length && this.chosen === tree.root)
      for (const node of tree.best ?? []) this.way.add(node);
    this.picture.show(tree, layout(tree, (node) => this.isOpen(node)), this.chosen);
    drawOutline(this.list, tree, this.chosen, {
      pick: (node) => this.pick(node),
      toggle: (node) => this.toggle(node),
      isOpen: (node) => this.isOpen(node),
      key: (key) => this.#key(key),
    });
    const moment = this.bar.querySelector("input");
    // While it plays, the fields stay as they are, so that one can be open.
    if (this.timer !== undefined && moment) moment.value = String(tree.cursor);
    else this.#drawBar();
    this.#tell();
  }

  /** @param {number} node */
  pick(node) {
    if (node !== this.chosen)
      this.clicked = { node, open: this.isOpen(node), at: performance.now() };
    this.chosen = node;
    this.update();
    announce(this.tree.words(node).join(" "));
  }

  /** @param {number} node */
  toggle(node) {
    const { clicked } = this;
    // The first click of a double click has chosen the node, and so opened it.
    const fresh = clicked.node === node && performance.now() - clicked.at < DOUBLE;
    const open = fresh ? clicked.open : this.isOpen(node);
    this.clicked.node = -1;
    this.open.delete(node);
    this.closed.delete(node);
    (open ? this.closed : this.open).add(node);
    this.update();
  }

  /** @param {boolean} all */
  openAll(all) {
    this.everything = all;
    this.open.clear();
    this.closed.clear();
    this.update();
    if (all) this.picture.fit();
  }

  /** @param {number} moment @param {boolean} [quiet] */
  goTo(moment, quiet = false) {
    const { tree } = this;
    tree.goTo(moment);
    this.chosen = tree.current;
    this.update();
    if (!quiet) announce(`${tree.step(this.chosen)}. ${tree.words(this.chosen).join(" ")}`);
  }

  /** On to the next cut or proof; from the end, to the first one. */
  next() {
    if (this.tree.cursor >= this.tree.length) this.tree.goTo(0);
    this.goTo(this.tree.nextMark());
  }

  play() {
    if (this.timer !== undefined) {
      this.pause();
      return;
    }
    if (this.tree.cursor >= this.tree.length) this.tree.goTo(0);
    let due = 0;
    this.timer = setInterval(() => {
      due += (this.speed * FRAME) / 1000;
      const steps = Math.floor(due);
      if (!steps) return;
      due -= steps;
      this.goTo(this.tree.cursor + steps, true);
      if (this.tree.cursor >= this.tree.length) this.pause();
    }, FRAME);
    this.#drawBar();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.#drawBar();
    this.#tell();
  }

  /** The view is no longer shown. */
  close() {
    clearInterval(this.timer);
  }

  /** @param {string} key */
  #key(key) {
    const { tree, picture } = this;
    const keys = /** @type {Record<string, () => void>} */ ({
      " ": () => this.play(),
      ".": () => this.goTo(tree.cursor + 1),
      ",": () => this.goTo(tree.cursor - 1),
      n: () => this.next(),
      "+": () => picture.scale(1.25),
      "-": () => picture.scale(0.8),
      0: () => picture.fit(),
    });
    keys[key]?.();
    return key in keys;
  }

  #drawBar() {
    const { tree, picture, id } = this;
    const sign = (
      /** @type {Parameters<typeof icon>[0]} */ shape,
      /** @type {Parameters<typeof w>[0]} */ key,
      /** @type {() => void} */ act,
    ) => button(icon(shape), act, { class: "icon", "aria-label": w(key), title: w(key) });
    const layerName = (/** @type {import("./visits.js").Layer} */ { depth, kind, again }) =>
      w(kind === "check" ? "layer_check" : again ? "layer_again" : "layer_search", { depth });
    fill(
      this.bar,
      sign("first", "first", () => this.goTo(0)),
      sign("back", "back", () => this.goTo(tree.cursor - 1)),
      button(w(this.timer === undefined ? "play" : "pause"), () => this.play(), {
        id: `play-${id}`,
        class: "primary",
      }),
      sign("forward", "forward", () => this.goTo(tree.cursor + 1)),
      sign("last", "last", () => this.goTo(tree.length)),
      button(w(tree.grows ? "next_proof" : "next_cut"), () => this.next(), {
        id: `next-${id}`,
      }),
      h("input", {
        type: "range",
        class: "lab-moment",
        id: `moment-${id}`,
        min: 0,
        max: tree.length,
        value: String(tree.cursor),
        "aria-label": w("moment"),
        oninput: (/** @type {Event} */ event) => this.goTo(Number(input(event).value), true),
      }),
      select(
        SPEEDS.map((speed) => ({ value: speed, text: `${speed}/s` })),
        this.speed,
        (value) => (this.speed = Number(value)),
        { id: `speed-${id}`, "aria-label": w("speed") },
      ),
      tree.layers.length > 1
        ? select(
            tree.layers.map((layer, k) => ({ value: k, text: layerName(layer) })),
            tree.layer,
            (value) => {
              tree.choose(Number(value));
              this.chosen = tree.root;
              this.open.clear();
              this.closed.clear();
              this.update();
              this.#settle();
            },
            { id: `layer-${id}`, "aria-label": w("layer") },
          )
        : null,
      h(
        "span",
        { class: "lab-zoom" },
        button("−", () => picture.scale(0.8), { class: "icon", "aria-label": w("zoom_out") }),
        button("+", () => picture.scale(1.25), { class: "icon", "aria-label": w("zoom_in") }),
        button(w("fit"), () => picture.fit(), { class: "quiet" }),
        button(w(this.everything ? "close_all" : "open_all"), () => this.openAll(!this.everything), {
          id: `all-${id}`,
          class: "quiet",
        }),
      ),
    );
  }

  /** @param {number | null} node */
  #point(node) {
    if (this.pointed === node || this.timer !== undefined) return;
    this.pointed = node;
    this.#tell();
  }

  /** Say what is known of the node that is pointed at, or chosen, and show its board. */
  #tell() {
    const { tree } = this;
    const node = this.pointed ?? this.chosen;
    const now = this.pointed === null ? tree.now() : "";
    fill(
      this.words,
      h("h3", null, `${tree.step(node)} ${tree.figure(node)} ${tree.sign(node)}`),
      now ? h("p", { class: "figures" }, now) : null,
      h("p", null, tree.words(node).join(" ")),
    );
    fill(this.more, this.timer === undefined ? tree.choice(node) : null);
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => void this.#look(node), REST);
  }

  /** @param {number} node */
  async #look(node) {
    const { tree, facts } = this;
    const actions = [];
    for (let at = node; at !== tree.root; at = tree.c.parent[at]) actions.unshift(tree.c.action[at]);
    const key = actions.join(" ");
    const { options, position } = facts;
    const asked =
      this.boards.get(key) ??
      ask(`/api/games/${facts.game}/path`, { body: { options, position, actions } });
    this.boards.set(key, asked);
    try {
      const found = await asked;
      if (node !== (this.pointed ?? this.chosen)) return;
      await this.board.show(found.view, { players: found.players });
      this.board.mark({ last: found.cells });
    } catch (error) {
      this.boards.delete(key);
      complain(error);
    }
  }
}
