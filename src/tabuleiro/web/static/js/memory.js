/** What the browser keeps between visits: choices and the secrets of one's own games. */

const PREFIX = "tabuleiro.";

/** @param {string} key @returns {string | null} */
export function recall(key) {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Private windows may keep nothing; the page works without.
  }
}

/** What follows a prefix in the keys that are kept. @param {string} prefix @returns {string[]} */
export function kept(prefix) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + prefix))
      .map((key) => key.slice(PREFIX.length + prefix.length));
  } catch {
    return [];
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // See above.
  }
}
