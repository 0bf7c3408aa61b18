/** The games that somebody has finished in this browser, and what they tell about the levels. */

import { recall, remember } from "../memory.js";

/** @typedef {import("../types.js").GameFacts} GameFacts */
/** @typedef {import("../play/session.js").Session} Session */
/**
 * @typedef {object} Result  one finished game, against a bot or a person
 * @property {string} match
 * @property {string} game
 * @property {string | null} bot  the text of the bot; null for a person
 * @property {number} score  1, 0.5 or 0
 * @property {number} side  which side one had
 * @property {string} day  like 2026-11-16
 */

const KEY = "results";
/** How many games are remembered. */
const MOST = 1000;
/** During how many games of a kind the pieces that can move have rings. */
const FIRST_GAMES = 3;
/** How many of the last games against a level count for a suggestion. */
const LAST = 3;

/** @returns {Result[]} the oldest first */
export function results() {
  try {
    const read = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

/** @param {string} game @returns {Result[]} */
export function resultsIn(game) {
  return results().filter((each) => each.game === game);
}

/** Whether somebody still learns how the pieces go. @param {string} game */
export function isNew(game) {
  return resultsIn(game).length < FIRST_GAMES;
}

/** Keep how a game ended for whoever sits at one side of it. @param {Session} session */
export function keepResult(session) {
  const { match, mySeats } = session;
  if (!match.result || match.analysis || mySeats.length !== 1) return;
  const [side] = mySeats;
  const { winner } = match.result;
  const score = winner === null ? 0.5 : winner === side ? 1 : 0;
  const others = results().filter((each) => each.match !== match.id);
  const day = new Date().toISOString().slice(0, 10);
  const bot = match.seats[1 - side].bot;
  const all = [...others, { match: match.id, game: match.game, bot, score, side, day }];
  remember(KEY, JSON.stringify(all.slice(-MOST)));
}

/**
 * The level to play next, and why; null where the results tell nothing new.
 * @param {GameFacts} facts
 * @returns {{bot: string, against: string, won: number, of: number} | null}
 */
export function suggestion(facts) {
  const levels = facts.bots.filter((bot) => bot.group === "level").map((bot) => bot.name);
  const played = resultsIn(facts.name).filter((each) => levels.includes(each.bot ?? ""));
  const last = played.at(-1);
  if (!last?.bot) return null;
  const recent = played.filter((each) => each.bot === last.bot).slice(-LAST);
  const won = recent.reduce((sum, each) => sum + each.score, 0);
  const at = levels.indexOf(last.bot);
  const better = won >= 2 && at < levels.length - 1;
  const worse = recent.length >= 2 && won <= 0.5 && at > 0;
  const bot = levels[at + (better ? 1 : worse ? -1 : 0)];
  return { bot, against: last.bot, won, of: recent.length };
}
