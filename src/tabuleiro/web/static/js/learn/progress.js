/** What this browser knows of somebody's learning: lessons done, puzzles solved, the streak. */

import { recall, remember } from "../memory.js";

/** @param {string} game @returns {string[]} */
export function doneLessons(game) {
  return list(`lessons.${game}`);
}

/** @param {string} game @param {string} lesson */
export function lessonDone(game, lesson) {
  put(`lessons.${game}`, lesson);
}

/** @param {string} game @returns {string[]} */
export function solvedPuzzles(game) {
  return list(`puzzles.${game}`);
}

/**
 * A puzzle is over. Solved without help, it lengthens the row; anything else ends it.
 * @param {string} game @param {string} id @param {boolean} alone
 */
export function puzzleOver(game, id, alone) {
  const before = solvedPuzzles(game);
  if (before.includes(id)) return;
  if (alone) put(`puzzles.${game}`, id);
  remember("row", String(alone ? row() + 1 : 0));
}

/** How many puzzles in a row were solved at the first try. */
export function row() {
  return Number(recall("row") ?? 0) || 0;
}

/** The puzzle of a day is solved. @param {string} day like 2026-11-16 */
export function daySolved(day) {
  const { last, count } = days();
  if (last === day) return;
  remember("days", `${day} ${last === dayBefore(day) ? count + 1 : 1}`);
}

/** How many days in a row its puzzle was solved, if today or yesterday was one of them. @param {string} day */
export function dayStreak(day) {
  const { last, count } = days();
  return last === day || last === dayBefore(day) ? count : 0;
}

function days() {
  const [last = "", count = "0"] = (recall("days") ?? "").split(" ");
  return { last, count: Number(count) || 0 };
}

/** @param {string} day */
function dayBefore(day) {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** @param {string} key @returns {string[]} */
function list(key) {
  return (recall(key) ?? "").split(" ").filter(Boolean);
}

/** @param {string} key @param {string} word */
function put(key, word) {
  const before = list(key);
  if (!before.includes(word)) remember(key, [...before, word].join(" "));
}
