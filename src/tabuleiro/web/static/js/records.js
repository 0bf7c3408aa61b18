/** Opening a game that was saved as a file. */

import { newMatch } from "./api.js";
import { complain } from "./chrome.js";

/** @param {Event} event */
export async function openRecord(event) {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (!file) return;
  try {
    const record = await file.text();
    const game = /\[Game "(\w+)"\]/.exec(record)?.[1] ?? "";
    location.href = await newMatch({
      game,
      record,
      analysis: true,
      seats: [{ kind: "human" }, { kind: "human" }],
    });
  } catch (error) {
    complain(error);
  }
}
