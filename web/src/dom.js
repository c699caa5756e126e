/** Building and finding elements. Text only ever becomes text nodes. */

/** @typedef {Node | string | null | undefined | false} Child */

/** What was looked for before. @type {Map<string, HTMLElement>} */
const known = new Map();

/**
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function $(selector) {
  const before = known.get(selector);
  if (before?.isConnected) return before;
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the page lacks ${selector}`);
  known.set(selector, element);
  return element;
}

/** @param {Element} element @param {Record<string, string | number | boolean | null>} attributes */
function decorate(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (value !== null && value !== false) element.setAttribute(name, String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string | number | boolean | null>} [attributes] @param
 *   {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  decorate(element, attributes);
  append(element, children);
  return element;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Child} children
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  decorate(element, attributes);
  append(element, children);
  return element;
}

/** @param {Element | DocumentFragment} parent @param {Child[]} children */
function append(parent, children) {
  for (const child of children) {
    if (child || child === '') parent.append(child);
  }
}

/** @param {Element} parent @param {string} text */
function write({childNodes: [first], childNodes}, text) {
  if (childNodes.length !== 1 || !(first instanceof Text)) return false;
  if (first.data !== text) first.data = text;
  return true;
}

/**
 * Replaces what stands in `parent`, unless it says the same already.
 * @param {Element} parent
 * @param {...Child} children
 */
export function put(parent, ...children) {
  const [only] = children;
  if (children.length === 1 && typeof only === 'string' && only && write(parent, only)) return;
  const box = document.createDocumentFragment();
  append(box, children);
  if (sameNodes(parent, box)) return;
  parent.replaceChildren(box);
}

/** @param {Element} parent @param {DocumentFragment} fresh */
function sameNodes(parent, fresh) {
  const {childNodes} = parent;
  if (childNodes.length !== fresh.childNodes.length) return false;
  return [...fresh.childNodes].every((node, i) => node.isEqualNode(childNodes[i]));
}

/** Text with `<b>` parts as nodes. @param {string} text @returns {Node[]} */
export function rich(text) {
  return text.split(/(<b>.*?<\/b>)/).map((part) => {
    const bold = /^<b>(.*)<\/b>$/.exec(part);
    return bold ? el('b', {}, bold[1]) : document.createTextNode(part);
  });
}

/** A pool's mark: state is a square, KV a circle. @param {'state' | 'kv'} pool */
export const swatch = (pool) => el('i', {class: `sw ${pool}`, 'aria-hidden': 'true'});

/**
 * Sets a result element's value and what it reads.
 * @param {HTMLElement} data
 * @param {string} value
 * @param {...Child} words
 */
export function setData(data, value, ...words) {
  if (data.getAttribute('value') !== value) data.setAttribute('value', value);
  put(data, ...words);
}
