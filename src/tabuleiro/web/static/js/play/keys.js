/** Keys that work anywhere on the game page. */

/**
 * @typedef {object} Verbs
 * @property {() => boolean} cancel  gives up something; false if there was nothing
 * @property {Record<string, () => void>} keys
 */

/** @param {Verbs} verbs */
export function listenToKeys(verbs) {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (
      document.querySelector("dialog[open]") ||
      !(target instanceof HTMLElement || target instanceof SVGElement)
    )
      return;
    const typing = target.matches("input[type=text], textarea, select");
    if (key === "Escape") {
      if (typing) target.blur();
      else if (!verbs.cancel()) document.body.classList.remove("sheet-open");
      return;
    }
    // Arrows move the cursor on the board, and choose tabs and values where these have the focus.
    if (key.startsWith("Arrow") && target.closest("#board, [role=tab], input, select, textarea"))
      return;
    const verb = verbs.keys[key];
    if (!verb || typing || (key === "Enter" && target.matches("button, a, summary, input"))) return;
    event.preventDefault();
    verb();
  });
}
