import {load} from 'mamba-ratio';

import {unpack} from './packed.js';
import {scriptUrl} from './trusted.js';

export {load};

/** Compiles the module that the document carries as text. */
export const compileModule = () => WebAssembly.compile(unpack(text('wasm')));

let workerUrl = '';

/**
 * Starts a worker that runs the page's own script and hands it the compiled module.
 * @param {WebAssembly.Module} wasmModule
 */
export function startWorkerWith(wasmModule) {
  workerUrl ||= URL.createObjectURL(new Blob([text('program')], {type: 'text/javascript'}));
  const worker = new Worker(scriptUrl(workerUrl));
  worker.postMessage({wasmModule});
  return worker;
}

/** @param {string} id of a script element */
function text(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id)).textContent ?? '';
}
