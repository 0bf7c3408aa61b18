/** The tree drawn large: zoom, pan, pick, open and close. */

import { COLUMN, ROW } from "./layout.js";

/** @typedef {import("./layout.js").Item} Item */
/** @typedef {import("./layout.js").Tree} Tree */

const DOT = 4;
const [LETTER, BOLD] = [6.7, 7.6];
const READABLE = 0.6;
const [SMALLEST, LARGEST] = [0.01, 3];
const NEAR = 4;
/** Tells the branches of the best line from others as thick. */
const BEST = 100;

export class Picture {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{pick: (node: number) => void, toggle: (node: number) => void,
   *   hover: (node: number | null) => void}} doing
   */
  constructor(canvas, doing) {
    this.canvas = canvas;
    this.doing = doing;
    /** @type {Item[]} */
    this.items = [];
    /** @type {Tree | null} */
    this.tree = null;
    this.chosen = -1;
    this.zoom = 1;
    /** Columns are never drawn narrower than this: of a tall tree that is seen as a whole, too. */
    this.least = 0;
    this.x = 0;
    this.y = 0;
    this.waiting = false;
    /** @type {Map<number, PointerEvent>} */
    this.pointers = new Map();
    this.moved = 0;
    this.#listen();
    new ResizeObserver(() => this.#size()).observe(canvas);
    document.addEventListener("themechange", () => this.#colours());
    this.#colours();
  }

  /** @param {Tree} tree @param {Item[]} items @param {number} chosen */
  show(tree, items, chosen) {
    this.tree = tree;
    this.items = items;
    this.chosen = chosen;
    this.follow();
    this.redraw();
  }

  /** How much wider than high it is drawn; not where it can be read. */
  get wide() {
    return Math.max(1, this.least / this.zoom);
  }

  /** Keep the chosen node in view. */
  follow() {
    const item = this.items.find((each) => each.node === this.chosen && !each.stub);
    const { width, height } = this.#room();
    if (!item || !width) return;
    const across = this.zoom * this.wide;
    const [x, y] = [item.x * across + this.x, item.y * this.zoom + this.y];
    const wide = COLUMN * across;
    if (x < 12 || x + wide > width) this.x += Math.min(width * 0.4, width - wide) - x;
    if (y < 20 || y > height - 20) this.y += height / 2 - y;
  }

  /** Show all of it. */
  fit() {
    const { width, height } = this.#room();
    const right = Math.max(...this.items.map((item) => item.x)) + COLUMN;
    const bottom = Math.max(...this.items.map((item) => item.y)) + ROW;
    this.zoom = Math.max(SMALLEST, Math.min(1, width / right, height / bottom));
    this.least = Math.min(READABLE, (width - 24) / right);
    this.x = 12;
    this.y = Math.max(ROW, (height - bottom * this.zoom) / 2);
    this.redraw();
  }

  /** @param {number} factor @param {number} [atX] @param {number} [atY] */
  scale(factor, atX, atY) {
    const { width, height } = this.#room();
    const [px, py] = [atX ?? width / 2, atY ?? height / 2];
    const [zoom, across] = [this.zoom, this.zoom * this.wide];
    this.zoom = Math.max(SMALLEST, Math.min(LARGEST, zoom * factor));
    this.x = px - ((px - this.x) * this.zoom * this.wide) / across;
    this.y = py - ((py - this.y) * this.zoom) / zoom;
    this.redraw();
  }

  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.#draw();
    });
  }

  #room() {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  #size() {
    const { width, height } = this.#room();
    const dense = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * dense);
    this.canvas.height = Math.round(height * dense);
    this.follow();
    this.redraw();
  }

  #colours() {
    const style = getComputedStyle(document.documentElement);
    const of = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    this.ink = of("--ink");
    this.muted = of("--muted");
    this.line = of("--muted");
    this.accent = of("--accent");
    this.soft = of("--accent-soft");
    this.font = of("--font");
    this.redraw();
  }

  #draw() {
    const { items, tree, zoom, wide } = this;
    const g = this.canvas.getContext("2d");
    if (!g || !tree) return;
    const dense = devicePixelRatio || 1;
    const { width, height } = this.#room();
    g.setTransform(dense, 0, 0, dense, 0, 0);
    g.clearRect(0, 0, width, height);
    g.setTransform(dense * zoom, 0, 0, dense * zoom, dense * this.x, dense * this.y);
    const [top, bottom] = [(-this.y - ROW) / zoom, (height - this.y + ROW) / zoom];
    const column = COLUMN * wide;
    const [left, right] = [(-this.x - column) / zoom - column, (width - this.x) / zoom + column];
    const readable = zoom >= READABLE;
    /** Branches by how thick they are. @type {Map<number, Path2D>} */
    const paths = new Map();
    const stubs = new Path2D();
    /** @type {Item[]} */
    const seen = [];
    for (const item of items) {
      const { y, up } = item;
      const x = item.x * wide;
      const inside = y >= top && y <= bottom && x >= left && x <= right;
      if (inside) seen.push(item);
      if (!up || x < left || x > right) continue;
      if (!inside && Math.max(y, up.y) < top) continue;
      if (!inside && Math.min(y, up.y) > bottom) continue;
      const thick = item.stub ? 0 : tree.width(item.node) + (tree.isBest(item.node) ? BEST : 0);
      let path = stubs;
      if (!item.stub) {
        const known = paths.get(thick);
        path = known ?? new Path2D();
        if (!known) paths.set(thick, path);
      }
      const begin = up.x * wide;
      const from = begin + column - 46 * wide;
      const text = up.label.length * (tree.isBest(up.node) ? BOLD : LETTER);
      path.moveTo(readable ? Math.min(from, begin + 10 + text) : begin, up.y);
      path.lineTo(from, up.y);
      path.bezierCurveTo(from + 22 * wide, up.y, x - 22 * wide, y, x - 2, y);
    }
    g.strokeStyle = this.line ?? "";
    for (const [key, path] of paths) {
      const best = key >= BEST;
      const thick = best ? key - BEST : key;
      g.lineWidth = Math.max(thick, best ? thick / zoom / 2 : 0.7);
      g.strokeStyle = (best ? this.accent : this.line) ?? "";
      g.globalAlpha = best ? 1 : 0.55;
      g.stroke(path);
    }
    g.globalAlpha = 0.8;
    g.setLineDash([3, 3]);
    g.lineWidth = 1;
    g.strokeStyle = this.line ?? "";
    g.stroke(stubs);
    g.setLineDash([]);
    g.globalAlpha = 1;
    this.#dots(g, tree, seen, readable);
  }

  /** @param {CanvasRenderingContext2D} g @param {Tree} tree @param {Item[]} seen @param {boolean} readable */
  #dots(g, tree, seen, readable) {
    const { wide } = this;
    const size = Math.max(DOT, 1.2 / this.zoom);
    g.fillStyle = this.ink ?? "";
    for (const item of seen) {
      if (item.stub) continue;
      const x = item.x * wide;
      g.fillRect(x - size / 2, item.y - size / 2, size, size);
      if (item.hidden) g.fillRect(x - size, item.y - size / 4, size * 2, size / 2);
    }
    const chosen = seen.find((item) => item.node === this.chosen && !item.stub);
    if (chosen) {
      g.fillStyle = this.soft ?? "";
      g.strokeStyle = this.accent ?? "";
      g.lineWidth = Math.max(1.5, 1.5 / this.zoom);
      const room = readable ? 18 + chosen.label.length * BOLD : 12;
      g.beginPath();
      g.roundRect(chosen.x * wide - 8, chosen.y - 9, Math.max(18, room), 18, 5);
      g.fill();
      g.stroke();
    }
    if (!readable) return;
    g.textBaseline = "middle";
    for (const bold of [false, true]) {
      g.font = `${bold ? "700 " : ""}12px ${this.font}`;
      for (const item of seen) {
        const best = !item.stub && tree.isBest(item.node);
        if (best !== bold) continue;
        g.fillStyle = (item.stub ? this.muted : this.ink) ?? "";
        const more = item.hidden ? `  +${item.hidden}` : "";
        g.fillText(item.label + more, item.x * wide + 7, item.y + 0.5);
      }
    }
  }

  /** @param {PointerEvent | MouseEvent} event */
  #at(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left - this.x) / this.zoom;
    const y = (event.clientY - box.top - this.y) / this.zoom;
    const found = this.items.find(
      (item) =>
        Math.abs(item.y - y) < Math.max(ROW / 2, 6 / this.zoom) &&
        x > item.x * this.wide - 9 &&
        x < item.x * this.wide + 20 + item.label.length * LETTER,
    );
    return found && !found.stub ? found.node : null;
  }

  #listen() {
    const { canvas, pointers } = this;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, event);
      this.moved = 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) {
        this.doing.hover(this.#at(event));
        return;
      }
      if (pointers.size === 2) {
        const other = [...pointers.values()].find((each) => each.pointerId !== event.pointerId);
        if (other) this.#pinch(before, event, other);
      } else {
        this.x += event.clientX - before.clientX;
        this.y += event.clientY - before.clientY;
        this.redraw();
      }
      this.moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
      pointers.set(event.pointerId, event);
    });
    const up = (/** @type {PointerEvent} */ event) => {
      const held = pointers.delete(event.pointerId);
      const node = this.#at(event);
      if (held && event.type === "pointerup" && this.moved < NEAR && node !== null)
        this.doing.pick(node);
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => this.doing.hover(null));
    canvas.addEventListener("dblclick", (event) => {
      const node = this.#at(event);
      if (node !== null) this.doing.toggle(node);
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const box = canvas.getBoundingClientRect();
        const factor = Math.exp(-event.deltaY / 400);
        this.scale(factor, event.clientX - box.left, event.clientY - box.top);
      },
      { passive: false },
    );
  }

  /** @param {PointerEvent} before @param {PointerEvent} now @param {PointerEvent} other */
  #pinch(before, now, other) {
    const far = (/** @type {PointerEvent} */ each) =>
      Math.hypot(each.clientX - other.clientX, each.clientY - other.clientY) || 1;
    const box = this.canvas.getBoundingClientRect();
    const x = (now.clientX + other.clientX) / 2 - box.left;
    const y = (now.clientY + other.clientY) / 2 - box.top;
    this.scale(far(now) / far(before), x, y);
  }
}
