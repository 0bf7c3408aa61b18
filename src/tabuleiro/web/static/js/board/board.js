/** The board: one SVG that draws any game from its geometry and its view. It knows no rules. */

import { fill, s } from "../dom.js";
import { box, coordinates, turned } from "./geometry.js";
import { marksAbove, marksBelow } from "./marks.js";
import { play } from "./motion.js";
import { drawPiece } from "./pieces.js";
import { listen } from "./pointer.js";
import { outline, surface } from "./surface.js";

/** @typedef {import("../types.js").Geometry} Geometry */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Effect} Effect */
/** @typedef {import("./marks.js").Marks} Marks */

/**
 * @typedef {object} Handlers
 * @property {(cell: number, event: PointerEvent | KeyboardEvent) => void} [pick]
 * @property {(cell: number | null) => void} [hover]
 * @property {(cell: number) => void} [lift]  the beginning of a drag
 * @property {(from: number, to: number | null) => void} [drop]  the end of a drag
 * @property {(cell: number) => boolean} [canDrag]
 * @property {() => void} [cancel]
 */

/** How many coordinates' sizes a board is wide or high. */
const COORDINATES = 48;

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{game: string, geometry: Geometry, players: Player[], small?: boolean,
   *   label?: string, describe?: (cell: number, piece: Piece | undefined, target: boolean) => string}} options
   */
  constructor(host, { game, geometry, players, small = false, label = "", describe }) {
    this.geometry = geometry;
    this.players = players;
    this.small = small;
    /** How often the board is turned by a quarter, clockwise. */
    this.turns = 0;
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
    if (!small) listen(this);
  }

  /** The places of all cells as drawn now. */
  get places() {
    return this.geometry.cells.map((cell) => turned(this.geometry, cell, this.turns));
  }

  /** How wide the drawing is for its height. */
  get aspect() {
    const { width, height } = this.svg.viewBox.baseVal;
    return width / height;
  }

  /** @param {number} turns */
  turn(turns) {
    if (turns === this.turns) return;
    this.turns = turns;
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
    const labels = this.small ? [] : coordinates(geometry, this.turns);
    const lowest = this.turns % 2 ? geometry.width : geometry.height;
    const edge = 0.72;
    const below = labels.some((label) => label.y > lowest) ? 0.98 : edge;
    const left = labels.some((label) => label.x < 0) ? 1.02 : edge;
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
    const units = Math.max(around.width + left + edge, around.height + edge + below);
    this.svg.style.setProperty("--coordinate", `${(units / COORDINATES).toFixed(3)}px`);
    fill(this.ground, surface(geometry, this.places, this.players, labels));
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
    fill(this.below, marksBelow(this));
    fill(this.above, marksAbove(this));
  }

  #renderSpots() {
    if (this.small) return;
    const { geometry, places } = this;
    const targets = new Set((this.marks.targets ?? []).map((target) => target.cell));
    const can = new Set([
      ...(this.marks.sources ?? []),
      ...targets,
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
      const words =
        this.describe?.(index, this.pieceAt(index), targets.has(index)) ??
        geometry.cells[index].name;
      spot.setAttribute("aria-label", words);
    });
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
