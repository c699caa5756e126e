/** Building and finding elements. Text only ever becomes text nodes. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function $(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the page lacks ${selector}`);
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

/** @param {Element} parent @param {Child[]} children */
function append(parent, children) {
  for (const child of children) {
    if (child || child === '') parent.append(child);
  }
}

/**
 * Replaces what stands in `parent`, unless it says the same already.
 * @param {Element} parent
 * @param {...Child} children
 */
export function put(parent, ...children) {
  const box = document.createDocumentFragment();
  const holder = document.createElement('div');
  append(holder, children);
  box.append(...holder.childNodes);
  if (sameNodes(parent, box)) return;
  parent.replaceChildren(box);
}

/** @param {Element} parent @param {DocumentFragment} fresh */
function sameNodes(parent, fresh) {
  if (parent.childNodes.length !== fresh.childNodes.length) return false;
  return [...fresh.childNodes].every((node, i) => node.isEqualNode(parent.childNodes[i]));
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
 * Sets a result element's value and text.
 * @param {HTMLElement} data
 * @param {string} value
 * @param {string} text
 */
export function setData(data, value, text) {
  if (data.getAttribute('value') !== value) data.setAttribute('value', value);
  if (data.textContent !== text) data.textContent = text;
}
