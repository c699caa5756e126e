// Pictures of the page in few colours, so that a set of them stays small.
import {deflateSync} from 'node:zlib';

import {PNG} from 'pngjs';
import CrcCalculator from 'pngjs/lib/crc.js';

const COMMON_COLOURS = 64;
const RARE_COLOURS = 32;

/** @typedef {{width: number, height: number, data: Buffer}} Picture four bytes a pixel */

/** @param {Buffer} file @returns {Picture} */
export const decoded = (file) => PNG.sync.read(file);

const channels = (/** @type {number} */ colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** @param {number} one @param {number} other */
function distance(one, other) {
  const [a, b] = [channels(one), channels(other)];
  return [2, 4, 3].reduce((sum, weight, i) => sum + weight * (a[i] - b[i]) ** 2, 0);
}

/**
 * The colours that most pixels have and those that these would miss most; for every colour which is nearest.
 * @param {Buffer} data
 */
function paletteOf(data) {
  /** @type {Map<number, number>} */
  const pixels = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.readUIntBE(at, 3);
    pixels.set(colour, (pixels.get(colour) ?? 0) + 1);
  }
  const colours = [...pixels].sort(([, a], [, b]) => b - a).slice(0, COMMON_COLOURS).map(([colour]) => colour);
  const nearest = (/** @type {number} */ wanted) => colours
      .reduce((best, colour, i) => distance(colour, wanted) < distance(colours[best], wanted) ? i : best, 0);
  const missed = (/** @type {number} */ colour) => (pixels.get(colour) ?? 0) * distance(colour, colours[nearest(colour)]);
  for (let rare = 0; rare < RARE_COLOURS; rare += 1) {
    const errors = [...pixels.keys()].map((colour) => ({colour, error: missed(colour)}));
    colours.push(errors.reduce((worst, one) => one.error > worst.error ? one : worst).colour);
  }
  return {colours, places: new Map([...pixels.keys()].map((colour) => [colour, nearest(colour)]))};
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeInt32BE(CrcCalculator.crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A PNG with a palette, a byte a pixel. @param {Picture} picture */
export function encoded({width, height, data}) {
  const {colours, places} = paletteOf(data);
  const rows = Buffer.alloc(height * (width + 1));
  for (let at = 0, to = 0; at < data.length; at += 4) {
    if (at % (4 * width) === 0) to += 1;
    rows[to++] = places.get(data.readUIntBE(at, 3)) ?? 0;
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.flatMap(channels))), chunk('IDAT', deflateSync(rows, {level: 9})),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
