// A binary as printable text that compresses nearly as well as the binary itself: each byte is one
// character, the frequent bytes are ASCII. The first 256 characters are the table.

/**
 * @param {Uint8Array} bytes
 * @returns {string} without `<` and `&`, which mean something in a document
 */
export function pack(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte]++;
  const frequent = [...counts.keys()].sort((a, b) => counts[b] - counts[a]);

  const short = range(0x21, 0x7e).filter((code) => !'<&'.includes(String.fromCharCode(code)));
  const long = range(0xa1, 0x17f).filter((code) => code !== 0xad);
  const chosen = frequent.slice(0, short.length);
  const kept = new Set(chosen.filter((byte) => short.includes(byte)));
  const rest = [...short.filter((code) => !kept.has(code)), ...long].values();
  const codes = /** @type {number[]} */ ([]);
  for (const byte of frequent) codes[byte] = kept.has(byte) ? byte : rest.next().value ?? 0;

  const text = (/** @type {Iterable<number>} */ of) =>
      Array.from(of, (byte) => String.fromCharCode(codes[byte])).join('');
  return text(codes.keys()) + text(bytes);
}

/** @param {string} text what `pack` gave */
export function unpack(text) {
  const bytes = new Uint8Array(text.length - 256);
  const byteOf = new Uint8Array(0x180);
  for (let i = 0; i < 256; i++) byteOf[text.charCodeAt(i)] = i;
  for (let i = 0; i < bytes.length; i++) bytes[i] = byteOf[text.charCodeAt(i + 256)];
  return bytes;
}

/** @param {number} first @param {number} last */
function range(first, last) {
  return Array.from({length: last - first + 1}, (_, i) => first + i);
}
