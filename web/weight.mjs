import {readdirSync, readFileSync} from 'node:fs';
import {brotliCompressSync} from 'node:zlib';

/** At most this many bytes over the wire, for all that a visit needs. */
export const BUDGET_BYTES = 100_000;

/**
 * What each file of a folder weighs, as it is and over the wire (brotli 11).
 * @param {string} folder
 */
export function weigh(folder) {
  return readdirSync(folder).map((name) => {
    const bytes = readFileSync(`${folder}/${name}`);
    return {name, raw: bytes.length, wire: brotliCompressSync(bytes).length};
  });
}
