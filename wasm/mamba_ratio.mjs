import createModule from './mamba_ratio_glue.mjs';

/**
 * A lone surrogate would take the next character with it on the way to UTF-8.
 * @param {string} text
 */
const wellFormed = (text) => text.isWellFormed?.() ?? false ? text :
    text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');

/**
 * Gives the module its face: plain functions, and a reader that takes bytes.
 * @param {any} module
 * @returns {import('./mamba_ratio.d.ts').MambaRatio}
 */
function face(module) {
  return {
    version: () => module.version(),
    parameters: () => module.parameters(),
    evaluate: (entries, context = {}) => module.evaluate(
        entries.map((entry) => ({...entry, text: wellFormed(entry.text)})), !!context.log_read,
        wellFormed(context.config ?? ''), context.log),
    parse_link: (fragment) => module.parse_link(wellFormed(fragment)),
    models: () => module.models(),
    model_of: (name) => module.model_of(wellFormed(name)) || null,
    gpus: () => module.gpus(),
    read_config: (json) => module.read_config(wellFormed(json)),
    looks_like_config: (text) => module.looks_like_config(wellFormed(text)),
    example_text: () => module.example_text(),
    create_reader: () => {
      let handle = module.reader_open();
      const open = () => {
        if (!handle) throw new Error('This reader was freed.');
        return handle;
      };
      return {
        push(bytes) {
          const address = module.reader_chunk(open(), bytes.length);
          module.HEAPU8.set(bytes, address);
          module.reader_push(handle, bytes.length);
        },
        next_file: () => module.reader_next_file(open()),
        finish: () => module.reader_finish(open()),
        reading: (choice) => module.reader_reading(open(), choice),
        free() {
          if (handle) module.reader_free(handle);
          handle = 0;
        },
      };
    },
  };
}

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
    createModule({instantiateWasm}).then((/** @type {any} */ module) => resolve(face(module)),
        reject);
  });
}
