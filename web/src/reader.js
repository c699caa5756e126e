/**
 * The page's side of the worker that reads logs. Only the latest job counts.
 *
 * @typedef {import('./worker.js').Report} Report
 */

/**
 * @param {Worker} worker
 * @param {(report: Report) => void} hear
 */
export function readerWith(worker, hear) {
  let job = 0;
  let busy = false;
  worker.onmessage = ({data}) => {
    if (data.job !== job || !busy) return;
    if (data.kind !== 'progress') busy = false;
    hear(data);
  };
  worker.onerror = () => {
    if (busy) hear({kind: 'failed', job});
    busy = false;
  };
  const ask = (/** @type {object} */ order) => {
    job += 1;
    busy = true;
    worker.postMessage({job, ...order});
  };
  return {
    /** @param {string} text */
    readText: (text) => ask({text}),
    /** @param {File[]} files read as one log */
    readFiles: (files) => ask({files}),
    /**
     * Another boot or rank of a log read before.
     * @param {number} of the job that read it @param {{boot?: number, rank?: string}} choice
     */
    choose: (of, choice) => ask({of, choice}),
    cancel: () => {
      busy = false;
      worker.postMessage({cancel: job});
    },
  };
}
