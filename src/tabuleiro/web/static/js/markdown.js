/** The rules as a page: a small part of Markdown, and diagrams with drawn pieces. */

import { h } from "./dom.js";

/** @typedef {import("./types.js").Player} Player */

/**
 * @typedef {object} Look  how letters in diagrams are drawn
 * @property {Player[]} players
 * @property {boolean} tiles  whether capitals stand for tiles
 */

/** @param {string} text @param {Look} look @returns {HTMLElement} */
export function markdown(text, look) {
  const root = h("div", { class: "rules" });
  const lines = text.split("\n");
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    if (!line.trim()) i++;
    else if (line.startsWith("```")) {
      const end = lines.indexOf("```", i + 1);
      root.append(diagram(lines.slice(i + 1, end), look));
      i = end + 1;
    } else if (/^#+ /.test(line)) {
      const level = /** @type {"h2" | "h3"} */ (line.startsWith("# ") ? "h2" : "h3");
      root.append(h(level, null, ...inline(line.replace(/^#+ /, ""))));
      i++;
    } else if (line.startsWith("|")) {
      const rows = take(lines, i, (row) => row.startsWith("|"));
      root.append(table(rows));
      i += rows.length;
    } else if (line.startsWith("- ")) {
      const items = take(lines, i, (row) => row.startsWith("- ") || row.startsWith("  "));
      const joined = items.join("\n").split(/^- /m).filter(Boolean);
      root.append(
        h(
          "ul",
          null,
          joined.map((item) => h("li", null, ...inline(item.replace(/\s*\n\s*/g, " ")))),
        ),
      );
      i += items.length;
    } else {
      const paragraph = take(lines, i, (row) => row.trim() !== "" && !/^(```|#|\||- )/.test(row));
      root.append(h("p", null, ...inline(paragraph.join(" "))));
      i += paragraph.length;
    }
  }
  return root;
}

/** @param {string[]} lines @param {number} from @param {(line: string) => boolean} belongs */
function take(lines, from, belongs) {
  let to = from;
  while (to < lines.length && belongs(lines[to])) to++;
  return lines.slice(from, Math.max(to, from + 1));
}

/** @param {string[]} rows */
function table(rows) {
  const cells = rows
    .filter((row) => !/^\|[-| ]+\|$/.test(row))
    .map((row) =>
      row
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  return h(
    "table",
    null,
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        cells[0].map((cell) => h("th", { scope: "col" }, ...inline(cell))),
      ),
    ),
    h(
      "tbody",
      null,
      cells.slice(1).map((row) =>
        h(
          "tr",
          null,
          row.map((cell) => h("td", null, ...inline(cell))),
        ),
      ),
    ),
  );
}

/** Bold, italic and code. @param {string} text @returns {(string | Node)[]} */
function inline(text) {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith("**")) return h("strong", null, ...inline(part.slice(2, -2)));
      if (part.startsWith("*")) return h("em", null, part.slice(1, -1));
      if (part.startsWith("`")) return h("code", null, part.slice(1, -1));
      return part;
    });
}

/**
 * A diagram: letters become pieces, tiles or goals; coordinates and words stay.
 * @param {string[]} lines @param {Look} look
 */
function diagram(lines, look) {
  const box = h("pre", { tabindex: "0", role: "img", "aria-label": lines.join("\n") });
  for (const line of lines) {
    const letters = line.trim().split(/\s+/);
    const coordinates = letters.length > 1 && letters.slice(0, 2).join("") === "ab";
    line.split(/(\s+)/).forEach((token, index) => {
      box.append(coordinates || index === 0 ? token : drawn(token, look));
    });
    box.append("\n");
  }
  return box;
}

/** @param {string} token @param {Look} look @returns {Node | string} */
function drawn(token, look) {
  if (token === ".") return h("span", { class: "void" }, "·");
  const sides = look.players.map((player) => player.letter.toUpperCase());
  if (!/^[A-Z]+$/.test(token) && !/^[a-z]$/.test(token)) return token;
  if (![...token.toUpperCase()].every((letter) => sides.includes(letter))) return token;
  const capital = token === token.toUpperCase();
  const span = h("span");
  for (const letter of token.toUpperCase()) {
    const owner = sides.indexOf(letter);
    const { colour } = look.players[owner];
    const name = look.tiles
      ? capital
        ? `tile ${colour}`
        : `man ${colour} owner-${owner}`
      : capital
        ? `man ${colour} owner-${owner}`
        : `goal-cell ${colour}`;
    span.append(h("span", { class: name }));
  }
  return span;
}
