/** What a board says besides where the pieces stand: targets, captures, hints, arrows. */

import { s } from "../dom.js";
import { turned } from "./geometry.js";
import { disc, RADIUS } from "./pieces.js";
import { outline } from "./surface.js";

/** How much higher each captured piece of a stack is drawn. */
const LIFT = 0.26;

/** @typedef {import("./board.js").Board} Board */
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
 * @property {number[]} [goals]  cells that a task is about
 * @property {import("../types.js").Piece[]} [ghosts]  what was just captured, where it stood
 * @property {number[]} [movable]  pieces that can move, for beginners
 * @property {[number, number][]} [links]  pairs of cells to join
 * @property {Arrow[]} [arrows]
 * @property {Value[]} [values]  what the steps from or to a cell are known to be worth
 */
/** @typedef {{cell: number, value: "win" | "draw" | "loss", sign: string, proven: boolean, words: string}} Value */

const SHADES = ["", "second", "third"];

/** What lies under the pieces. @param {Board} board */
export function marksBelow({ marks, places, geometry }) {
  const around = (/** @type {number} */ cell, /** @type {string} */ name) =>
    geometry.cells[cell].shape === "point"
      ? circle(places[cell], `${name} point-cell`, RADIUS + 0.08)
      : outline(geometry, places[cell], cell, { class: name });
  return [
    real(marks.goals).map((cell) => around(cell, "goal-mark")),
    real(marks.last).map((cell) => around(cell, "last")),
    real(marks.movable).map((cell) => circle(places[cell], "movable", RADIUS + 0.05)),
  ];
}

/** What lies over the pieces. @param {Board} board */
export function marksAbove(board) {
  const { marks, places, previewed } = board;
  return [
    real(marks.sources).map((cell) => circle(places[cell], "source", RADIUS + 0.07)),
    real([marks.picked ?? -1]).map((cell) => circle(places[cell], "picked", RADIUS + 0.08)),
    (marks.targets ?? []).map((target) => targetMark(board, target)),
    previewed ? null : real(marks.takes).map((cell) => circle(places[cell], "may-take")),
    (previewed?.takes ?? []).map(([cell]) => circle(places[cell], "capture-ring")),
    (marks.groups ?? []).map((group, i) => group.map((cell) => circle(places[cell], `group-${i}`))),
    real(marks.hints).map((cell) => circle(places[cell], "hint-ring", RADIUS + 0.1)),
    (marks.links ?? []).map(([a, b]) => {
      const ends = { x1: places[a].x, y1: places[a].y, x2: places[b].x, y2: places[b].y };
      return s("line", { class: "link", ...ends });
    }),
    (marks.arrows ?? []).map((arrow) => arrowMark(board, arrow)),
    (marks.ghosts ?? []).map((piece) => ghostMark(board, piece)),
    (marks.values ?? []).map((value) => valueMark(board, value)),
  ];
}

/** An arrow for each step of a turn, which is given by its cells. @param {number[][]} steps @returns {Arrow[]} */
export function arrowsAlong(steps) {
  return steps
    .filter((cells) => cells.length)
    .map((cells) => ({ from: cells.length > 1 ? cells[0] : -1, to: cells[cells.length - 1] }));
}

/** The cells on the board; the reserve is none. @param {number[] | undefined} cells */
function real(cells) {
  return (cells ?? []).filter((cell) => cell >= 0);
}

/** @param {import("./geometry.js").Place} place @param {string} name @param {number} [r] */
function circle(place, name, r = RADIUS + 0.06) {
  return s("circle", { class: name, cx: place.x, cy: place.y, r });
}

/** @param {Board} board @param {Target} target */
function targetMark(board, { cell, count, takes }) {
  const place = board.places[cell];
  const held = board.pieceAt(cell) !== undefined;
  if (held && takes) return circle(place, "capture-ring");
  const ring = held ? circle(place, "target-ring") : null;
  if (count !== undefined) {
    const text = s("text", { class: "target-count", x: place.x, y: place.y + 0.09 }, count);
    return s("g", null, ring, circle(place, "target-dot", 0.19), text);
  }
  if (ring) return ring;
  return s("g", null, circle(place, "target-halo", 0.2), circle(place, "target-dot", 0.145));
}

/**
 * A captured piece where it stood: faint on an empty cell, small in the corner of one that is taken.
 * @param {Board} board @param {import("../types.js").Piece} piece
 */
function ghostMark(board, piece) {
  const { x, y } = board.places[piece.cell];
  const drawn = piece.owners.map((owner, level) => disc(owner, board.players, -LIFT * level, RADIUS));
  const held = board.pieceAt(piece.cell) !== undefined;
  const at = held ? `translate(${x + 0.3} ${y - 0.3}) scale(0.42)` : `translate(${x} ${y})`;
  return s("g", { class: `captured-ghost ${held ? "beside" : ""}`, transform: at }, drawn);
}

/**
 * A small plate at the corner of a cell: colour and sign; larger where cells are many and small.
 * @param {Board} board @param {Value} value
 */
function valueMark({ places }, { cell, value, sign, proven, words }) {
  const { x, y } = places[cell];
  const rows = Math.max(...places.map((place) => Math.max(place.x, place.y)));
  const scale = Math.min(Math.max(rows / 6, 1), 1.25);
  const wide = 0.18 + 0.15 * sign.length;
  return s(
    "g",
    {
      class: `known ${value} ${proven ? "" : "in-time"}`,
      transform: `translate(${x + 0.27} ${y - 0.27}) scale(${scale.toFixed(2)})`,
    },
    s("title", null, words),
    s("rect", { x: -wide / 2, y: -0.16, width: wide, height: 0.32, rx: 0.08 }),
    s("text", { x: 0, y: 0.085 }, sign),
  );
}

/** @param {Board} board @param {Arrow} arrow */
function arrowMark({ geometry, places, turns }, { from, to = from, way, rank = 0, threat = false }) {
  const name = `arrow ${SHADES[rank] ?? "third"} ${threat ? "threat" : ""}`;
  if (from < 0 || (from === to && !way)) return circle(places[to], name, 0.2);
  const a = places[from];
  const { x, y } = geometry.cells[from];
  const b = way ? turned(geometry, { x: x + way[0], y: y + way[1] }, turns) : places[to];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const wide = rank ? 0.055 : 0.08;
  const at = (/** @type {number} */ along, /** @type {number} */ side) =>
    `${(a.x + ux * along - uy * side).toFixed(3)} ${(a.y + uy * along + ux * side).toFixed(3)}`;
  const neck = length - Math.min(0.34, length * 0.4);
  const corners = [
    at(0.12, wide),
    at(neck, wide),
    at(neck, wide * 2.6),
    at(length, 0),
    at(neck, -wide * 2.6),
    at(neck, -wide),
    at(0.12, -wide),
  ];
  return s("path", { class: name, d: `M${corners.join("L")}z` });
}
