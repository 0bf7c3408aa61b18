/** The language of the page: `t("play.hint")` is a word, `say(text)` one that the server sent. */

import { en } from "./words/en.js";
import { pt } from "./words/pt.js";
import { recall, remember } from "./memory.js";

/** @typedef {import("./types.js").Text} Text */

export const LANGUAGES = { en, pt };

/** @type {"en" | "pt"} */
let current =
  recall("language") === "pt" || recall("language") === "en"
    ? /** @type {"en" | "pt"} */ (recall("language"))
    : navigator.language.startsWith("pt")
      ? "pt"
      : "en";
document.documentElement.lang = current;

/** @type {Set<() => void>} */
const listeners = new Set();

export function language() {
  return current;
}

/** @param {"en" | "pt"} chosen */
export function setLanguage(chosen) {
  current = chosen;
  remember("language", chosen);
  document.documentElement.lang = chosen;
  for (const listener of listeners) listener();
}

/**
 * Call a function now and whenever the language changes.
 * @param {() => void} listener
 */
export function inEveryLanguage(listener) {
  listeners.add(listener);
  listener();
}

/**
 * A word or sentence of the pages, its blanks filled.
 * @param {string} key
 * @param {Record<string, string | number>} [blanks]
 * @returns {string}
 */
export function t(key, blanks = {}) {
  const found = find(key);
  if (typeof found !== "string") throw new Error(`no word ${key}`);
  return found.replace(/\{(\w+)\}/g, (_, name) => String(blanks[name] ?? ""));
}

/** @param {string} key @returns {any} */
export function find(key) {
  return key
    .split(".")
    .reduce((node, part) => node?.[part], /** @type {any} */ (LANGUAGES[current]));
}

/**
 * A text that the server sent in both languages.
 * @param {Text | string | null | undefined} text
 */
export function say(text) {
  if (text === null || text === undefined) return "";
  return typeof text === "string" ? text : text[current];
}

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  const format = new Intl.NumberFormat(current === "pt" ? "pt-PT" : "en-GB", options);
  return format.format(value).replace("-", "−");
}

/** How many moves a game has. @param {number} count */
export function lengthWords(count) {
  return t(count === 1 ? "history.move" : "history.moves", { count });
}

/** @param {string} iso */
export function date(iso) {
  const when = new Date(/Z|[+-]\d\d:\d\d$/.test(iso) ? iso : `${iso}Z`);
  return new Intl.DateTimeFormat(current === "pt" ? "pt-PT" : "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(when);
}
