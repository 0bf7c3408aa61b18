/** Hints in three grades: which piece, which direction, the whole move. */

import { say, t } from "../language.js";

/** @typedef {import("../board/marks.js").Arrow} Arrow */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {{node: number, grade: number, text: string, cells: number[], arrows: Arrow[]}} Hint */

const WHOLE = 3;

/**
 * The next hint for where one looks.
 * @param {Session} session @param {Hint | null} last @param {boolean} flipped
 * @returns {Promise<Hint | null>}
 */
export async function nextHint(session, last, flipped) {
  const node = session.at;
  if (last?.node === node && last.grade === WHOLE) return last;
  const grade = last?.node === node ? last.grade + 1 : 1;
  const answer = await session.ask({ type: "hint", grade });
  if (session.at !== node) return null;
  const [from, to] = answer.cells;
  /** @type {Arrow[]} */
  let arrows = [];
  if (grade === WHOLE && to !== undefined) arrows = [{ from, to }];
  else if (grade === 2 && answer.direction) arrows = [{ from, way: answer.direction }];
  // The sentence speaks of up and down as the board is drawn for the first player.
  const turned = flipped && grade === 2 && arrows.length > 0;
  const { cells } = session.geometry;
  const text = turned ? t("play.hint_way", { cell: cells[from].name }) : say(answer.text);
  return { node, grade, text, cells: answer.cells, arrows };
}
