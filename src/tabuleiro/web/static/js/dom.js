/** Small helpers that make elements. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | number | Node | null | undefined | false | Child[]} Child
 * @typedef {Record<string, any>} Props  attributes; `on…` are listeners, `class` a class list
 */

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  dress(element, props);
  add(element, children);
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElement & SVGGraphicsElement}
 */
export function s(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, props);
  add(element, children);
  return /** @type {SVGElement & SVGGraphicsElement} */ (element);
}

/**
 * Empty an element and give it new children; focus and scrolled places inside stay where they are.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  const restore = places(element);
  element.replaceChildren();
  add(element, children);
  restore();
}

/**
 * Where the focus is inside an element and how far its parts are scrolled; what is returned finds
 * them among new children, by their ids or else by what they say.
 * @param {Element} element @returns {() => void}
 */
function places(element) {
  const scrolled = [element, ...element.querySelectorAll("[id], .scroll")]
    .filter((part) => part.scrollTop || part.scrollLeft)
    .map((part) => ({ again: finder(element, part), top: part.scrollTop, left: part.scrollLeft }));
  const { activeElement: focused } = document;
  const held = focused && element.contains(focused) ? finder(element, focused) : null;
  return () => {
    for (const { again, top, left } of scrolled) again()?.scrollTo({ top, left });
    /** @type {HTMLElement | null | undefined} */ (held?.())?.focus({ preventScroll: true });
  };
}

/** @param {Element} root @param {Element} part @returns {() => Element | null} */
function finder(root, part) {
  if (part === root) return () => root;
  if (part.id) return () => root.querySelector(`#${CSS.escape(part.id)}`);
  const said = sign(part);
  return () => [...root.querySelectorAll(part.tagName)].find((each) => sign(each) === said) ?? null;
}

/** What tells an element from others of its kind. @param {Element} part */
function sign(part) {
  return part.getAttribute("name") ?? part.getAttribute("aria-label") ?? part.textContent;
}

/**
 * The one element that a selector finds; a page without it is a defect.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export function one(selector, root = document) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`no element ${selector}`);
  return found;
}

/** @param {Element} element @param {Props | null} [props] */
function dress(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && ["value", "checked", "disabled", "hidden", "open"].includes(name))
      /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Element} element @param {Child[]} children */
function add(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(element, child);
    else element.append(child instanceof Node ? child : String(child));
  }
}
