/** Questions about where cells are, for any board. */

/** @typedef {import("../types.js").Geometry} Geometry */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {{x: number, y: number, aside?: boolean}} Place  aside: on a board that lies on its side */

const NEXT = 1.2;

/**
 * Groups of cells that touch each other or are joined by lines: one for most games, four for Shobu.
 * @param {Geometry} geometry
 * @returns {number[][]}
 */
export function clusters(geometry) {
  const { cells } = geometry;
  /** @type {number[][]} */
  const found = [];
  const seen = new Set();
  const lines = new Set(geometry.lines.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const joined = (/** @type {number} */ a, /** @type {number} */ b) => lines.has(`${a} ${b}`);
  for (let start = 0; start < cells.length; start++) {
    if (seen.has(start)) continue;
    const group = [start];
    seen.add(start);
    for (const here of group) {
      cells.forEach((cell, other) => {
        if (!seen.has(other) && (distance(cells[here], cell) < NEXT || joined(here, other))) {
          seen.add(other);
          group.push(other);
        }
      });
    }
    found.push(group);
  }
  return found;
}

/**
 * Where a place of the drawing is after quarter turns clockwise.
 * @param {Geometry} geometry @param {Place} place @param {number} turns
 * @returns {Place}
 */
export function turned({ width, height }, { x, y }, turns) {
  if (turns === 1) return { x: height - y, y: x, aside: true };
  if (turns === 2) return { x: width - x, y: height - y };
  if (turns === 3) return { x: y, y: width - x, aside: true };
  return { x, y };
}

/**
 * The coordinates beside the board: columns stay below and rows to the left, whichever way round
 * it is; a quarter turn makes rows of columns. Where some stand above, as over a slanting board, all
 * turn with it.
 * @param {Geometry} geometry @param {number} turns
 * @returns {import("../types.js").Label[]}
 */
export function coordinates(geometry, turns) {
  const { width, height, labels } = geometry;
  if (labels.some(({ y }) => y < 0)) {
    return labels.map(({ text, ...place }) => ({ text, ...turned(geometry, place, turns) }));
  }
  const aside = turns % 2 === 1;
  return labels.map(({ text, x, y }) => {
    const ofColumn = y > height || x > width / 2;
    const along = turned(geometry, { x, y }, turns);
    if (ofColumn === aside) return { text, x: ofColumn ? height - y : x, y: along.y };
    return { text, x: along.x, y: ofColumn ? y : width - x };
  });
}

/** @param {Place} a @param {Place} b */
export function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * The rectangle around some places.
 * @param {Place[]} places
 */
export function box(places) {
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/**
 * The cell that an arrow key leads to: the nearest one in that direction, straight ones first.
 * @param {Place[]} places
 * @param {number} from
 * @param {number} dx
 * @param {number} dy
 * @returns {number}
 */
export function neighbour(places, from, dx, dy) {
  let best = from;
  let least = Infinity;
  places.forEach((place, index) => {
    const [x, y] = [place.x - places[from].x, place.y - places[from].y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along < 0.3 || aside > along * 1.01 + 0.05) return;
    const cost = along + 2.2 * aside - (x + y > 0 ? 0.001 : 0);
    if (cost < least) [best, least] = [index, cost];
  });
  return best;
}

/**
 * The corners of a hexagon with a corner at the top, or at the side if the board lies on its own.
 * @param {Place} centre
 * @param {number} radius
 */
export function hexagon(centre, radius) {
  return [0, 1, 2, 3, 4, 5]
    .map((i) => {
      const angle = (Math.PI / 3) * (centre.aside ? i + 0.5 : i);
      const x = centre.x + radius * Math.sin(angle);
      const y = centre.y - radius * Math.cos(angle);
      return `${x.toFixed(3)},${y.toFixed(3)}`;
    })
    .join(" ");
}
