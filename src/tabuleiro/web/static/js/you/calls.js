/** How somebody learns that it is their turn: a mark in the title, a sound, a notification. */

import { t } from "../language.js";
import { recall, remember } from "../memory.js";

/** @typedef {"sound" | "notify"} Call */

/** @param {Call} call */
export function isOn(call) {
  return recall(call) === "on";
}

/** @param {Call} call @param {boolean} on @returns {Promise<boolean>} whether it is on now */
export async function turnOn(call, on) {
  let is = on;
  if (on && call === "notify")
    is = "Notification" in window && (await Notification.requestPermission()) === "granted";
  remember(call, is ? "on" : "off");
  if (is && call === "sound") tone();
  return is;
}

/** A title with a mark while one is waited for. @param {string} title @param {boolean} yours */
export function marked(title, yours) {
  return yours ? `● ${t("play.your_turn")} · ${title}` : title;
}

/** It has become somebody's turn. @param {string} game */
export function call(game) {
  if (isOn("sound")) tone();
  if (isOn("notify") && document.hidden && "Notification" in window) {
    const note = new Notification(t("play.your_turn"), { body: game, tag: location.pathname });
    note.onclick = () => window.focus();
  }
}

/** A short knock, as of a piece on wood. */
function tone() {
  try {
    const audio = new AudioContext();
    const sound = audio.createOscillator();
    const loud = audio.createGain();
    sound.type = "triangle";
    sound.frequency.setValueAtTime(420, audio.currentTime);
    sound.frequency.exponentialRampToValueAtTime(160, audio.currentTime + 0.08);
    loud.gain.setValueAtTime(0.25, audio.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.12);
    sound.connect(loud).connect(audio.destination);
    sound.start();
    sound.stop(audio.currentTime + 0.13);
    sound.onended = () => void audio.close();
  } catch {
    // No sound without a device for it.
  }
}
