/** What people call themselves; the browser remembers one's own name. */

import { botName } from "./fields.js";
import { h } from "./dom.js";
import { find, t } from "./language.js";
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
 * The name of whoever sits here, as far as it says; games between bots are kept by the bots' texts.
 * @param {{kind: string, name: string, bot: string | null}} seat @param {boolean} analysis
 */
export function givenName(seat, analysis) {
  if (!seat.name) return seat.kind === "bot" ? botName(seat.bot) : "";
  const base = seat.name.split(",")[0];
  const isBot = analysis && (base.startsWith("classic-") || typeof find(`bot.${base}`) === "string");
  return isBot ? botName(seat.name) : seat.name;
}
