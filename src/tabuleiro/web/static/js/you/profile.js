/**
 * An anonymous profile: all that this browser keeps, under a secret that nobody else knows. It can be
 * taken along in a file, put into another browser, and deleted.
 */

import { forget, kept, recall, remember } from "../memory.js";

const KIND = "tabuleiro-profile";
const SECRET = "profile";
/** How many of one's matches a server is told of at once. */
const MOST = 500;

/** The secret of this browser's profile, made when it is first asked for. */
export function secret() {
  const known = recall(SECRET);
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const made = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
  remember(SECRET, made);
  return made;
}

/** The secrets of the matches that one has a seat in. @returns {string[]} */
export function ownSecrets() {
  return kept("token.")
    .map((match) => recall(`token.${match}`) ?? "")
    .filter(Boolean)
    .slice(-MOST);
}

/** All that is kept, as a text for a file. */
export function exported() {
  secret();
  const data = Object.fromEntries(kept("").map((key) => [key, recall(key) ?? ""]));
  return JSON.stringify({ kind: KIND, version: 1, data }, null, 1);
}

/** Put a profile in place of this one; false if the text is none. @param {string} text */
export function imported(text) {
  try {
    const { kind, data } = JSON.parse(text);
    const entries = Object.entries(data ?? {});
    if (kind !== KIND || !entries.every(([, value]) => typeof value === "string")) return false;
    deleted();
    for (const [key, value] of entries) remember(key, String(value));
    return true;
  } catch {
    return false;
  }
}

/** Forget everything. */
export function deleted() {
  for (const key of kept("")) forget(key);
}
