import { readFile } from 'node:fs/promises';
import { Digests, type Sums } from './digests.ts';
import { type FollowedFile, followFile } from './hash-thread.ts';

/** Below this, hashing takes less than telling a thread about it. */
export const smallFile = 1024 * 1024;

interface SumsOptions {
  sha512?: boolean | undefined;
}

/** The checksums of a file while it is written: of a small one computed on the way, of a larger one in a thread that reads what was written. */
export class GrowingSums {
  readonly #path: string;
  readonly #options: SumsOptions;
  #digests: Digests | undefined;
  #followed: FollowedFile | undefined;
  size = 0;
  constructor(path: string, options: SumsOptions = {}) {
    this.#path = path;
    this.#options = options;
    this.#digests = new Digests(options);
  }

  /** These bytes come next. */
  add(chunk: Buffer): void {
    this.size += chunk.length;
    this.#digests?.update(chunk);
  }

  /** So many bytes are in the file now. */
  written(length: number): void {
    if (this.#digests && length > smallFile) {
      this.#digests = undefined;
      this.#followed = followFile(this.#path, this.#options);
    }
    this.#followed?.grow(length);
  }

  /** The checksums so far; more may follow. */
  async current(): Promise<Sums> {
    return this.#followed ? this.#followed.sums() : this.#digests!.peek();
  }

  /** Nobody will ask again. */
  end(): void {
    this.#followed?.end();
  }
}

/** The checksums of a file that is there. */
export async function readSumsOfFile(path: string, size: number, options: SumsOptions): Promise<Sums> {
  const sums = new GrowingSums(path, options);
  try {
    if (size <= smallFile) sums.add(await readFile(path));
    sums.written(size);
    return await sums.current();
  } finally {
    sums.end();
  }
}
