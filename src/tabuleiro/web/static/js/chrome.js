/** What all pages share: the top bar, theme, language, messages and dialogs. */

import { OFFLINE, ServerError } from "./api.js";
import { fill, h, one } from "./dom.js";
import { icon } from "./icons.js";
import { inEveryLanguage, language, LANGUAGES, setLanguage, t } from "./language.js";
import { remember } from "./memory.js";

/** @returns {"light" | "dark"} */
export function theme() {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light"; // see theme.js
}

/** Draw the top bar. @param {"play" | "puzzles" | "history" | "experiments" | "you" | ""} here */
export function topBar(here) {
  inEveryLanguage(() => drawBar(here));
}

/** @param {string} here */
function drawBar(here) {
  const pages = /** @type {const} */ ([
    ["/", "play"],
    ["/puzzles", "puzzles"],
    ["/history", "history"],
    ["/experiments", "experiments"],
    ["/you", "you"],
  ]);
  const other = theme() === "dark" ? "light" : "dark";
  const board = document.getElementById("board");
  fill(
    one("#top"),
    board
      ? h(
          "a",
          {
            class: "skip",
            href: "#board",
            onclick: (/** @type {Event} */ event) => {
              event.preventDefault();
              /** @type {SVGElement | null} */ (
                board.querySelector(".spot[tabindex='0']")
              )?.focus();
            },
          },
          t("skip"),
        )
      : null,
    h(
      "a",
      { class: "brand", href: "/", "aria-label": "Tabuleiro" }, // the word is hidden on low screens
      logo(),
      h("span", null, "Tabuleiro"),
    ),
    h(
      "nav",
      { "aria-label": "Tabuleiro" },
      pages.map(([href, name]) =>
        h("a", { href, "aria-current": here === name ? "page" : null }, t(`nav.${name}`)),
      ),
    ),
    h(
      "div",
      { class: "top-tools" },
      h(
        "select",
        {
          class: "language",
          "aria-label": t("language"),
          onchange: (/** @type {Event} */ event) => {
            const select = /** @type {HTMLSelectElement} */ (event.target);
            setLanguage(/** @type {"en" | "pt"} */ (select.value));
          },
        },
        Object.entries(LANGUAGES).map(([code, words]) =>
          h("option", { value: code, selected: code === language() }, words.name),
        ),
      ),
      h(
        "button",
        {
          class: "icon",
          type: "button",
          id: "theme",
          "aria-label": t("theme.change", { theme: t(`theme.${other}`).toLowerCase() }),
          onclick: () => {
            remember("theme", other);
            document.documentElement.dataset.theme = other;
            document.dispatchEvent(new Event("themechange"));
            drawBar(here);
          },
        },
        icon(theme() === "dark" ? "sun" : "moon"),
      ),
    ),
  );
}

function logo() {
  const span = h("span", { class: "logo", "aria-hidden": "true" });
  fill(span, h("i"), h("i"), h("i"), h("i"));
  return span;
}

/**
 * A short message that goes away by itself.
 * @param {string} text
 * @param {"info" | "bad"} [kind]
 */
export function toast(text, kind = "info") {
  const box = one("#toasts");
  const message = h("p", { class: `toast ${kind}` }, text);
  box.replaceChildren(message);
  setTimeout(() => message.remove(), 3000 + 45 * text.length);
}

/** Say what went wrong; that the connection is gone, the page says already. @param {unknown} error */
export function complain(error) {
  if (error instanceof ServerError && error.code === OFFLINE) return;
  toast(messageOf(error), "bad");
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** What went wrong, in the place of what was asked for. @param {unknown} error */
export function problemText(error) {
  return h("p", { class: "empty" }, messageOf(error));
}

/** Say something to screen readers. @param {string} text */
export function announce(text) {
  const region = one("#announcements");
  region.textContent = region.textContent === text ? `${text} ` : text;
}

/**
 * A dialog with a title; resolves when it is closed.
 * @param {string} title
 * @param {(close: () => void) => (Node | string | null | false)[]} content
 * @param {string} [name]
 */
export function dialog(title, content, name = "") {
  const box = h("dialog", { class: `dialog ${name}`, "aria-label": title });
  const close = () => box.close();
  box.append(
    h(
      "div",
      { class: "dialog-head" },
      h("h2", null, title),
      h(
        "button",
        { class: "icon", type: "button", "aria-label": t("close"), onclick: close },
        icon("close"),
      ),
    ),
    h("div", { class: "dialog-body" }, content(close)),
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => {
    if (event.target === box) close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    toast(text);
  }
}
