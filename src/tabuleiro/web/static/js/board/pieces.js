/** How pieces look: discs with a thickness, a mark for each side, stacks as offset discs. */

import { s } from "../dom.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("./geometry.js").Place} Place */

export const RADIUS = 0.36;
const LIFT = 0.135;
const THICK = 0.06;
const NOBODY = { colour: "nobody" };

/**
 * A piece or stack, drawn around its own origin and moved to its place.
 * @param {Piece} piece
 * @param {Place} place
 * @param {Player[]} players
 */
export function drawPiece(piece, place, players) {
  const tall = Math.max(piece.owners.length, 1);
  const radius = tall > 1 ? RADIUS * 0.97 : RADIUS;
  const base = tall > 1 ? (LIFT * (tall - 1)) / 2 : 0;
  const top = base - LIFT * (tall - 1);
  const owner = piece.owners.at(-1);
  const player = owner === undefined ? NOBODY : players[owner];
  return s(
    "g",
    {
      class: `piece ${piece.mark}`,
      transform: `translate(${place.x} ${place.y})`,
      "data-cell": piece.cell,
    },
    s(
      "g",
      { class: "body" },
      s("ellipse", {
        class: "shade",
        cx: 0.03,
        cy: base + 0.1,
        rx: radius * 1.04,
        ry: radius * 0.98,
      }),
      owner === undefined ? block() : null,
      piece.owners.map((side, level) => disc(side, players, base - LIFT * level, radius, level)),
      markOf(piece, player, top, radius),
      tall >= 3 ? height(tall, top, radius, player) : null,
    ),
  );
}

/** What belongs to nobody: a wall, an arrow, a line. */
function block() {
  const box = { x: -RADIUS, width: 2 * RADIUS, height: 2 * RADIUS, rx: 0.09 };
  return s(
    "g",
    { class: "disc nobody" },
    s("rect", { class: "disc-edge", y: THICK - RADIUS, ...box }),
    s("rect", { class: "disc-face", y: -RADIUS, ...box }),
  );
}

/**
 * One disc with its side and the mark of its owner.
 * @param {number} owner @param {Player[]} players @param {number} y @param {number} radius
 * @param {number} level
 */
export function disc(owner, players, y, radius, level = 0) {
  const colour = players[owner].colour;
  return s(
    "g",
    { class: `disc ${colour} owner-${owner}`, "data-level": level },
    s("circle", { class: "disc-edge", cy: y + THICK, r: radius }),
    s("circle", { class: "disc-face", cy: y, r: radius }),
    s("circle", { class: "disc-shine", cy: y, r: radius * 0.9 }),
    owner === 1
      ? s("circle", { class: "mark ring", cy: y, r: radius * 0.52 })
      : s("circle", { class: "mark dot", cy: y, r: radius * 0.17 }),
  );
}

/**
 * What is special about a piece: frozen, at its goal, a king, in the middle of its turn.
 * @param {Piece} piece @param {{colour: string}} player @param {number} y @param {number} radius
 */
function markOf(piece, { colour }, y, radius) {
  const parts = [];
  if (piece.mark === "blocked" && piece.owners.length) {
    const arm = `M0 ${-radius * 0.5}V${radius * 0.5}`;
    parts.push(
      s("circle", { class: "frost", cy: y, r: radius * 0.98 }),
      s(
        "g",
        { class: `flake ${colour}`, transform: `translate(0 ${y})` },
        [0, 60, 120].map((turn) => s("path", { d: arm, transform: `rotate(${turn})` })),
      ),
    );
  } else if (piece.mark === "goal") {
    parts.push(
      s("circle", { class: `badge ${colour}`, cy: y, r: radius * 0.62 }),
      s("path", { class: `sign ${colour}`, d: star(radius * 0.5, y) }),
    );
  } else if (piece.mark === "king") {
    const w = radius * 0.5;
    const d =
      `M${-w} ${y + w * 0.7}V${y - w * 0.5}l${w * 0.5} ${w * 0.5}L0 ${y - w * 0.9}` +
      `l${w * 0.5} ${w * 0.9}l${w * 0.5} ${-w * 0.5}V${y + w * 0.7}z`;
    parts.push(
      s("circle", { class: `badge ${colour}`, cy: y, r: radius * 0.72 }),
      s("path", { class: `sign ${colour}`, d }),
    );
  } else if (piece.mark === "moving") {
    parts.push(s("circle", { class: "moving-ring", cy: y, r: radius + 0.07 }));
  }
  if (piece.label) {
    const corner = piece.mark ? radius * 0.72 : 0;
    parts.push(
      s("circle", {
        class: `badge ${colour}`,
        cx: corner,
        cy: y + corner,
        r: radius * (corner ? 0.42 : 0.62),
      }),
      s(
        "text",
        {
          class: `label ${colour}${corner ? " small" : ""}`,
          x: corner,
          y: y + corner + (corner ? 0.08 : 0.13),
        },
        piece.label,
      ),
    );
  }
  return parts;
}

/** @param {number} tall @param {number} y @param {number} radius @param {{colour: string}} player */
function height(tall, y, radius, player) {
  return [
    s("circle", { class: `badge ${player.colour}`, cy: y, r: radius * 0.62 }),
    s("text", { class: `label ${player.colour}`, y: y + 0.13 }, tall),
  ];
}

/** @param {number} r @param {number} y */
function star(r, y) {
  const points = Array.from({ length: 10 }, (_, i) => {
    const reach = i % 2 ? r * 0.45 : r;
    const angle = (Math.PI / 5) * i;
    return `${(reach * Math.sin(angle)).toFixed(3)} ${(y - reach * Math.cos(angle)).toFixed(3)}`;
  });
  return `M${points.join("L")}z`;
}
