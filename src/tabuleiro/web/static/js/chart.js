/** Charts as SVG. */

import { s } from "./dom.js";

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
