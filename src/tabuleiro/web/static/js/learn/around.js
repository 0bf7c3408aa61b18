/** What stands around the board of a task: its buttons and its answers. */

import { announce } from "../chrome.js";
import { fill, h } from "../dom.js";
import { l } from "./words.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** The frame of a task: board on one side, words on the other. @param {HTMLElement} main */
export function frame(main) {
  const board = h("div", { id: "board" });
  const host = h("div", { class: "task-board" }, board);
  const words = h("div", { class: "task-words" });
  const answer = h("div", { class: "task-answer", id: "answer" });
  const buttons = h("div", { class: "task-buttons", role: "toolbar", "aria-label": l("board") });
  const more = h("div", { class: "task-more" });
  fill(main, host, h("div", { class: "task-side" }, words, answer, buttons, more));
  return { board, words, answer, buttons, more };
}

/** What can be done in the middle of a turn. @param {HTMLElement} host @param {Desk} desk */
export function drawButtons(host, desk) {
  const { turn, half, over } = desk;
  const reserve = turn.position?.view.reserve[turn.position.player] ?? 0;
  const had = host.contains(document.activeElement);
  fill(
    host,
    turn.canDrop
      ? h(
          "button",
          {
            type: "button",
            "data-reserve": true,
            "aria-pressed": String(turn.picked === -1),
            onclick: () => turn.pickReserve(),
          },
          l("reserve", { count: reserve }),
        )
      : null,
    turn.finish
      ? h(
          "button",
          { type: "button", id: "do-finish", class: "primary", onclick: () => desk.finish() },
          l("finish"),
        )
      : null,
    half.length && !over
      ? h(
          "button",
          { type: "button", id: "do-back", onclick: () => void desk.again(half.slice(0, -1)) },
          l("take_back"),
        )
      : null,
  );
  if (had && !host.contains(document.activeElement)) host.querySelector("button")?.focus();
}

/**
 * An answer to a try, said aloud too.
 * @param {HTMLElement} host @param {"good" | "bad" | "info"} kind @param {string} text
 * @param {...import("../dom.js").Child} more
 */
export function answerWith(host, kind, text, ...more) {
  fill(host, text ? h("p", { class: `answer ${kind}` }, text) : null, ...more);
  if (text) announce(text);
}
