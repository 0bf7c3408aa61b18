/** The rules of a game as a page element. */

import { ask } from "./api.js";
import { h } from "./dom.js";
import { language } from "./language.js";
import { markdown } from "./markdown.js";

/** @typedef {import("./types.js").Player} Player */

/** Who the letters of a diagram stand for where the sides are not chosen yet. */
const NAME = { en: "", pt: "" };
/** @type {Player[]} */
const UNDECIDED = [
  { letter: "w", colour: "white", name: NAME },
  { letter: "b", colour: "blue", name: NAME },
];

/** @param {string} game @returns {Promise<HTMLElement>} */
export async function rulesOf(game) {
  const [text, facts] = await Promise.all([
    ask(`/api/games/${game}/rules?language=${language()}`),
    ask(`/api/games/${game}`),
  ]);
  const decided = facts.players.every((/** @type {Player} */ player) =>
    /[a-z]/i.test(player.letter),
  );
  const tiles = facts.geometry.cells.some(
    (/** @type {{tint: string}} */ cell) => cell.tint === "white",
  );
  const box = markdown(String(text), { players: decided ? facts.players : UNDECIDED, tiles });
  return h("div", { "data-game": game }, box);
}
