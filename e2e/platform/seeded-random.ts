import { hash } from 'node:crypto';

/** The same numbers from 0 to below 1 for the same seed. */
export function makeRandom(seed: number | string): () => number {
  let count = 0;
  return () => hash('sha256', `${seed} ${count++}`, 'buffer').readUInt32BE(0) / 2 ** 32;
}
