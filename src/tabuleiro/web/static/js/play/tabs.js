/** The tabs of the side panel. */

import { fill, h, one } from "../dom.js";
import { t } from "../language.js";

export const TABS = /** @type {const} */ (["moves", "analysis", "openings", "rules"]);

/** Screens with room for the moves beside the engine's lines. */
export const WIDE = window.matchMedia("(min-width: 1500px)");

/** @typedef {(typeof TABS)[number]} Tab */

/** @param {Tab} current @param {(tab: Tab) => void} open */
export function drawTabs(current, open) {
  fill(
    one("#tabs"),
    TABS.map((tab) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `to-${tab}`,
          "aria-selected": String(current === tab),
          "aria-controls": `tab-${tab}`,
          tabindex: current === tab ? "0" : "-1",
          onclick: () => open(tab),
          onkeydown: (/** @type {KeyboardEvent} */ event) => {
            const shift = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
            if (!shift) return;
            event.preventDefault();
            const next = TABS[(TABS.indexOf(tab) + shift + TABS.length) % TABS.length];
            open(next);
            one(`#to-${next}`).focus();
          },
        },
        t(`play.${tab}`),
      ),
    ),
  );
  const both = WIDE.matches && current === "analysis";
  one("#panel").classList.toggle("both", both);
  for (const tab of TABS)
    one(`#tab-${tab}`).hidden = tab !== current && !(both && tab === "moves");
}
