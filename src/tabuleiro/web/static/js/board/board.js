/** The board: one SVG that draws any game from its geometry and its view. It knows no rules. */

import { fill, s } from "../dom.js";
import { box, neighbour } from "./geometry.js";
import { play } from "./motion.js";
import { drawPiece, RADIUS } from "./pieces.js";
import { outline, surface } from "./surface.js";

/** @typedef {import("../types.js").Geometry} Geometry */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Effect} Effect */
/** @typedef {import("./geometry.js").Place} Place */

/** @typedef {{cell: number, count?: number, takes?: boolean}} Target */
/**
 * @typedef {object} Arrow  to a cell, or into a direction of the geometry
 * @property {number} from
 * @property {number} [to]
 * @property {number[] | null} [way]
 * @property {number} [rank]
 * @property {boolean} [threat]
 */

/**
 * @typedef {object} Marks  what the board shows besides the pieces
 * @property {number[]} [last]  cells of the last move
 * @property {number[]} [sources]  cells that wait to be picked
 * @property {number | null} [picked]
 * @property {Target[]} [targets]
 * @property {number[]} [takes]  pieces that a step of what is picked may take
 * @property {number[][]} [groups]  groups of victims to choose between
 * @property {number[]} [hints]
 * @property {[number, number][]} [links]  pairs of cells to join
 * @property {Arrow[]} [arrows]
 */

/**
 * @typedef {object} Handlers
 * @property {(cell: number, event: PointerEvent | KeyboardEvent) => void} [pick]
 * @property {(cell: number | null) => void} [hover]
 * @property {(cell: number) => void} [lift]  the beginning of a drag
 * @property {(from: number, to: number | null) => void} [drop]  the end of a drag
 * @property {(cell: number) => boolean} [canDrag]
 * @property {() => void} [cancel]
 */

const KEYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const DRAG = 6;

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{game: string, geometry: Geometry, players: Player[], small?: boolean,
   *   label?: string, describe?: (cell: number, piece: Piece | undefined) => string}} options
   */
  constructor(host, { game, geometry, players, small = false, label = "", describe }) {
    this.geometry = geometry;
    this.players = players;
    this.small = small;
    this.flipped = false;
    this.describe = describe;
    /** @type {View} */
    this.view = { pieces: [], reserve: [0, 0], captured: [0, 0], note: null };
    /** @type {Marks} */
    this.marks = {};
    /** @type {Handlers} */
    this.handlers = {};
    /** @type {Effect | null} */
    this.previewed = null;
    this.cursor = 0;
    this.motion = 0;

    this.ground = s("g");
    this.below = s("g", { "aria-hidden": "true" });
    this.reach = s("g", { "aria-hidden": "true" });
    this.pieceLayer = s("g", { "aria-hidden": "true" });
    this.above = s("g", { "aria-hidden": "true" });
    this.spots = s("g");
    this.dragLayer = s("g", { "aria-hidden": "true" });
    this.svg = /** @type {SVGSVGElement} */ (
      /** @type {unknown} */ (
        s(
          "svg",
          { class: "board", "data-game": game, role: small ? "img" : "group", "aria-label": label },
          this.ground,
          this.below,
          this.reach,
          this.pieceLayer,
          this.above,
          small ? null : this.spots,
          this.dragLayer,
        )
      )
    );
    fill(host, this.svg);
    this.#lay();
    if (!small) this.#listen();
  }

  /** The places of all cells as drawn now. */
  get places() {
    const { cells, width, height } = this.geometry;
    return this.flipped
      ? cells.map((cell) => ({ x: width - cell.x, y: height - cell.y }))
      : cells.map(({ x, y }) => ({ x, y }));
  }

  /** @param {boolean} flipped */
  flip(flipped) {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    this.#lay();
    this.render();
  }

  /**
   * Show a view; with steps that led to it, move the pieces there.
   * @param {View} view
   * @param {{players?: Player[], steps?: Effect[], before?: View}} [how]
   */
  async show(view, { players, steps = [], before } = {}) {
    const old = before ?? this.view;
    const turn = ++this.motion;
    if (players) this.players = players;
    this.previewed = null;
    let here = old;
    for (const [index, step] of steps.entries()) {
      const next = index === steps.length - 1 ? view : after(here, step);
      this.view = next;
      this.render();
      await play(this, here, next, step);
      if (turn !== this.motion) return;
      here = next;
    }
    this.view = view;
    this.render();
  }

  /** @param {Marks} marks */
  mark(marks) {
    this.marks = marks;
    this.#renderMarks();
    this.#renderSpots();
  }

  /**
   * Show what a step would do, as ghosts.
   * @param {Effect | null} step
   */
  preview(step) {
    if (this.previewed === step) return;
    this.previewed = step;
    this.#renderPieces();
    this.#renderMarks();
  }

  /** Tint the cells that a piece can get to. @param {number[]} cells */
  tint(cells) {
    if (!cells.length && !this.reach.childElementCount) return;
    fill(
      this.reach,
      cells.map((cell) =>
        outline(this.geometry, this.places[cell], cell, {
          class: `reach ${this.geometry.cells[cell].shape}`,
        }),
      ),
    );
  }

  /** @param {number} cell */
  focus(cell) {
    this.cursor = cell;
    this.#renderSpots();
    const spot = this.spots.querySelector(`[data-cell="${cell}"]`);
    if (spot instanceof SVGElement) spot.focus();
  }

  /** @param {number} cell @returns {Piece | undefined} */
  pieceAt(cell) {
    return this.view.pieces.find((piece) => piece.cell === cell);
  }

  render() {
    this.#renderPieces();
    this.#renderMarks();
    this.#renderSpots();
  }

  #lay() {
    const { geometry } = this;
    const around = box(this.places);
    const labelled = !this.small && geometry.labels.length > 0;
    const edge = 0.72;
    const below =
      labelled && geometry.labels.some((label) => label.y > geometry.height) ? 0.98 : edge;
    const left = labelled && geometry.labels.some((label) => label.x < 0) ? 1.02 : edge;
    this.svg.setAttribute(
      "viewBox",
      [
        around.left - left,
        around.top - edge,
        around.width + left + edge,
        around.height + edge + below,
      ]
        .map((n) => n.toFixed(3))
        .join(" "),
    );
    fill(this.ground, surface(geometry, this.places, this.players, this.flipped, !this.small));
  }

  #renderPieces() {
    const step = this.previewed;
    const changed = new Map(step?.changes ?? []);
    const { places } = this;
    // Pieces further down stand before those behind them.
    const order = [...this.view.pieces].sort((a, b) => places[a.cell].y - places[b.cell].y);
    fill(
      this.pieceLayer,
      order.map((piece) => {
        const drawn = drawPiece(piece, places[piece.cell], this.players);
        if (changed.has(piece.cell)) drawn.classList.add("fading");
        return drawn;
      }),
    );
    for (const [cell, piece] of changed) {
      if (piece) {
        const ghost = drawPiece(piece, places[cell], step?.players ?? this.players);
        ghost.classList.add("ghost");
        this.pieceLayer.append(ghost);
      }
    }
  }

  #renderMarks() {
    const { marks, places, geometry } = this;
    const point = (/** @type {number} */ cell) => geometry.cells[cell].shape === "point";
    const circle = (/** @type {number} */ cell, /** @type {string} */ name, r = RADIUS + 0.06) =>
      s("circle", { class: name, cx: places[cell].x, cy: places[cell].y, r });
    fill(
      this.below,
      (marks.last ?? [])
        .filter((cell) => cell >= 0)
        .map((cell) =>
          point(cell)
            ? circle(cell, "last point-cell", RADIUS + 0.08)
            : outline(geometry, places[cell], cell, { class: "last" }),
        ),
    );
    const takes = (this.previewed?.takes ?? []).map(([cell]) => cell);
    fill(
      this.above,
      (marks.sources ?? [])
        .filter((cell) => cell >= 0)
        .map((cell) => circle(cell, "source", RADIUS + 0.07)),
      marks.picked !== null && marks.picked !== undefined && marks.picked >= 0
        ? circle(marks.picked, "picked", RADIUS + 0.08)
        : null,
      (marks.targets ?? []).map((target) => this.#target(target)),
      this.previewed ? null : (marks.takes ?? []).map((cell) => circle(cell, "may-take")),
      takes.map((cell) => circle(cell, "capture-ring")),
      (marks.groups ?? []).flatMap((group, i) => group.map((cell) => circle(cell, `group-${i}`))),
      (marks.hints ?? [])
        .filter((cell) => cell >= 0)
        .map((cell) => circle(cell, "hint-ring", RADIUS + 0.1)),
      (marks.links ?? []).map(([a, b]) =>
        s("line", {
          class: "link",
          x1: places[a].x,
          y1: places[a].y,
          x2: places[b].x,
          y2: places[b].y,
        }),
      ),
      (marks.arrows ?? []).map((arrow) => this.#arrow(arrow)),
    );
  }

  /** @param {Target} target */
  #target({ cell, count, takes }) {
    const { x, y } = this.places[cell];
    const taken = this.pieceAt(cell) !== undefined;
    if (taken && takes)
      return s("circle", { class: "capture-ring", cx: x, cy: y, r: RADIUS + 0.06 });
    if (taken && count === undefined)
      return s("circle", { class: "target-ring", cx: x, cy: y, r: RADIUS + 0.06 });
    if (count !== undefined) {
      return s(
        "g",
        null,
        taken ? s("circle", { class: "target-ring", cx: x, cy: y, r: RADIUS + 0.06 }) : null,
        s("circle", { class: "target-dot", cx: x, cy: y, r: 0.19 }),
        s("text", { class: "target-count", x, y: y + 0.09 }, count),
      );
    }
    return s(
      "g",
      null,
      s("circle", { class: "target-halo", cx: x, cy: y, r: 0.2 }),
      s("circle", { class: "target-dot", cx: x, cy: y, r: 0.145 }),
    );
  }

  /** @param {Arrow} arrow */
  #arrow({ from, to = from, way, rank = 0, threat = false }) {
    const sign = this.flipped ? -1 : 1;
    const start = this.places[from];
    const b = way ? { x: start.x + sign * way[0], y: start.y + sign * way[1] } : this.places[to];
    const name = `arrow ${["", "second", "third"][rank] ?? "third"} ${threat ? "threat" : ""}`;
    if (from < 0 || (from === to && !way)) {
      return s("circle", { class: name, cx: b.x, cy: b.y, r: 0.2 });
    }
    const a = this.places[from];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const w = rank ? 0.055 : 0.08;
    const at = (/** @type {number} */ along, /** @type {number} */ side) =>
      `${(a.x + ux * along - uy * side).toFixed(3)} ${(a.y + uy * along + ux * side).toFixed(3)}`;
    const head = Math.min(0.34, length * 0.4);
    const d =
      `M${at(0.12, w)}L${at(length - head, w)}L${at(length - head, w * 2.6)}L${at(length, 0)}` +
      `L${at(length - head, -w * 2.6)}L${at(length - head, -w)}L${at(0.12, -w)}z`;
    return s("path", { class: name, d });
  }

  #renderSpots() {
    if (this.small) return;
    const { geometry, places } = this;
    const can = new Set([
      ...(this.marks.sources ?? []),
      ...(this.marks.targets ?? []).map((target) => target.cell),
      ...(this.marks.groups ?? []).flat(),
    ]);
    if (this.spots.childElementCount !== places.length) {
      fill(
        this.spots,
        places.map((place, index) =>
          outline(geometry, place, index, { "data-cell": index, role: "button", class: "spot" }),
        ),
      );
    }
    [...this.spots.children].forEach((spot, index) => {
      const place = places[index];
      if (spot.tagName === "circle") {
        spot.setAttribute("cx", String(place.x));
        spot.setAttribute("cy", String(place.y));
      } else {
        const fresh = outline(geometry, place, index, {});
        for (const name of ["x", "y", "points"]) {
          const value = fresh.getAttribute(name);
          if (value !== null) spot.setAttribute(name, value);
        }
      }
      spot.setAttribute("tabindex", index === this.cursor ? "0" : "-1");
      const draggable = this.handlers.canDrag?.(index);
      spot.classList.toggle("can", can.has(index) || Boolean(draggable));
      const words = this.describe?.(index, this.pieceAt(index)) ?? geometry.cells[index].name;
      spot.setAttribute("aria-label", words);
    });
  }

  /** @param {Event} event @returns {number | null} */
  #cellOf(event) {
    const target = event.target;
    const cell = target instanceof Element ? target.getAttribute("data-cell") : null;
    return cell === null ? null : Number(cell);
  }

  /** @param {{clientX: number, clientY: number}} event */
  #cellUnder(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    const inside = found && this.spots.contains(found) ? found.getAttribute("data-cell") : null;
    return inside === null || inside === undefined ? null : Number(inside);
  }

  #listen() {
    /** @type {{cell: number, x: number, y: number, ghost: SVGElement | null} | null} */
    let drag = null;
    let dragged = false;
    this.spots.addEventListener("pointerover", (event) => {
      if (!drag) this.handlers.hover?.(this.#cellOf(event));
    });
    this.spots.addEventListener("pointerleave", () => this.handlers.hover?.(null));
    this.spots.addEventListener("focusin", (event) => {
      const cell = this.#cellOf(event);
      if (cell === null) return;
      this.cursor = cell;
      if (event.target instanceof Element && event.target.matches(":focus-visible"))
        this.handlers.hover?.(cell);
    });
    this.svg.addEventListener("pointerdown", (event) => {
      const cell = this.#cellOf(event);
      if (cell === null || event.button !== 0) return;
      if (this.handlers.canDrag?.(cell))
        drag = { cell, x: event.clientX, y: event.clientY, ghost: null };
    });
    window.addEventListener("pointermove", (event) => {
      if (!drag) return;
      if (!drag.ghost) {
        if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG) return;
        drag.ghost = this.#lift(drag.cell);
      }
      const at = this.#toBoard(event);
      drag.ghost?.setAttribute("transform", `translate(${at.x} ${at.y - 0.08})`);
      this.handlers.hover?.(this.#cellUnder(event));
    });
    window.addEventListener("pointerup", (event) => {
      const held = drag;
      drag = null;
      if (!held?.ghost) return;
      fill(this.dragLayer);
      this.render();
      const to = this.#cellUnder(event);
      dragged = true; // the click that follows a drag is not a pick
      setTimeout(() => {
        dragged = false;
      }, 0);
      this.handlers.drop?.(held.cell, to);
    });
    window.addEventListener("pointercancel", () => {
      drag = null;
      fill(this.dragLayer);
      this.render();
    });
    this.svg.addEventListener("click", (event) => {
      if (dragged) return;
      const cell = this.#cellOf(event);
      if (cell === null) this.handlers.cancel?.();
      else {
        this.cursor = cell;
        this.handlers.pick?.(cell, /** @type {PointerEvent} */ (event));
      }
    });
    this.spots.addEventListener("keydown", (event) => {
      const direction = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
      if (direction) {
        event.preventDefault();
        this.focus(neighbour(this.places, this.cursor, direction[0], direction[1]));
      } else if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        this.handlers.pick?.(this.cursor, event);
      }
    });
  }

  /** Take a piece up to drag it. @param {number} cell */
  #lift(cell) {
    this.handlers.lift?.(cell);
    const piece = this.pieceAt(cell);
    if (!piece) return null;
    this.pieceLayer.querySelector(`[data-cell="${cell}"]`)?.classList.add("dragged");
    const ghost = drawPiece(piece, this.places[cell], this.players);
    fill(this.dragLayer, ghost);
    return ghost;
  }

  /** @param {{clientX: number, clientY: number}} event */
  #toBoard(event) {
    const matrix = this.svg.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY);
    return matrix ? point.matrixTransform(matrix.inverse()) : point;
  }
}

/**
 * The view after a step.
 * @param {View} view @param {Effect} step @returns {View}
 */
export function after(view, step) {
  const changed = new Map(step.changes);
  const kept = view.pieces.filter((piece) => !changed.has(piece.cell));
  const fresh = [...changed.values()].filter((piece) => piece !== null);
  return {
    ...view,
    pieces: [...kept, ...fresh],
    reserve: step.reserve,
    captured: step.captured,
    note: null,
  };
}
