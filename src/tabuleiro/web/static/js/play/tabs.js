/** The tabs of the side panel. */

import { fill, h, one } from "../dom.js";
import { t } from "../language.js";

export const TABS = /** @type {const} */ (["moves", "analysis", "rules"]);

/** @typedef {(typeof TABS)[number]} Tab */

/** @param {Tab} current @param {(tab: Tab) => void} open */
export function drawTabs(current, open) {
  const focused = document.activeElement?.id ?? "";
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
  for (const tab of TABS) one(`#tab-${tab}`).hidden = tab !== current;
  if (focused.startsWith("to-")) document.getElementById(focused)?.focus();
}
