/** Charts as SVG. */

import { s } from "./dom.js";

/** @typedef {import("./types.js").KnownEnd} KnownEnd */

/**
 * A curve of chances between 0 and 1 over the moves of a game.
 * @param {{values: number[], here: number, turning: number[], label: string, pick: (index: number) => void}} what
 */
export function curve({ values, here, turning, label, pick }) {
  const [width, height, left] = [300, 110, 22];
  const x = (/** @type {number} */ i) =>
    left + ((width - left - 4) * i) / Math.max(1, values.length - 1);
  const y = (/** @type {number} */ v) => 6 + (height - 12) * (1 - v);
  const points = values.map((value, i) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`);
  const wide = (width - left) / Math.max(1, values.length);
  return s(
    "svg",
    { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    s("path", {
      class: "area",
      d: `M${x(0)} ${y(0.5)}L${points.join("L")}L${x(values.length - 1)} ${y(0.5)}z`,
    }),
    s("line", { class: "middle", x1: left, x2: width - 4, y1: y(0.5), y2: y(0.5) }),
    s("path", { class: "curve", d: `M${points.join("L")}` }),
    here >= 0
      ? s("line", { class: "here", x1: x(here), x2: x(here), y1: 4, y2: height - 4 })
      : null,
    turning.map((i) => s("circle", { class: "turning", cx: x(i), cy: y(values[i]), r: 3.2 })),
    [1, 0.5, 0].map((v) =>
      s("text", { x: left - 4, y: y(v) + 3, "text-anchor": "end" }, `${v * 100}`),
    ),
    values.map((_, i) =>
      s("rect", {
        class: "hit",
        x: x(i) - wide / 2,
        y: 0,
        width: wide,
        height,
        onclick: () => pick(i),
      }),
    ),
  );
}

/**
 * Two curves of chances over the moves of a game, each with points of its own.
 * @param {{series: {at: number, value: number}[][], length: number, here: number, label: string,
 *   pick: (index: number) => void}} what
 */
export function curves({ series, length, here, label, pick }) {
  const [width, height, left] = [300, 110, 22];
  const x = (/** @type {number} */ i) => left + ((width - left - 4) * i) / Math.max(1, length - 1);
  const y = (/** @type {number} */ v) => 6 + (height - 12) * (1 - v);
  const wide = (width - left) / Math.max(1, length);
  return s(
    "svg",
    { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    s("line", { class: "middle", x1: left, x2: width - 4, y1: y(0.5), y2: y(0.5) }),
    series.map((points, number) =>
      points.length
        ? s("path", {
            class: `curve series-${number}`,
            d: `M${points.map(({ at, value }) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`,
          })
        : null,
    ),
    here >= 0
      ? s("line", { class: "here", x1: x(here), x2: x(here), y1: 4, y2: height - 4 })
      : null,
    [1, 0.5, 0].map((v) =>
      s("text", { x: left - 4, y: y(v) + 3, "text-anchor": "end" }, `${v * 100}`),
    ),
    Array.from({ length }, (_, i) =>
      s("rect", {
        class: "hit",
        x: x(i) - wide / 2,
        y: 0,
        width: wide,
        height,
        onclick: () => pick(i),
      }),
    ),
  );
}

/**
 * The turns to the end over the moves of a game, as bars: up where the first player wins, down where
 * the second does, a dot for a draw.
 * @param {{known: (KnownEnd | null)[], here: number, label: string, pick: (index: number) => void}} what
 */
export function distances({ known, here, label, pick }) {
  const [width, height, left, middle] = [300, 90, 22, 45];
  const most = Math.max(1, ...known.map((each) => each?.turns ?? 0));
  const wide = (width - left - 4) / Math.max(1, known.length);
  const x = (/** @type {number} */ i) => left + wide * i;
  const size = (/** @type {number} */ turns) => 3 + ((middle - 10) * turns) / most;
  return s(
    "svg",
    { class: "chart distances", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    s("line", { class: "middle", x1: left, x2: width - 4, y1: middle, y2: middle }),
    here >= 0
      ? s("line", { class: "here", x1: x(here + 0.5), x2: x(here + 0.5), y1: 2, y2: height - 2 })
      : null,
    known.map((each, i) => {
      if (!each) return null;
      if (each.value === "draw")
        return s("circle", { class: "draw", cx: x(i + 0.5), cy: middle, r: Math.min(3, wide / 2) });
      const high = size(each.turns ?? 0);
      return s("rect", {
        class: each.value,
        x: x(i + 0.15),
        y: each.value === "win" ? middle - high : middle,
        width: Math.max(0.7 * wide, 0.5),
        height: high,
      });
    }),
    [1, -1].map((side) =>
      s("text", { x: left - 4, y: middle - side * size(most) + 4, "text-anchor": "end" }, `${most}`),
    ),
    known.map((_, i) =>
      s("rect", { class: "hit", x: x(i), y: 0, width: wide, height, onclick: () => pick(i) }),
    ),
  );
}
