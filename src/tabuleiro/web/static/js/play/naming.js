/** Where somebody who plays by link says their name: once, beside the board, or from the menu. */

import { complain, dialog } from "../chrome.js";
import { fill, h, one } from "../dom.js";
import { language, t } from "../language.js";
import { keepName, nameField, ownName } from "../names.js";

/** @typedef {import("./session.js").Session} Session */

/** From this turn on nobody is asked any more. */
const LATE = 2;

let given = false;

/**
 * Ask for a name as long as it is missing; one that the browser remembers is given at once.
 * @param {Session} session
 */
export function drawNaming(session) {
  const { match, mySeats } = session;
  const seat = mySeats.length === 1 ? match.seats[mySeats[0]] : null;
  const missing = !session.solo && !session.over && seat !== null && !seat.name;
  if (missing && seat.kind === "link" && ownName() && !given) {
    given = true;
    void give(session, ownName());
  }
  const box = one("#naming");
  const wanted = missing && !given && session.need(match.current).ply < LATE;
  // The form stays as it is while somebody types in it.
  const shown = wanted ? language() : "";
  if (box.dataset.shown === shown) return;
  box.dataset.shown = shown;
  fill(box, wanted ? form(session, t("names.ask"), () => {}) : null);
}

/** @param {Session} session */
export function changeName(session) {
  dialog(t("names.yours"), (close) => [form(session, t("names.yours"), close, true)]);
}

/** @param {Session} session @param {string} label @param {() => void} done @param {boolean} [focus] */
function form(session, label, done, focus = false) {
  const [player] = session.mySeats;
  const field = nameField({
    id: "name",
    value: session.match.seats[player].name || ownName(),
    "aria-label": label,
    placeholder: label,
    autofocus: focus,
  });
  return h(
    "form",
    {
      class: "naming",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (await give(session, field.value.trim())) done();
      },
    },
    field,
    h("button", { type: "submit" }, t("names.save")),
  );
}

/** @param {Session} session @param {string} name */
async function give(session, name) {
  const before = ownName();
  // First of all: whoever sees the name on another board may trust that it is remembered here.
  keepName(name);
  try {
    await session.ask({ type: "name", name });
    return true;
  } catch (error) {
    keepName(before);
    complain(error);
    return false;
  }
}
