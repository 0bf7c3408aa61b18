/** Requests to the server. An error is one sentence that can be shown. */

import { t } from "./language.js";
import { recall, remember } from "./memory.js";

/** @typedef {import("./types.js").GameFacts} GameFacts */

export class ServerError extends Error {}

/**
 * @param {string} path
 * @param {{method?: string, body?: any, token?: string | null}} [how]
 * @returns {Promise<any>}
 */
export async function ask(path, { method, body, token } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ServerError(t("failed"));
  }
  if (answer.status === 204) return null;
  const json = (answer.headers.get("Content-Type") ?? "").includes("json");
  const said = json ? await answer.json() : await answer.text();
  if (!answer.ok) throw new ServerError(json && said.error ? String(said.error) : t("failed"));
  return said;
}

/** @returns {Promise<GameFacts[]>} */
export function games() {
  return ask("/api/games");
}

/**
 * Make a match, keep its secret, and say where its page is.
 * @param {object} wanted
 * @returns {Promise<string>}
 */
export async function newMatch(wanted) {
  const made = await ask("/api/matches", { body: wanted });
  keepToken(made.id, made.token);
  if (made.join) remember(`join.${made.id}`, made.join);
  return `/play/${made.id}`;
}

/** @param {string} match @param {string} token */
export function keepToken(match, token) {
  remember(`token.${match}`, token);
}

/** @param {string} match */
export function tokenOf(match) {
  return recall(`token.${match}`);
}
