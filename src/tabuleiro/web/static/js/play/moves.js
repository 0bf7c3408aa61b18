/** The list of moves with variations, and the buttons to browse it. */

import { fill, h, one } from "../dom.js";
import { icon } from "../icons.js";
import { say, t } from "../language.js";
import { thoughtGraph } from "./thoughts.js";
import { moveText } from "./words.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("../types.js").Verdict} Verdict */

/** The letters of an example that fits into the field. */
const SHORT = 13;
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * @param {Session} session
 * @param {Map<number, Verdict>} verdicts
 * @param {string} example  a turn that could be typed, if nothing was played here
 * @param {(text: string) => Promise<boolean>} typed
 */
export function drawMoves(session, verdicts, example, typed) {
  const box = one("#tab-moves");
  const kept = /** @type {HTMLInputElement | null} */ (box.querySelector("#notation"))?.value ?? "";
  const grid = h("div", { class: "moves-grid" });
  line(session, 0, grid, verdicts);
  const browse = /** @type {const} */ (["first", "back", "forward", "last"]);
  const move = session.childrenOf(session.at)[0]?.move ?? (example || session.node.move) ?? "";
  const short = move.length > SHORT ? move.split(",")[0] : move;
  fill(
    box,
    thoughtGraph(session),
    h(
      "div",
      {
        class: "move-list",
        id: "move-list",
        tabindex: "0",
        role: "region",
        "aria-label": t("play.moves"),
      },
      session.nodes.size > 1 ? grid : h("p", { class: "muted" }, t("play.no_moves")),
    ),
    h(
      "div",
      { class: "browse" },
      browse.map((name) =>
        h(
          "button",
          {
            type: "button",
            "aria-label": t(`play.${name}`),
            title: t(`play.${name}`),
            "data-browse": name,
            onclick: () => goTo(session, name),
          },
          icon(name),
        ),
      ),
    ),
    session.mySeats.length || session.owner || session.open ? field(kept, short, typed) : null,
  );
  showCurrent();
}

/** Where a move can be typed. @param {string} kept @param {string} example @param {(text: string) => Promise<boolean>} typed */
function field(kept, example, typed) {
  return h(
    "form",
    {
      class: "notation",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const input = /** @type {HTMLInputElement} */ (one("#notation"));
        const text = input.value.trim();
        if (!text) return;
        input.value = "";
        if (await typed(text)) return;
        const now = /** @type {HTMLInputElement} */ (document.getElementById("notation"));
        if (now?.value === "") now.value = text;
      },
    },
    h("input", {
      id: "notation",
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      value: kept,
      "aria-label": t("play.notation"),
      placeholder: example ? t("play.notation_example", { move: example }) : t("play.notation"),
    }),
    h("button", { type: "submit" }, t("play.go")),
  );
}

/** Bring the move where one looks into view. */
export function showCurrent() {
  document.querySelector("#move-list [aria-current]")?.scrollIntoView({ block: "nearest" });
}
window.addEventListener("resize", showCurrent);

/** @param {Session} session @param {"first" | "back" | "forward" | "last"} where */
export function goTo(session, where) {
  if (!session.known) return;
  const { node } = session;
  if (where === "first") session.go(0);
  else if (where === "back" && node.parent !== null) session.go(node.parent);
  else if (where === "forward") {
    const next = session.nextOf(session.at);
    if (next) session.go(next.id);
  } else if (where === "last") {
    let last = node;
    for (let next = session.nextOf(last.id); next; next = session.nextOf(next.id)) last = next;
    session.go(last.id);
  }
}

/**
 * A line of moves in rows of two, each with its variations below.
 * @param {Session} session @param {number} from @param {HTMLElement} grid @param {Map<number, Verdict>} verdicts
 */
function line(session, from, grid, verdicts) {
  let needNumber = true;
  for (
    let node = session.nextOf(from), before = from;
    node;
    before = node.id, node = session.nextOf(node.id)
  ) {
    const first = node.ply % 2 === 1;
    if (first || needNumber) {
      grid.append(h("span", { class: "no" }, `${Math.ceil(node.ply / 2)}.`));
      if (!first) grid.append(h("span", { class: "muted" }, "…"));
    }
    needNumber = false;
    grid.append(button(session, node, verdicts));
    const others = session.childrenOf(before).filter((other) => other !== node);
    if (others.length) {
      if (first) grid.append(h("span"));
      for (const other of others)
        grid.append(h("div", { class: "variation" }, variation(session, other, verdicts)));
      needNumber = first;
    }
  }
}

/** @param {Session} session @param {Node} start @param {Map<number, Verdict>} verdicts @returns {(Element | string)[]} */
function variation(session, start, verdicts) {
  const parts = [];
  for (let node = /** @type {Node | undefined} */ (start), begin = true; node; begin = false) {
    if (begin || node.ply % 2 === 1)
      parts.push(moveNumber(node));
    parts.push(button(session, node, verdicts));
    /** @type {Node[]} */
    const children = session.childrenOf(node.id);
    for (const other of children.slice(1))
      parts.push(" (", ...variation(session, other, verdicts), ") ");
    node = children[0];
  }
  return parts;
}

/** "4." for the first player's move, "4…" for the second's. @param {Node} node */
export function moveNumber(node) {
  return `${Math.ceil(node.ply / 2)}${node.ply % 2 ? "." : "…"}`;
}

/** @param {Session} session @param {Node} node @param {Map<number, Verdict>} verdicts */
function button(session, node, verdicts) {
  const verdict = verdicts.get(node.id);
  const sign = SIGNS[/** @type {keyof typeof SIGNS} */ (verdict?.mark ?? "")];
  return h(
    "button",
    {
      class: "move",
      type: "button",
      title: say(node.said),
      "data-node": node.id,
      "aria-current": session.at === node.id ? "true" : null,
      onclick: () => session.go(node.id),
    },
    moveText(node.move ?? ""),
    sign && verdict
      ? h("span", { class: `verdict ${verdict.mark}`, title: t(`review.${verdict.mark}`) }, sign)
      : null,
  );
}
