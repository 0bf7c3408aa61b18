/** The rules of a game as a page element; the server makes it of the game's own file. */

import { ask } from "./api.js";
import { h } from "./dom.js";
import { language } from "./language.js";

/** @param {string} game @returns {Promise<HTMLElement>} */
export async function rulesOf(game) {
  const box = h("div", { class: "rules", "data-game": game });
  box.innerHTML = await ask(`/api/games/${game}/rules.html?language=${language()}`);
  for (const diagram of box.querySelectorAll("pre")) {
    diagram.style.setProperty("--columns", diagram.dataset.columns ?? "");
  }
  return box;
}
