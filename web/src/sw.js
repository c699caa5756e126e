const BUILD = '%BUILD%';
const HOME = new URL('./', location.href).pathname;
const FAMILY = `mamba-ratio ${HOME} `;
const CACHE = FAMILY + BUILD;

addEventListener('install', (event) => event.waitUntil(keep()));
addEventListener('activate', (event) => event.waitUntil(takeOver()));
addEventListener('message', ({data, ports}) => {
  if (data === 'skip') skipWaiting();
  if (data === 'build') ports[0].postMessage(BUILD);
});
addEventListener('fetch', (event) => {
  const {mode, url} = event.request;
  const {pathname} = new URL(url);
  if (mode === 'navigate' && (pathname === HOME || pathname === `${HOME}index.html`)) {
    event.respondWith(page(event.request));
  }
});

async function keep() {
  const html = await (await fetch(HOME, {cache: 'reload'})).text();
  if (!html.includes(BUILD)) throw new Error('the host serves the page of another build');
  const headers = {'content-type': 'text/html; charset=utf-8'};
  await (await caches.open(CACHE)).put(HOME, new Response(html, {headers}));
}

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

/** The network's page; the kept one where the network fails, stays silent or has no page. */
async function page(request) {
  const kept = await caches.match(HOME, {cacheName: CACHE});
  if (!kept) return fetch(request);
  const fresh = fetch(request).then((reply) => reply.status < 500 ? reply : kept, () => kept);
  const patience = new Promise((resolve) => setTimeout(resolve, 3000, kept));
  return Promise.race([fresh, patience]);
}
