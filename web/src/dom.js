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

/**
 * Replaces what stands in `parent` where it says something else.
 * @param {Element} parent
 * @param {...Child} children
 */
export function put(parent, ...children) {
  const box = document.createDocumentFragment();
  append(box, children);
  mend(parent, box);
}

/**
 * Keeps every node it can, as a new one is styled and laid out anew.
 * @param {Element} parent @param {Node} fresh
 */
function mend(parent, {childNodes}) {
  const before = [...parent.childNodes];
  const after = [...childNodes];
  after.forEach((node, i) => {
    const was = before[i];
    if (!was) parent.append(node);
    else if (was instanceof Text && node instanceof Text) write(was, node.data);
    else if (was.isEqualNode(node)) return;
    else if (was instanceof Element && node instanceof Element && alike(was, node)) mend(was, node);
    else was.replaceWith(node);
  });
  for (const node of before.slice(after.length)) node.remove();
}

/** Whether they are the same but for what stands in them. @param {Element} was @param {Element} node */
function alike(was, node) {
  const names = was.getAttributeNames();
  return (
    was.nodeName === node.nodeName &&
    names.length === node.getAttributeNames().length &&
    names.every((name) => was.getAttribute(name) === node.getAttribute(name))
  );
}

/** @param {Text} node @param {string} text */
function write(node, text) {
  if (node.data !== text) node.data = text;
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
