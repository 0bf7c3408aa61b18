/** The parts of a board that never change: plates, cells, lines, rope and coordinates. */

import { s } from "../dom.js";
import { box, clusters, hexagon } from "./geometry.js";

/** @typedef {import("../types.js").Geometry} Geometry */
/** @typedef {import("./geometry.js").Place} Place */

const HEX = 0.562;

/**
 * Everything below the pieces.
 * @param {Geometry} geometry
 * @param {Place[]} places  where the cells are drawn
 * @param {import("../types.js").Player[]} players
 * @param {import("../types.js").Label[]} labels  the coordinates to write
 */
export function surface(geometry, places, players, labels) {
  const groups = clusters(geometry);
  return s(
    "g",
    { class: `surface ${groups.length > 1 ? "boards" : ""}`, "aria-hidden": "true" },
    groups.map((group) => plate(geometry, places, group, groups.length > 1)),
    geometry.materials.includes("rope") ? rope(places, groups) : null,
    geometry.lines.map(([a, b]) => carve(places[a], places[b])),
    places.map((place, index) => ground(geometry, place, index, players)),
    labels.map(({ text, x, y }) => s("text", { class: "coordinate", x, y: y + 0.09 }, text)),
  );
}

/**
 * The outline of a cell, for its ground, its highlight and the place to click.
 * @param {Geometry} geometry
 * @param {Place} place
 * @param {number} index
 * @param {Record<string, any>} props
 */
export function outline(geometry, place, index, props) {
  const { shape } = geometry.cells[index];
  if (shape === "hexagon") return s("polygon", { points: hexagon(place, HEX), ...props });
  if (shape === "point") return s("circle", { cx: place.x, cy: place.y, r: 0.46, ...props });
  return s("rect", { x: place.x - 0.5, y: place.y - 0.5, width: 1, height: 1, rx: 0.05, ...props });
}

/** @param {Geometry} geometry @param {Place[]} places @param {number[]} group @param {boolean} many */
function plate(geometry, places, group, many) {
  const first = geometry.cells[group[0]];
  const wood = many && (first.tint === "dark" || first.tint === "light") ? first.tint : "";
  if (first.shape === "hexagon") {
    return s(
      "g",
      { class: "plate" },
      [0.1, 0.07].map((more, layer) =>
        group.map((cell) =>
          s("polygon", {
            class: layer ? "plate-face" : "plate-edge",
            points: hexagon(
              { ...places[cell], y: places[cell].y + (layer ? 0 : 0.05) },
              HEX + more,
            ),
          }),
        ),
      ),
    );
  }
  const around = box(group.map((cell) => places[cell]));
  const margin = first.shape === "point" ? 0.56 : many ? 0.58 : 0.6;
  const frame = {
    x: around.left - margin,
    y: around.top - margin,
    width: around.width + 2 * margin,
    height: around.height + 2 * margin,
    rx: many ? 0.12 : 0.2,
  };
  const cells = Math.round((around.width + 1) * (around.height + 1));
  if (first.shape !== "point" && group.length < cells) {
    return s("g", { class: "plate" }, stepped(places, group, 0.14));
  }
  return s(
    "g",
    { class: `plate ${wood}` },
    s("rect", { ...frame, y: frame.y + 0.07, class: "plate-edge" }),
    s("rect", { ...frame, class: "plate-face" }),
    wood || first.shape === "point" ? grain(frame, group[0]) : null,
  );
}

/**
 * A plate that follows the cells where corners are missing.
 * @param {Place[]} places @param {number[]} group @param {number} margin
 */
function stepped(places, group, margin) {
  return ["plate-edge", "plate-face"].map((name) =>
    group.map((cell) =>
      s("rect", {
        class: name,
        x: places[cell].x - 0.5 - margin,
        y: places[cell].y - 0.5 - margin + (name === "plate-edge" ? 0.07 : 0),
        width: 1 + 2 * margin,
        height: 1 + 2 * margin,
        rx: 0.16,
      }),
    ),
  );
}

