/** Clicks, drags and arrow keys on a board, as picks of cells. */

import { fill } from "../dom.js";
import { neighbour } from "./geometry.js";
import { drawPiece } from "./pieces.js";

/** @typedef {import("./board.js").Board} Board */

const KEYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const DRAG = 6;

/** @param {Board} board */
export function listen(board) {
  const { spots, svg } = board;
  spots.addEventListener("pointerleave", () => board.handlers.hover?.(null));
  // On the element around it: an SVG group that listens to focus could be tabbed to itself.
  svg.parentElement?.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell === null) return;
    board.cursor = cell;
    if (event.target instanceof Element && event.target.matches(":focus-visible")) {
      board.handlers.hover?.(cell);
    }
  });
  spots.addEventListener("keydown", (event) => {
    const direction = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    if (direction) {
      event.preventDefault();
      board.focus(neighbour(board.places, board.cursor, direction[0], direction[1]));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) board.handlers.pick?.(board.cursor, event);
    }
  });
  const drags = listenToDrags(board);
  spots.addEventListener("pointerover", (event) => {
    if (!drags.held) board.handlers.hover?.(cellOf(event.target));
  });
  svg.addEventListener("click", (event) => {
    if (drags.ended) return;
    const cell = cellOf(event.target);
    if (cell === null) board.handlers.cancel?.();
    else {
      board.cursor = cell;
      board.handlers.pick?.(cell, /** @type {PointerEvent} */ (event));
    }
  });
}

/**
 * Dragging a piece; `ended` is true for the click that follows a drag, which is no pick.
 * @param {Board} board
 */
function listenToDrags(board) {
  const drags = {
    /** @type {{cell: number, x: number, y: number, ghost: SVGElement | null} | null} */
    held: null,
    ended: false,
  };
  board.svg.addEventListener("pointerdown", (event) => {
    const cell = cellOf(event.target);
    if (cell === null || event.button !== 0 || !board.handlers.canDrag?.(cell)) return;
    if (event.target instanceof Element) event.target.releasePointerCapture(event.pointerId);
    drags.held = { cell, x: event.clientX, y: event.clientY, ghost: null };
  });
  window.addEventListener("pointermove", (event) => {
    const { held } = drags;
    if (!held) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG) return;
      held.ghost = lift(board, held.cell);
    }
    const at = toBoard(board, event);
    held.ghost?.setAttribute("transform", `translate(${at.x} ${at.y - 0.08})`);
    board.handlers.hover?.(cellUnder(board, event));
  });
  window.addEventListener("pointerup", (event) => {
    const { held } = drags;
    drags.held = null;
    if (!held?.ghost) return;
    put(board);
    drags.ended = true;
    setTimeout(() => {
      drags.ended = false;
    }, 0);
    board.handlers.drop?.(held.cell, cellUnder(board, event));
  });
  window.addEventListener("pointercancel", () => {
    drags.held = null;
    put(board);
  });
  return drags;
}

/** Take a piece up to drag it. @param {Board} board @param {number} cell */
function lift(board, cell) {
  board.handlers.lift?.(cell);
  const piece = board.pieceAt(cell);
  if (!piece) return null;
  board.pieceLayer.querySelector(`[data-cell="${cell}"]`)?.classList.add("dragged");
  const ghost = drawPiece(piece, board.places[cell], board.players);
  fill(board.dragLayer, ghost);
  return ghost;
}

/** @param {Board} board */
function put(board) {
  fill(board.dragLayer);
  board.render();
}

/** @param {EventTarget | null} target @returns {number | null} */
function cellOf(target) {
  const cell = target instanceof Element ? target.getAttribute("data-cell") : null;
  return cell === null ? null : Number(cell);
}

/** @param {Board} board @param {{clientX: number, clientY: number}} event */
function cellUnder(board, event) {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  return found && board.spots.contains(found) ? cellOf(found) : null;
}

/** @param {Board} board @param {{clientX: number, clientY: number}} event */
function toBoard(board, event) {
  const matrix = board.svg.getScreenCTM();
  const point = new DOMPoint(event.clientX, event.clientY);
  return matrix ? point.matrixTransform(matrix.inverse()) : point;
}
