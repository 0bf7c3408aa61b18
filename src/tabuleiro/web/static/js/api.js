/** Requests to the server. An error is one sentence that can be shown. */

import { say, t } from "./language.js";
import { kept, recall, remember } from "./memory.js";

/** @typedef {import("./types.js").GameFacts} GameFacts */
/** @typedef {import("./types.js").Summary} Summary */

export const OFFLINE = "offline";
const FORBIDDEN = "403";
/** How many matches can be asked for by name. */
const MOST = 500;

/** What the server says went wrong, as a sentence. */
export class ServerError extends Error {
  /** @param {string} text @param {string} [code] @param {string} [pt] the text in Portuguese */
  constructor(text, code = "", pt = text) {
    const said = say({ en: text, pt });
    super(said.charAt(0).toUpperCase() + said.slice(1));
    this.code = code;
  }
}

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
  if (!answer.ok)
    throw json && said.error
      ? new ServerError(String(said.error), `${answer.status}`, said.pt)
      : new ServerError(t("failed"), `${answer.status}`);
  return said;
}

/**
 * Matches, the newest first: all of the server, or one's own where it does not list the others.
 * @param {Record<string, string | number>} query
 * @returns {Promise<{matches: Summary[], total: number}>}
 */
export async function matches(query) {
  const wanted = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]));
  try {
    return await ask(`/api/matches?${wanted}`);
  } catch (error) {
    if (!(error instanceof ServerError) || error.code !== FORBIDDEN) throw error;
  }
  wanted.set("ids", kept("token.").slice(0, MOST).join(","));
  return ask(`/api/matches?${wanted}`);
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
