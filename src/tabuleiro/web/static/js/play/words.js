/** Sentences about a match, for the page and for screen readers. */

import { h } from "../dom.js";
import { find, number, say, t } from "../language.js";
import { givenName } from "../names.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("./session.js").Session} Session */

/** @param {Session} session @param {number} player */
export function seatName(session, player) {
  const seat = session.match.seats[player];
  const name = givenName(seat);
  if (name) return name;
  if (session.mySeats.includes(player)) {
    return session.mySeats.length === 2
      ? say(session.playersAt(session.at)[player].name)
      : t("seat.you");
  }
  return session.mySeats.length ? t("seat.friend") : say(session.playersAt(session.at)[player].name);
}

/**
 * What stands on a cell, and whether what is picked can go there.
 * @param {Session} session @param {number} cell @param {Piece | undefined} piece @param {boolean} target
 */
export function cellWords(session, cell, piece, target) {
  const { name } = session.geometry.cells[cell];
  const parts = [name, piece ? pieceWords(piece, session.playersAt(session.at)) : t("play.empty")];
  if (piece?.mark) parts.push(markWords(piece.mark));
  if (target) parts.push(t("play.target"));
  return parts.join(", ");
}

/** What is special about a piece; a game may have a word of its own for it. @param {string} mark */
export function markWords(mark) {
  return find(`play.marks.${mark}`) ?? mark;
}

/** @param {Piece} piece @param {Player[]} players */
export function pieceWords(piece, players) {
  const sides = piece.owners.map((owner) => say(players[owner].name));
  if (sides.length > 1) {
    return t("play.stacked", { count: sides.length, sides: sides.join(", ") });
  }
  const whose = sides[0] ?? t("play.nobody");
  return piece.label ? `${whose} ${piece.label}` : whose;
}

/** A move in notation, which breaks between its steps only. @param {string} text */
export function moveText(text) {
  return text
    .split(/(?<=,)/)
    .map((step, index) => [index ? h("wbr") : null, h("span", { class: "step" }, step)]);
}

/** How the game ended, and why. @param {Session} session */
export function resultWords(session) {
  const result = session.match.result;
  if (!result) return "";
  if (result.winner === null || session.mySeats.length !== 1) return say(result.text);
  const mine = t(session.mySeats[0] === result.winner ? "play.you_win" : "play.you_lose");
  const why = say(result.why);
  return why ? t("play.because", { result: mine, why }) : mine;
}

/** A chance of winning in words. @param {number} chance @param {number | null} winIn @param {Player[]} players */
export function chanceWords(chance, winIn, players) {
  const side = say(players[chance >= 0.5 ? 0 : 1].name);
  if (winIn !== null)
    return t("analysis.wins_in", {
      side: say(players[winIn > 0 ? 0 : 1].name),
      turns: Math.abs(winIn),
    });
  const lead = Math.abs(chance - 0.5);
  if (lead < 0.07) return t("analysis.even");
  if (lead < 0.22) return t("analysis.better", { side });
  return t(lead < 0.42 ? "analysis.much_better" : "analysis.winning", { side });
}

/** @param {number} share */
export function percent(share) {
  return number(Math.round(share * 100));
}

/** @param {number} seconds */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  const minutes = Math.floor(left / 60);
  const rest = Math.floor(left % 60);
  if (left < 10) return `0:0${left.toFixed(1)}`;
  return `${minutes}:${String(rest).padStart(2, "0")}`;
}
