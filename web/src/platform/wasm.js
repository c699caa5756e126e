import {load} from 'mamba-ratio';

import {scriptUrl} from './trusted.js';

export {load};

/**
 * Compiles the module that the document carries as base64 of raw deflate.
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileModule() {
  const deflated = Uint8Array.from(atob(text('wasm')), (c) => c.charCodeAt(0));
  const inflated = new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return WebAssembly.compile(await new Response(inflated).arrayBuffer());
}

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
