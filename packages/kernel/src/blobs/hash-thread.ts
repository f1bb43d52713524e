import { Worker } from 'node:worker_threads';
import type { Sums } from './digests.ts';

export type Algorithm = 'md5' | 'sha1' | 'sha256' | 'sha512';

export interface HashOrder {
  file: number;
  path: string;
  algorithms: readonly Algorithm[];
  /** How much of the file may be read now. */
  length: number;
  isAsked: boolean;
  isEnd: boolean;
}

type PartialSums = Partial<Record<Algorithm, string>> & { size: number };

export type HashAnswer = { file: number; sums: PartialSums } | { file: number; failure: string };

interface Waiting {
  resolve(sums: PartialSums): void;
  reject(error: Error): void;
}

/** A thread that is started by the first large body and lives as long as the process; it keeps the process alive only while somebody waits. */
class HashThread {
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();

  #fail(error: Error): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #forget(file: number): void {
    this.#waiting.delete(file);
    if (this.#waiting.size === 0) this.#worker?.unref();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const started = new Worker(new URL('./hash-worker.ts', import.meta.url));
    started.on('message', (answer: HashAnswer) => {
      const asked = this.#waiting.get(answer.file);
      this.#forget(answer.file);
      if ('sums' in answer) asked?.resolve(answer.sums);
      else asked?.reject(new Error(answer.failure));
    });
    started.on('error', (error) => this.#fail(error));
    started.on('exit', () => this.#fail(new Error('The hashing thread ended')));
    started.unref();
    this.#worker = started;
    return started;
  }

  follow(file: number, path: string, algorithms: readonly Algorithm[]) {
    const host = this.#start();
    let length = 0;
    const order = (rest: Partial<HashOrder>) => host.postMessage({ file, path, algorithms, length, isAsked: false, isEnd: false, ...rest } satisfies HashOrder);
    return {
      grow: (to: number) => {
        length = to;
        order({});
      },
      sums: () =>
        new Promise<PartialSums>((resolve, reject) => {
          if (host !== this.#worker) return reject(new Error('The hashing thread ended'));
          this.#waiting.set(file, { resolve, reject });
          host.ref();
          order({ isAsked: true });
        }),
      end: () => {
        this.#forget(file);
        order({ isEnd: true });
      },
    };
  }
}

/** MD5 alone takes as long as SHA-256 and SHA-1 together, so that two threads are done in half the time. */
const threads: readonly { thread: HashThread; algorithms: readonly Algorithm[] }[] = [
  { thread: new HashThread(), algorithms: ['sha256', 'sha1'] },
  { thread: new HashThread(), algorithms: ['md5'] },
];
let nextFile = 1;

/** A file that is hashed in threads while it grows. */
export interface FollowedFile {
  /** The file has this length now; what is in it does not change any more. */
  grow(length: number): void;
  /** The checksums of all that it has grown to. */
  sums(): Promise<Sums>;
  /** Nobody will ask again. */
  end(): void;
}

/** Hashes a file in threads: three checksums of 100 MB take a fifth of a second, in which this process would answer nobody. */
export function followFile(path: string, options: { sha512?: boolean | undefined } = {}): FollowedFile {
  const file = nextFile++;
  const followers = threads.map(({ thread, algorithms }, index) =>
    thread.follow(file, path, options.sha512 && index === 0 ? [...algorithms, 'sha512'] : algorithms),
  );
  return {
    grow: (length) => {
      for (const follower of followers) follower.grow(length);
    },
    sums: async () => Object.assign({}, ...(await Promise.all(followers.map((follower) => follower.sums())))) as Sums,
    end: () => {
      for (const follower of followers) follower.end();
    },
  };
}
