/** The bytes of a file, piece by piece, with a bounded amount in memory. */

const PIECE_BYTES = 1 << 20;
const PATIENCE_MS = 4000;

/**
 * @typedef {object} Piece
 * @property {Uint8Array} bytes
 * @property {number} done bytes of the file taken so far
 */

/** @param {Promise<any>} promise @returns {Promise<any>} rejects where the browser stays silent */
function impatient(promise) {
  let timer = 0;
  const silence = new Promise((_, reject) => {
    timer = self.setTimeout(() => reject(new Error('silent')), PATIENCE_MS);
  });
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer));
}

/**
 * Into one buffer that is used again and again; some browsers stall in it, so it may throw.
 * @param {Blob} file
 */
async function* reused(file) {
  const reader = file.stream().getReader({mode: 'byob'});
  let buffer = new ArrayBuffer(PIECE_BYTES);
  try {
    for (;;) {
      const {value, done} = await impatient(reader.read(new Uint8Array(buffer)));
      if (done || !value) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {ReadableStream<Uint8Array>} stream */
async function* plain(stream) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const {value, done} = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {Blob} file @returns {AsyncGenerator<Piece>} */
async function* straight(file) {
  let done = 0;
  try {
    for await (const bytes of reused(file)) {
      done += bytes.length;
      yield {bytes, done};
    }
  } catch {
    for await (const bytes of plain(file.slice(done).stream())) {
      done += bytes.length;
      yield {bytes, done};
    }
  }
}

/** @param {Blob} file @returns {AsyncGenerator<Piece>} */
async function* unzipped(file) {
  let done = 0;
  const counted = file.stream().pipeThrough(
    new TransformStream({
      transform(bytes, controller) {
        done += bytes.length;
        controller.enqueue(bytes);
      },
    }),
  );
  for await (const bytes of plain(counted.pipeThrough(new DecompressionStream('gzip'))))
    yield {bytes, done};
}

/** @param {Blob} file */
async function isGzip(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

/**
 * The pieces of a log, unpacked where it is a `.gz`.
 * @param {Blob} file
 * @returns {AsyncGenerator<Piece>}
 */
export async function* piecesOf(file) {
  yield* (await isGzip(file)) ? unzipped(file) : straight(file);
}

/** The pieces of a text as UTF-8. @param {string} text @returns {Generator<Uint8Array>} */
export function* encoded(text) {
  const encoder = new TextEncoder();
  for (let begin = 0; begin < text.length;) {
    let end = Math.min(begin + PIECE_BYTES, text.length);
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end -= 1;
    yield encoder.encode(text.slice(begin, end));
    begin = end;
  }
}
