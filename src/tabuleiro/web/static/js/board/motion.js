/** Short movements that explain a step; none where people prefer reduced motion. */

import { drawPiece } from "./pieces.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Effect} Effect */
/** @typedef {import("./board.js").Board} Board */

const MS = 190;

/** Whether people want movement. */
export function moves() {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Slide and fade what a step moved and took; the board already shows the view after it.
 * @param {Board} board @param {View} before @param {View} next @param {Effect} step
 */
export async function play(board, before, next, step) {
  if (!moves() || document.hidden) return;
  const { places } = board;
  const old = new Map(before.pieces.map((piece) => [piece.cell, piece]));
  const running = [];
  for (const [from, to, count] of step.slides) {
    const landed = board.pieceLayer.querySelector(`[data-cell="${to}"]`);
    const start = from >= 0 ? places[from] : { x: places[to].x, y: places[to].y - 1.2 };
    const [dx, dy] = [start.x - places[to].x, start.y - places[to].y];
    if (!landed) {
      running.push(fade(board, old.get(from)));
      continue;
    }
    const chips = [...landed.querySelectorAll(".disc")].slice(-count);
    const whole = chips.length === landed.querySelectorAll(".disc").length;
    const parts = whole
      ? [landed.querySelector(".body") ?? landed]
      : [...chips, ...landed.querySelectorAll(".body > :not(.disc):not(.shade)")];
    landed.parentNode?.append(landed);
    for (const part of parts) {
      running.push(
        part.animate(
          [
            { transform: `translate(${dx}px, ${dy}px)`, opacity: from < 0 ? 0 : 1 },
            { transform: "none", opacity: 1 },
          ],
          { duration: MS, easing: "cubic-bezier(.3,.1,.2,1)" },
        ).finished,
      );
    }
  }
  for (const [cell] of step.takes) {
    const piece = old.get(cell);
    const stays = next.pieces.some((other) => other.cell === cell && other.owners.length > 1);
    if (piece && !stays) running.push(fade(board, piece));
  }
  await Promise.allSettled(running);
}

/** @param {Board} board @param {Piece | undefined} piece */
function fade(board, piece) {
  if (!piece) return Promise.resolve();
  const ghost = drawPiece(piece, board.places[piece.cell], board.players);
  board.pieceLayer.prepend(ghost);
  const body = ghost.querySelector(".body") ?? ghost;
  return body
    .animate([{ opacity: 1 }, { opacity: 0, transform: "scale(0.7)" }], {
      duration: MS,
      fill: "forwards",
    })
    .finished.then(() => ghost.remove());
}
