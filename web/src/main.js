import {keepOffline} from './platform/offline.js';
import {compileModule, load, startWorkerWith} from './platform/wasm.js';

export async function startPage() {
  const wasmModule = await compileModule();
  const core = await load({wasmModule});
  const worker = startWorkerWith(wasmModule);
  worker.onmessage = ({data}) => {
    document.documentElement.dataset.workerRelease = data.release;
  };
  const {release, commit, formula_revision} = core.version();
  const place = /** @type {HTMLElement} */ (document.querySelector('#version'));
  place.textContent = `${release} ${commit} ${formula_revision}`;
  keepOffline(announce);
  document.documentElement.dataset.state = 'ready';
}

/** @param {() => void} accept */
function announce(accept) {
  const place = /** @type {HTMLElement} */ (document.querySelector('#update'));
  place.hidden = false;
  /** @type {HTMLElement} */ (place.firstElementChild).onclick = accept;
}
