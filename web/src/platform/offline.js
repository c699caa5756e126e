import {build} from './build.js';
import {scriptUrl} from './trusted.js';

/**
 * Makes a hosted page open again without a network, and tells of a new release. A page opened from
 * a file needs neither.
 * @param {(accept: () => void) => void} announce is given what to call when the reader agrees
 */
export async function keepOffline(announce) {
  if (!location.protocol.startsWith('http') || !('serviceWorker' in navigator)) return;
  linkManifest();
  const workers = navigator.serviceWorker;
  const registration = await workers.register(scriptUrl('sw.js'), {updateViaCache: 'none'})
      .catch(() => undefined);  // private windows refuse it; the page works without
  if (!registration) return;

  const consider = async (/** @type {ServiceWorker | null} */ worker) => {
    if (!worker) return;
    if (await buildOf(worker) !== build()) {
      announce(() => accept(registration));
    } else if (worker === registration.waiting) {
      worker.postMessage('skip');
    }
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => consider(registration.waiting));
  });
  workers.addEventListener('controllerchange', () => consider(workers.controller));
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) registration.update().catch(() => {});
  });
  consider(registration.waiting);
}

/** @param {ServiceWorkerRegistration} registration */
function accept(registration) {
  if (!registration.waiting) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  registration.waiting.postMessage('skip');
}

/**
 * @param {ServiceWorker} worker
 * @returns {Promise<string>}
 */
function buildOf(worker) {
  return new Promise((resolve) => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = ({data}) => resolve(data);
    worker.postMessage('build', [port2]);
  });
}

function linkManifest() {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = 'manifest.webmanifest';
  document.head.append(link);
}
