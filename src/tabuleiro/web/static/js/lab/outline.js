/** The tree as a list: the way to the chosen node, its neighbours, and what is below it. */

import { fill, h } from "../dom.js";
import { w } from "./words.js";

/** @typedef {import("./layout.js").Tree} Tree */

/**
 * @param {HTMLElement} host  a `tree`
 * @param {Tree} tree
 * @param {number} chosen
 * @param {{pick: (node: number) => void, toggle: (node: number) => void,
 *   isOpen: (node: number) => boolean, key: (key: string) => boolean}} doing
 */
export function drawOutline(host, tree, chosen, doing) {
  const way = [chosen];
  while (way[0] !== tree.root) way.unshift(tree.c.parent[way[0]]);
  /** @type {HTMLElement[]} */
  const rows = [];

  /** @param {number} node @param {number} level @param {number} place @param {number} of */
  const add = (node, level, place, of) => {
    const kids = tree.kids(node);
    const open = doing.isOpen(node) && kids.length > 0;
    const figure = tree.figure(node);
    const unseen = tree.unseen(node);
    const item = h(
      "li",
      {
        role: "treeitem",
        "data-node": node,
        "aria-level": level + 1,
        "aria-posinset": place,
        "aria-setsize": of,
        "aria-expanded": kids.length ? String(open) : null,
        "aria-selected": String(node === chosen),
        tabindex: node === chosen ? "0" : "-1",
        class: tree.isBest(node) ? "best" : "",
        onclick: () => doing.pick(node),
        ondblclick: () => doing.toggle(node),
        onkeydown: (/** @type {KeyboardEvent} */ event) => keyed(event, node),
      },
      h("span", { class: "lab-step" }, `${tree.step(node)} ${tree.sign(node)}`),
      h("span", { class: "lab-figure" }, figure),
      tree.isBest(node) ? h("span", { class: "visually-hidden" }, `, ${w("line")}`) : null,
      unseen && !kids.length ? h("span", { class: "muted" }, w("stub", { count: unseen })) : null,
    );
    item.style.setProperty("--level", String(Math.min(level, 8)));
    rows.push(item);
    if (!open || !way.includes(node)) return;
    const next = way[way.indexOf(node) + 1];
    // Further up, only the way itself; around the chosen node, its neighbours too.
    const near = next === undefined || next === chosen;
    kids.forEach((kid, index) => {
      if (near || kid === next) add(kid, level + 1, index + 1, kids.length);
    });
    if (near && unseen)
      rows.push(h("li", { role: "none", class: "lab-stub" }, `✂ ${w("stub", { count: unseen })}`));
  };

  /** @param {KeyboardEvent} event @param {number} node */
  const keyed = (event, node) => {
    const items = rows.filter((row) => row.dataset.node !== undefined);
    const at = items.findIndex((row) => row.dataset.node === String(node));
    const kids = tree.kids(node);
    const to = /** @type {Record<string, number | undefined>} */ ({
      ArrowDown: Number(items[at + 1]?.dataset.node ?? NaN),
      ArrowUp: Number(items[at - 1]?.dataset.node ?? NaN),
      ArrowRight: kids[0],
      ArrowLeft: node === tree.root ? undefined : tree.c.parent[node],
      Home: tree.root,
      End: Number(items[items.length - 1].dataset.node),
    })[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (to !== undefined && !Number.isNaN(to)) doing.pick(to);
    else if (event.key === "Enter") doing.toggle(node);
    else if (!doing.key(event.key)) return;
    event.preventDefault();
  };

  const focused = host.contains(document.activeElement);
  add(tree.root, 0, 1, 1);
  fill(host, rows);
  const own = /** @type {HTMLElement | null} */ (host.querySelector("[aria-selected='true']"));
  if (focused) own?.focus({ preventScroll: true });
  if (own) host.scrollTop = own.offsetTop - host.clientHeight / 2;
}
