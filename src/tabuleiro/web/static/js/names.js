/** What people call themselves; the browser remembers one's own name. */

import { h } from "./dom.js";
import { say, t } from "./language.js";
import { forget, recall, remember } from "./memory.js";

/** Letters in a name, as the server counts them. */
const LONGEST = 24;

/** One's own name, as far as it is known. */
export function ownName() {
  return (recall("name") ?? "").slice(0, LONGEST);
}

/** @param {string} name */
export function keepName(name) {
  if (name) remember("name", name);
  else forget("name");
}

/**
 * A field for a name.
 * @param {import("./dom.js").Props} props
 */
export function nameField(props) {
  return h("input", {
    type: "text",
    maxlength: LONGEST,
    autocomplete: "nickname",
    spellcheck: "false",
    placeholder: t("names.optional"),
    ...props,
  });
}

/**
 * The name of whoever sits here, as far as it says.
 * @param {{name: string, title: import("./types.js").Text | null, bot: string | null}} seat
 */
export function givenName(seat) {
  return say(seat.title) || seat.name || seat.bot || "";
}
