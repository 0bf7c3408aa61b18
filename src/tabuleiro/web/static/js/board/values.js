/** What is known of the steps of a turn, gathered by the cells where a person looks for them. */

import { say } from "../language.js";

/** @typedef {import("../types.js").KnownStep} KnownStep */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("./marks.js").Value} Value */

const GOOD = { win: 2, draw: 1, loss: 0 };

/**
 * The marks for the board: on what can be picked, or where what is picked can go. Of several steps
 * the best one counts.
 * @param {Step[]} steps @param {KnownStep[] | null} known @param {number | null} picked
 * @returns {Value[]}
 */
export function valuesOf(steps, known, picked) {
  /** @type {Map<number, KnownStep>} */
  const best = new Map();
  for (const step of steps) {
    const mark = known?.find((each) => each.action === step.action);
    if (!mark || (picked !== null && step.cells[0] !== picked)) continue;
    const cell = step.cells[picked === null ? 0 : step.cells.length - 1] ?? -1;
    const before = best.get(cell);
    if (cell >= 0 && (!before || better(mark, before))) best.set(cell, mark);
  }
  return [...best].map(([cell, mark]) => ({
    cell,
    value: mark.value,
    sign: mark.sign.replace("-", "\u2212"),
    proven: mark.proven,
    words: say(mark.words),
  }));
}

/** Whether a step is better than another: hurry to win, delay a loss. @param {KnownStep} a @param {KnownStep} b */
function better(a, b) {
  if (a.value !== b.value) return GOOD[a.value] > GOOD[b.value];
  const [x, y] = [a.turns ?? 0, b.turns ?? 0];
  return a.value === "loss" ? x > y : x < y;
}
