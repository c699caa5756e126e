import createModule from './mamba_ratio_glue.mjs';

/** @type {typeof import('./mamba_ratio.d.ts').load} */
export function load({wasmBinary, wasmModule}) {
  return new Promise((resolve, reject) => {
    /**
     * @param {WebAssembly.Imports} imports
     * @param {(instance: WebAssembly.Instance) => void} receive
     */
    function instantiateWasm(imports, receive) {
      const compiled = wasmModule ?? WebAssembly.compile(wasmBinary);
      Promise.resolve(compiled)
          .then((module) => WebAssembly.instantiate(module, imports))
          .then(receive)
          .catch(reject);
      return {};
    }
    createModule({instantiateWasm}).then(resolve, reject);
  });
}
