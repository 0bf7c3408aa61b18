/** The menu of a match: what is needed now and then. */

import { tokenOf } from "../api.js";
import { copy, dialog } from "../chrome.js";
import { h } from "../dom.js";
import { find, t } from "../language.js";
import { recall } from "../memory.js";
import { origin } from "../reach.js";
import { changeName } from "./naming.js";

/** @typedef {import("./session.js").Session} Session */

/**
 * @param {Session} session
 * @param {{resign: () => void, draw: () => void, rematch: () => void, flip: () => void, review: () => void,
 *   edit: () => void, position: () => string}} verbs
 */
export function openMenu(session, verbs) {
  const { match } = session;
  const playing = session.mySeats.length > 0 && !session.over && !match.analysis;
  dialog(
    t("play.menu"),
    (close) => {
      /** @param {string} key @param {() => void} verb @param {string} [name] */
      const item = (key, verb, name = "") =>
        h(
          "button",
          {
            type: "button",
            class: name,
            "data-menu": key,
            onclick: () => {
              close();
              verb();
            },
          },
          t(`play.${key}`),
        );
      return [
        h(
          "div",
          { class: "menu-list" },
          h("h3", null, t("play.menu_game")),
          playing ? item("draw", verbs.draw) : null,
          playing ? item("resign", () => confirmResigning(verbs.resign), "danger") : null,
          session.over && session.mySeats.length && !match.analysis
            ? item("rematch", verbs.rematch)
            : null,
          session.over ? item("review", verbs.review) : null,
          h("a", { class: "button", href: `/?game=${match.game}` }, t("play.new_game")),
          h(
            "a",
            {
              class: "button",
              href: `/api/matches/${match.id}/record`,
              download: `${match.game}-${match.id}.txt`,
            },
            t("play.save"),
          ),
          item("share", () => share(session)),
          session.mySeats.length === 1 ? item("name", () => changeName(session)) : null,
          h("h3", null, t("play.menu_board")),
          item("flip", verbs.flip),
          item("copy_position", () => void copy(verbs.position())),
          session.open ? item("edit", verbs.edit) : null,
          item("keys", showKeys),
        ),
      ];
    },
    "menu",
  );
}

/** @param {() => void} resign */
function confirmResigning(resign) {
  dialog(t("play.resign"), (close) => [
    h("p", null, t("play.resign_sure")),
    h(
      "div",
      { class: "actions" },
      h(
        "button",
        {
          type: "button",
          class: "primary",
          id: "resign-yes",
          onclick: () => {
            close();
            resign();
          },
        },
        t("play.resign"),
      ),
      h("button", { type: "button", onclick: close }, t("cancel")),
    ),
  ]);
}

/** @param {Session} session */
export function share(session) {
  dialog(t("play.share"), () => [
    joinLink(session),
    linkBox(t("play.share_watch"), `/play/${session.id}`),
    reachNote(),
  ]);
}

/** The link for the other seat, where there is one to give away. @param {Session} session */
export function joinLink(session) {
  const join = recall(`join.${session.id}`);
  if (!join || !tokenOf(session.id)) return null;
  return linkBox(t("play.share_join"), `/play/${session.id}#${join}`);
}

/** That a link works on this machine only, where it does. */
export function reachNote() {
  const note = h("p", { class: "detail reach-note", hidden: true }, t("play.only_here"));
  void origin().then((found) => {
    note.hidden = found !== null;
  });
  return note;
}

/** @param {string} title @param {string} path */
function linkBox(title, path) {
  let url = location.origin + path;
  const shown = h("input", { type: "text", readonly: true, value: url, "aria-label": title });
  void origin().then((found) => {
    if (found === null) return;
    url = found + path;
    shown.value = url;
  });
  return h(
    "div",
    { class: "field" },
    h("span", { class: "muted" }, title),
    h(
      "div",
      { class: "link-box" },
      shown,
      h("button", { type: "button", onclick: () => void copy(url) }, t("copy")),
    ),
  );
}

export function showKeys() {
  dialog(t("keys.title"), () => [
    h(
      "dl",
      { class: "keys-list" },
      find("keys.rows").map((/** @type {[string, string]} */ [key, what]) => [
        h("dt", null, h("kbd", null, key)),
        h("dd", null, what),
      ]),
    ),
  ]);
}
