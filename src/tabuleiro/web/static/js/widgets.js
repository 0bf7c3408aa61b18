/** A small vocabulary above `h()`: buttons, selects, labelled fields, tables. */

import { h } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {import("./dom.js").Props} Props */
/**
 * @typedef {{value: string | number, text: Child, title?: string}} Choice
 * @typedef {{label: string, choices: Choice[]}} Group
 */

/** @param {Child} content @param {() => unknown} act @param {Props} [props] */
export function button(content, act, props) {
  return h("button", { type: "button", ...props, onclick: () => void act() }, content);
}

/**
 * A choice of one; `change` gets the value as text.
 * @param {(Choice | Group | null)[]} choices @param {string | number} chosen
 * @param {(value: string) => void} change @param {Props} [props]
 */
export function select(choices, chosen, change, props) {
  /** @param {Choice} choice */
  const option = ({ value, text, title }) =>
    h("option", { value, title, selected: String(value) === String(chosen) }, text);
  return h(
    "select",
    { ...props, onchange: (/** @type {Event} */ event) => change(input(event).value) },
    choices.map((each) =>
      each && "choices" in each
        ? h("optgroup", { label: each.label }, each.choices.map(option))
        : each && option(each),
    ),
  );
}

/** A control under its name. @param {Child} title @param {HTMLElement} control @param {...Child} more */
export function labelled(title, control, ...more) {
  return h("div", { class: "field" }, h("label", { for: control.id }, title), control, more);
}

/** A form that the page itself sends. @param {Props} props @param {() => unknown} send @param {...Child} content */
export function form(props, send, ...content) {
  return h(
    "form",
    {
      ...props,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void send();
      },
    },
    content,
  );
}

/**
 * A table in a region of its own that scrolls. A cell is what stands in it, or a `td` or `th`.
 * @param {string} label
 * @param {{id?: string, class?: string, head?: Child[], rows: Child[][]}} what
 */
export function table(label, { id, class: more = "", head, rows }) {
  return h(
    "div",
    { class: `scroll ${more}`, tabindex: "0", role: "region", "aria-label": label },
    h(
      "table",
      { id },
      head ? h("thead", null, h("tr", null, head.map((each) => cell(each, "th")))) : null,
      h(
        "tbody",
        null,
        rows.map((row) => h("tr", null, row.map((each) => cell(each, "td")))),
      ),
    ),
  );
}

/** @param {Child} content @param {"td" | "th"} tag */
function cell(content, tag) {
  if (content instanceof HTMLTableCellElement) return content;
  return h(tag, tag === "th" ? { scope: "col" } : null, content);
}

/** A cell with a number. @param {Child} content */
export function figure(content) {
  return h("td", { class: "number" }, content);
}

/** What an event happened to. @param {Event} event */
export function input(event) {
  return /** @type {HTMLInputElement} */ (event.target);
}