/**
 * A few quiet lines along the wood or stone.
 * @param {{x: number, y: number, width: number, height: number}} frame @param {number} seed
 */
function grain(frame, seed) {
  const lines = [];
  let state = seed * 7919 + 17;
  const random = () => (state = (state * 16807 + 11) % 2147483647) / 2147483647;
  for (let y = frame.y + 0.12; y < frame.y + frame.height - 0.1; y += 0.16 + 0.2 * random()) {
    const [a, b] = [(random() - 0.5) * 0.16, (random() - 0.5) * 0.16];
    const start = frame.x + 0.08 + random() * 0.4;
    const end = frame.x + frame.width - 0.08 - random() * 0.4;
    const third = (end - start) / 3;
    lines.push(
      `M${start.toFixed(2)} ${y.toFixed(2)}c${third.toFixed(2)} ${a.toFixed(2)} ` +
        `${(2 * third).toFixed(2)} ${b.toFixed(2)} ${(3 * third).toFixed(2)} 0`,
    );
  }
  return s("path", { d: lines.join(""), class: "grain" });
}

/**
 * The rope between the two sides' boards.
 * @param {Place[]} places @param {number[][]} groups
 */
function rope(places, groups) {
  const tops = groups.map((group) => box(group.map((cell) => places[cell])));
  const rows = [...new Set(tops.map((top) => top.top))].sort((a, b) => a - b);
  if (rows.length < 2) return null;
  const upper = tops.find((top) => top.top === rows[0]);
  const y = (rows[0] + (upper?.height ?? 0) + rows[1]) / 2;
  const { left, width } = box(places);
  const [start, end] = [left - 0.5, left + width + 0.5];
  const strands = [];
  for (let x = start + 0.02; x < end - 0.06; x += 0.14) {
    strands.push(`M${x.toFixed(2)} ${(y + 0.075).toFixed(3)}l0.1 -0.15`);
  }
  return s(
    "g",
    { class: "rope" },
    s("line", { class: "rope-shade", x1: start - 0.1, y1: y + 0.03, x2: end + 0.1, y2: y + 0.03 }),
    s("line", { class: "rope-body", x1: start - 0.1, y1: y, x2: end + 0.1, y2: y }),
    s("path", { class: "rope-strands", d: strands.join("") }),
  );
}

/** @param {Place} a @param {Place} b */
function carve(a, b) {
  return s(
    "g",
    { class: "carved" },
    s("line", { class: "carve-light", x1: a.x, y1: a.y + 0.03, x2: b.x, y2: b.y + 0.03 }),
    s("line", { class: "carve", x1: a.x, y1: a.y, x2: b.x, y2: b.y }),
  );
}

/** @param {Geometry} geometry @param {Place} place @param {number} index @param {import("../types.js").Player[]} players */
function ground(geometry, place, index, players) {
  const { shape, tint, owner } = geometry.cells[index];
  if (shape === "point") {
    const strong = tint === "strong";
    return s("circle", {
      class: `point ${tint}`,
      cx: place.x,
      cy: place.y,
      r: strong ? 0.105 : 0.06,
    });
  }
  const cell = outline(geometry, place, index, { class: `cell ${tint}` });
  if (tint === "goal") return s("g", null, cell, goal(place, players[owner ?? -1]?.colour));
  if (tint === "neutral") return s("g", null, cell, diamond(place));
  return cell;
}

/** Rings in the colour of the side that wants to get there. @param {Place} place @param {string} [colour] */
function goal(place, colour = "") {
  return [0.36, 0.24, 0.1].map((r, i) =>
    s("circle", {
      class: `goal-ring ${colour}${i === 2 ? " bull" : ""}`,
      cx: place.x,
      cy: place.y,
      r,
    }),
  );
}

/** @param {Place} place */
function diamond(place) {
  const d = `M${place.x} ${place.y - 0.3}l0.3 0.3l-0.3 0.3l-0.3 -0.3z`;
  return s("path", { class: "diamond", d });
}
