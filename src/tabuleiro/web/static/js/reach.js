/** Under which address others reach this server: a page at 127.0.0.1 has one that only it can open. */

import { ask } from "./api.js";

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @type {Promise<string | null> | null} */
let known = null;

/** The beginning of a link for others; null if this machine alone reaches the server. */
export function origin() {
  if (!LOCAL.test(location.hostname)) return Promise.resolve(location.origin);
  known ??= ask("/api/status").then(
    ({ hosts }) => (hosts[0] ? `${location.protocol}//${hosts[0]}:${location.port}` : null),
    () => null,
  );
  return known;
}
