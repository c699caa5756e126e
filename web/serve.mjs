// Serves a folder of static files on this machine alone: `node web/serve.mjs [--port N]`.
import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {extname, join, normalize} from 'node:path';
import {fileURLToPath} from 'node:url';

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json'],
]);

/**
 * Answers one request. Browsers may keep what they get but must ask each time whether it is fresh.
 * @param {string} folder @param {string} base path it is served under, e.g. `/`
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(folder, base, request, response) {
  try {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    if (!path.startsWith(base)) throw new Error('outside of the base');
    const file = normalize(path.slice(base.length - 1)).replace(/\/$/, '/index.html');
    const bytes = await readFile(join(folder, file));
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
    const type = TYPES.get(extname(file)) ?? 'application/octet-stream';
    const headers = {'content-type': type, 'cache-control': 'no-cache', etag};
    const known = request.headers['if-none-match'] === etag;
    response.writeHead(known ? 304 : 200, headers);
    response.end(known || request.method === 'HEAD' ? undefined : bytes);
  } catch {
    response.writeHead(404, {'content-type': 'text/plain'}).end('Not found\n');
  }
}

/**
 * Starts a server; where the port is taken, the next free one is used.
 * @param {{folder: string, port?: number, base?: string}} options port 0: any free one
 * @returns {Promise<{url: string, port: number, server: import('node:http').Server}>}
 */
export function serve({folder, port = 0, base = '/'}) {
  const server = createServer((request, response) => answer(folder, base, request, response));
  return new Promise((resolve, reject) => {
    server.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code !== 'EADDRINUSE' || ++port > 65535) return reject(error);
      server.listen(port, '127.0.0.1');
    });
    server.on('listening', () => {
      const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve({url: `http://127.0.0.1:${port}${base}`, port, server});
    });
    server.listen(port, '127.0.0.1');
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf('--port');
  const wanted = at < 0 ? 8080 : Number(process.argv[at + 1] || NaN);
  if (!(Number.isInteger(wanted) && wanted >= 0 && wanted < 65536)) {
    console.error('--port takes a whole number from 0 (any free one) to 65535.');
    process.exit(2);
  }
  const folder = fileURLToPath(new URL('../build/site', import.meta.url));
  const {url, port} = await serve({folder, port: wanted});
  if (wanted !== 0 && port !== wanted) {
    console.log(`Port ${wanted} is taken by another program; using ${port}.`);
  }
  console.log(`Mamba Ratio is at ${url} (Ctrl+C stops it).`);
}
