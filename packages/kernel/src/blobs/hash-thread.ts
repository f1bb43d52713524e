import { Worker } from 'node:worker_threads';
import type { Sums } from './digests.ts';

export interface HashOrder {
  file: number;
  path: string;
  sha512: boolean;
  /** How much of the file may be read now. */
  length: number;
  isAsked: boolean;
  isEnd: boolean;
}

export type HashAnswer = { file: number; sums: Sums } | { file: number; failure: string };

interface Waiting {
  resolve(sums: Sums): void;
  reject(error: Error): void;
}

let worker: Worker | undefined;
let nextFile = 1;
const waiting = new Map<number, Waiting>();

function fail(error: Error): void {
  worker = undefined;
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}

/** The thread is started by the first large body and lives as long as the process; it keeps the process alive only while somebody waits. */
function thread(): Worker {
  if (worker) return worker;
  const started = new Worker(new URL('./hash-worker.ts', import.meta.url));
  started.on('message', (answer: HashAnswer) => {
    const asked = waiting.get(answer.file);
    waiting.delete(answer.file);
    if (waiting.size === 0) started.unref();
    if ('sums' in answer) asked?.resolve(answer.sums);
    else asked?.reject(new Error(answer.failure));
  });
  started.on('error', fail);
  started.on('exit', () => fail(new Error('The hashing thread ended')));
  started.unref();
  worker = started;
  return started;
}

/** A file that is hashed in the thread while it grows. */
export interface FollowedFile {
  /** The file has this length now; what is in it does not change any more. */
  grow(length: number): void;
  /** The checksums of all that it has grown to. */
  sums(): Promise<Sums>;
  /** Nobody will ask again. */
  end(): void;
}

/** Hashes a file in a thread: three checksums of 100 MB take a fifth of a second, in which this process would answer nobody. */
export function followFile(path: string, options: { sha512?: boolean | undefined } = {}): FollowedFile {
  const file = nextFile++;
  const host = thread();
  let length = 0;
  const order = (rest: Partial<HashOrder>) =>
    host.postMessage({ file, path, sha512: options.sha512 === true, length, isAsked: false, isEnd: false, ...rest } satisfies HashOrder);
  return {
    grow(to) {
      length = to;
      order({});
    },
    sums: () =>
      new Promise((resolve, reject) => {
        if (host !== worker) return reject(new Error('The hashing thread ended'));
        waiting.set(file, { resolve, reject });
        host.ref();
        order({ isAsked: true });
      }),
    end: () => order({ isEnd: true }),
  };
}
