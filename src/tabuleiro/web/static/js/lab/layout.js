/** Where the nodes of a tree are drawn: from left to right, a row for each end. */

/** @typedef {import("./visits.js").VisitTree | import("./growth.js").GrowthTree} Tree */
/**
 * @typedef {{node: number, x: number, y: number, up: Item | null, label: string, hidden: number,
 *   stub: number}} Item  a stub stands for so many moves that were never looked at
 */

export const COLUMN = 168;
export const ROW = 20;

/** @param {Tree} tree @param {(node: number) => boolean} isOpen @returns {Item[]} */
export function layout(tree, isOpen) {
  /** @type {Item[]} */
  const items = [];
  let rows = 0;

  /** @param {number} node @param {number} column @param {Item | null} up */
  const place = (node, column, up) => {
    const kids = tree.kids(node);
    const open = isOpen(node);
    const label = [tree.step(node), tree.figure(node), tree.sign(node)].filter(Boolean).join(" ");
    /** @type {Item} */
    const item = { node, x: column * COLUMN, y: 0, up, label, hidden: 0, stub: 0 };
    items.push(item);
    const unseen = tree.unseen(node);
    if (!open || (!kids.length && !unseen)) {
      item.hidden = open ? 0 : kids.length;
      item.y = rows++ * ROW;
      return item;
    }
    const ends = kids.map((kid) => place(kid, column + 1, item).y);
    if (unseen) {
      const y = rows++ * ROW;
      const x = (column + 1) * COLUMN;
      items.push({ node, x, y, up: item, label: `${unseen} ⋯`, hidden: 0, stub: unseen });
      ends.push(y);
    }
    item.y = (ends[0] + ends[ends.length - 1]) / 2;
    return item;
  };

  place(tree.root, 0, null);
  return items;
}
