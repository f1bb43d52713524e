import { createHash, type Hash } from 'node:crypto';
import type { Checksums } from './blob-store.ts';

/** This is known of bytes once they have been read. */
export type Sums = Checksums & { sha512?: string; size: number };

/** The checksums of a stream, computed while it passes. */
export class Digests {
  readonly #sha256: Hash = createHash('sha256');
  readonly #sha1: Hash = createHash('sha1');
  readonly #md5: Hash = createHash('md5');
  readonly #sha512: Hash | undefined;
  size = 0;
  constructor(options: { sha512?: boolean | undefined } = {}) {
    this.#sha512 = options.sha512 ? createHash('sha512') : undefined;
  }

  update(chunk: Buffer): void {
    this.#sha256.update(chunk);
    this.#sha1.update(chunk);
    this.#md5.update(chunk);
    this.#sha512?.update(chunk);
    this.size += chunk.length;
  }

  /** The checksums so far; more may follow. */
  peek(): Sums {
    const hex = (hash: Hash) => hash.copy().digest('hex');
    return {
      sha256: hex(this.#sha256),
      sha1: hex(this.#sha1),
      md5: hex(this.#md5),
      ...(this.#sha512 ? { sha512: hex(this.#sha512) } : {}),
      size: this.size,
    };
  }
}

const hex64 = /^[0-9a-f]{64}$/;

/** Refuses anything that is not a SHA-256 in lower-case hexadecimal, so that no caller can walk through the store with it. */
export function requireSha256(text: string): string {
  if (!hex64.test(text)) throw Object.assign(new Error('Not a SHA-256'), { code: 'ENOENT' });
  return text;
}
