import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { Algorithm, HashAnswer, HashOrder } from './hash-thread.ts';

interface Followed {
  file: number;
  path: string;
  hashes: ReadonlyMap<Algorithm, Hash>;
  /** So much is hashed. */
  size: number;
  length: number;
  isAsked: boolean;
}

const slice = 4 * 1024 * 1024;
const buffer = Buffer.allocUnsafeSlow(256 * 1024);
const followed = new Map<number, Followed>();
let isBusy = false;

const answer = (message: HashAnswer) => parentPort?.postMessage(message);

function readSlice(one: Followed): void {
  const file = openSync(one.path, 'r');
  try {
    const end = Math.min(one.size + slice, one.length);
    while (one.size < end) {
      const count = readSync(file, buffer, 0, Math.min(buffer.length, end - one.size), one.size);
      if (count === 0) throw new Error('The file is shorter than it was');
      for (const hash of one.hashes.values()) hash.update(buffer.subarray(0, count));
      one.size += count;
    }
  } finally {
    closeSync(file);
  }
}

/** The checksums so far; more may follow. */
function computeSums({ hashes, size }: Followed) {
  return { ...Object.fromEntries([...hashes].map(([algorithm, hash]) => [algorithm, hash.copy().digest('hex')])), size };
}

/** Goes on with one file; true when there was something to do. */
function advance(one: Followed): boolean {
  const { file, size, length, isAsked } = one;
  try {
    if (size < length) {
      readSlice(one);
      return true;
    }
    if (isAsked) answer({ file, sums: computeSums(one) });
  } catch (error) {
    one.length = one.size;
    answer({ file, failure: (error as Error).message });
  }
  one.isAsked = false;
  return false;
}

/** One slice of each file in turn, so that a large one does not keep the others waiting. */
function work(): void {
  const wasBusy = [...followed.values()].map(advance).includes(true);
  isBusy = wasBusy;
  if (wasBusy) setImmediate(work);
}

function begin(file: number, path: string, algorithms: readonly Algorithm[]): Followed {
  const hashes = new Map(algorithms.map((algorithm) => [algorithm, createHash(algorithm)]));
  return { file, path, hashes, size: 0, length: 0, isAsked: false };
}

parentPort?.on('message', ({ file, path, algorithms, length, isAsked, isEnd }: HashOrder) => {
  if (isEnd) {
    followed.delete(file);
    return;
  }
  const one = followed.get(file) ?? begin(file, path, algorithms);
  one.length = Math.max(one.length, length);
  one.isAsked ||= isAsked;
  followed.set(file, one);
  if (isBusy) return;
  isBusy = true;
  setImmediate(work);
});
