import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { Digests } from './digests.ts';
import type { HashAnswer, HashOrder } from './hash-thread.ts';

interface Followed {
  file: number;
  path: string;
  digests: Digests;
  length: number;
  isAsked: boolean;
}

const slice = 4 * 1024 * 1024;
const buffer = Buffer.allocUnsafeSlow(256 * 1024);
const followed = new Map<number, Followed>();
let isBusy = false;

const answer = (message: HashAnswer) => parentPort?.postMessage(message);

function readSlice({ path, digests, length }: Followed): void {
  const file = openSync(path, 'r');
  try {
    const end = Math.min(digests.size + slice, length);
    while (digests.size < end) {
      const count = readSync(file, buffer, 0, Math.min(buffer.length, end - digests.size), digests.size);
      if (count === 0) throw new Error('The file is shorter than it was');
      digests.update(buffer.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}

/** Goes on with one file; true when there was something to do. */
function advance(one: Followed): boolean {
  const { file, digests, length, isAsked } = one;
  try {
    if (digests.size < length) {
      readSlice(one);
      return true;
    }
    if (isAsked) answer({ file, sums: digests.peek() });
  } catch (error) {
    one.length = digests.size;
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

parentPort?.on('message', ({ file, path, sha512, length, isAsked, isEnd }: HashOrder) => {
  if (isEnd) {
    followed.delete(file);
    return;
  }
  const one = followed.get(file) ?? { file, path, digests: new Digests({ sha512 }), length: 0, isAsked: false };
  one.length = Math.max(one.length, length);
  one.isAsked ||= isAsked;
  followed.set(file, one);
  if (isBusy) return;
  isBusy = true;
  setImmediate(work);
});
