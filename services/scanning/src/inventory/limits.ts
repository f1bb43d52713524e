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
  /** Archives inside archives. */
  depth: number;
  /** Components of one content. */
  components: number;
  /** Milliseconds for one content. */
  time: number;
}

export const usualLimits: Limits = {
  entries: 1_000_000,
  unpacked: 20 * 1024 ** 3,
  ratio: 200,
  file: 32 * 1024 ** 2,
  depth: 5,
  components: 50_000,
  time: 10 * 60_000,
};

const alwaysAllowed = 256 * 1024 ** 2;

/** The content cannot be read, or not within the limits; the message says which, for people. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
}

/** Counts against the limits of one content. */
export class Meter {
  readonly limits: Limits;
  readonly #packed: number;
  readonly #until: number;
  readonly #signal: AbortSignal | undefined;
  #entries = 0;
  #unpacked = 0;
  constructor(limits: Limits, packed: number, signal?: AbortSignal) {
    this.limits = limits;
    this.#packed = packed;
    this.#signal = signal;
    this.#until = Date.now() + limits.time;
  }
  /** @throws UnreadableError when there are too many entries, or it takes too long */
  entry(): void {
    this.#signal?.throwIfAborted();
    if (++this.#entries > this.limits.entries) throw new UnreadableError('The archive has too many entries');
    if (Date.now() > this.#until) throw new UnreadableError('Reading the archive took too long');
  }
  /** @throws UnreadableError when the content unpacks to far more than its size allows */
  unpacked(bytes: number): void {
    this.#signal?.throwIfAborted();
    this.#unpacked += bytes;
    if (this.#unpacked <= Math.min(alwaysAllowed, this.limits.unpacked)) return;
    if (this.#unpacked > this.limits.unpacked || this.#unpacked > this.#packed * this.limits.ratio)
      throw new UnreadableError('The archive unpacks to far more than its size allows');
    if (Date.now() > this.#until) throw new UnreadableError('Reading the archive took too long');
  }
}
