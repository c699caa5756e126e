import {load} from './platform/wasm.js';

/** Runs in the worker: waits for the compiled module, then answers. */
export function startWorker() {
  self.onmessage = async ({data}) => {
    const core = await load({wasmModule: data.wasmModule});
    self.postMessage(core.version());
  };
}
