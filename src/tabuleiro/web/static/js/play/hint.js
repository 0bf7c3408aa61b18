/** Hints in three grades: which piece, which direction, the whole move. */

import { arrowsAlong } from "../board/marks.js";
import { say, t } from "../language.js";

/** @typedef {import("../board/marks.js").Arrow} Arrow */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {{node: number, grade: number, text: string, cells: number[], arrows: Arrow[]}} Hint */

const WHOLE = 3;

/** What stands in place of a hint that is not there yet. @param {number} node @param {string} text @returns {Hint} */
export function noHintYet(node, text) {
  return { node, grade: 0, text, cells: [], arrows: [] };
}

/**
 * The next hint for where one looks; `compiles` hears if the game must be compiled first.
 * @param {Session} session @param {Hint | null} last @param {boolean} turned  whether the board is
 * @param {() => void} compiles
 * @returns {Promise<Hint | null>}
 */
export async function nextHint(session, last, turned, compiles) {
  const node = session.at;
  if (last?.node === node && last.grade === WHOLE) return last;
  const grade = last?.node === node ? last.grade + 1 : 1;
  const answer = await session.ask({ type: "hint", grade, ...session.address(node) }, compiles);
  if (session.at !== node) return null;
  const [from] = answer.cells;
  /** @type {Arrow[]} */
  let arrows = [];
  if (grade === WHOLE) arrows = arrowsAlong(answer.steps ?? []);
  else if (grade === 2 && answer.direction) arrows = [{ from, way: answer.direction }];
  // The sentence speaks of up and down as the board is drawn for the first player.
  const along = turned && grade === 2 && arrows.length > 0;
  const { cells } = session.geometry;
  const text = along ? t("play.hint_way", { cell: cells[from].name }) : say(answer.text);
  return { node, grade, text, cells: answer.cells, arrows };
}
