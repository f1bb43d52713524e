import { setImmediate } from 'node:timers/promises';
import { SaidError } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';

/** Bounds on what is read of content that strangers made. Every breach ends the scan with its reason. */
export interface Limits {
  /** Entries of one archive, those of archives inside it included. */
  entries: number;
  /** Bytes that come out of decompression, in all. */
  unpacked: number;
  /** Times that unpacked bytes may exceed packed ones, beyond the first few. */
  ratio: number;
  /** Bytes of one file that is read whole. */
  file: number;
  /** Bytes of one program, of the database of a distribution, or of the inside of a package. */
  program: number;
  /** Archives inside archives, and indexes of images inside indexes. */
  depth: number;
  /** Components of one content; of an image, with those of all its layers. */
  components: number;
  /** Characters that are kept of one content: names, versions, paths. */
  text: number;
  /** Layers of one image, and images of one index. */
  layers: number;
  images: number;
  /** Milliseconds for one content. */
  time: number;
}

export const usualLimits: Limits = {
  entries: 1_000_000,
  unpacked: 20 * 1024 ** 3,
  ratio: 200,
  file: 32 * 1024 ** 2,
  program: 256 * 1024 ** 2,
  depth: 5,
  components: 50_000,
  text: 32 * 1024 ** 2,
  layers: 500,
  images: 100,
  time: 10 * 60_000,
};

const alwaysAllowed = 256 * 1024 ** 2;
/** A text costs this beside its characters. */
const textCost = 32;

/** The content cannot be read, or not within the limits; the message says which, for people. */
export class UnreadableError extends SaidError {
  override name = 'UnreadableError';
}

/** Counts against the limits of one content. */
export class Meter {
  readonly limits: Limits;
  #packed: number;
  readonly #until: number;
  readonly #signal: AbortSignal | undefined;
  #entries = 0;
  #unpacked = 0;
  #components = 0;
  #text = 0;
  constructor(limits: Limits, packed: number, signal?: AbortSignal) {
    this.limits = limits;
    this.#packed = packed;
    this.#signal = signal;
    this.#until = Date.now() + limits.time;
  }
  /** Takes in more content that is read within the same limits. */
  more(packed: number): void {
    this.#packed += packed;
  }
  /** @throws UnreadableError when it takes too long */
  time(): void {
    this.#signal?.throwIfAborted();
    if (Date.now() > this.#until) throw new UnreadableError(say(scanningWords.archive_too_slow));
  }
  /** Lets others have the processor. @throws UnreadableError when it takes too long */
  async pause(): Promise<void> {
    this.time();
    await setImmediate();
  }
  /** @throws UnreadableError when there are too many entries, or it takes too long */
  entry(): void {
    if (++this.#entries > this.limits.entries) throw new UnreadableError(say(scanningWords.archive_entries_exceeded));
    this.time();
  }
  /** @throws UnreadableError when there are too many components */
  components(count: number): void {
    this.#components += count;
    if (this.#components > this.limits.components) throw new UnreadableError(say(scanningWords.too_many_components, { count: this.limits.components }));
  }
  /** Counts texts that are kept. @throws UnreadableError when there are too many, or too long ones */
  keep(...texts: readonly (string | undefined)[]): void {
    for (const text of texts) if (text !== undefined) this.#text += text.length + textCost;
    if (this.#text > this.limits.text) throw new UnreadableError(say(scanningWords.too_many_names));
  }
  /** @throws UnreadableError when the content unpacks to far more than its size allows */
  unpacked(bytes: number): void {
    this.#signal?.throwIfAborted();
    this.#unpacked += bytes;
    if (this.#unpacked <= Math.min(alwaysAllowed, this.limits.unpacked)) return;
    if (this.#unpacked > this.limits.unpacked || this.#unpacked > this.#packed * this.limits.ratio)
      throw new UnreadableError(say(scanningWords.archive_too_large_unpacked));
    if (Date.now() > this.#until) throw new UnreadableError(say(scanningWords.archive_too_slow));
  }
}
