/** The buttons that are needed all the time: beside the board, or under the thumb on a phone. */

import { fill, h, one } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../language.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../board/turn.js").Turn} Turn */

/**
 * @param {Session} session
 * @param {Turn} turn
 * @param {boolean} half  whether a turn is half made
 * @param {{finish: () => void, cancel: () => void, takeback: () => void, hint: () => void,
 *   flip: () => void, menu: () => void, sheet: () => void}} verbs
 */
export function drawActions(session, turn, half, verbs) {
  const { match } = session;
  const playing = session.mySeats.length > 0 && !match.result;
  /** @param {Parameters<typeof icon>[0] & keyof typeof verbs} name @param {string} text @param {boolean} [off] @param {string} [more] */
  const button = (name, text, off = false, more = "") =>
    h(
      "button",
      { type: "button", id: `do-${name}`, class: more, disabled: off, onclick: verbs[name] },
      icon(name),
      text,
    );
  const box = one("#actions");
  fill(
    box,
    turn.finish ? button("finish", t(half ? "play.finish" : "play.pass"), false, "finish") : null,
    half
      ? button("cancel", t("cancel"))
      : button("takeback", t("play.takeback"), !playing || session.node.ply === 0),
    button("hint", t("play.hint"), !session.open || !session.mode),
    turn.finish ? null : button("flip", t("play.flip"), false, "wide-only"),
    button("menu", t("play.menu")),
    button("sheet", t("play.moves"), false, "sheet"),
  );
  box.setAttribute("aria-label", t("play.menu_game"));
}
