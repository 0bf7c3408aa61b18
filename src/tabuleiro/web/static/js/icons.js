/** Small signs for buttons, drawn with strokes. */

import { s } from "./dom.js";

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  takeback: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-4",
  hint: "M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0c-.7.6-1 1.2-1 2h-5c0-.8-.3-1.4-1-2z",
  flip: "M8 4v15m0 0l-4-4m4 4l4-4M16 20V5m0 0l-4 4m4-4l4 4",
  menu: "M5 12h.01M12 12h.01M19 12h.01",
  sheet: "M4 6h16M4 12h16M4 18h10",
  finish: "M4 12l5 6L20 6",
  cancel: "M6 6l12 12M18 6L6 18",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19",
  moon: "M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z",
  close: "M6 6l12 12M18 6L6 18",
  swap: "M7 4v14m0 0l-3-3m3 3l3-3M17 20V6m0 0l-3 3m3-3l3 3",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return s(
    "svg",
    { class: `sign-icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }),
  );
}
