/** Counts the time that a thread works, and not what it waits for: an object store may be slow, and a queue long. */
export class WorkClock {
  #left: number;
  readonly #onEnd: () => void;
  #waits = 1;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Stands until it is resumed for the first time. */
  constructor(milliseconds: number, onEnd: () => void) {
    this.#left = milliseconds;
    this.#onEnd = onEnd;
  }

  resume(): void {
    if (--this.#waits > 0) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#onEnd, Math.max(0, this.#left));
  }

  pause(): void {
    if (this.#waits++ > 0) return;
    this.#left -= performance.now() - this.#since;
    clearTimeout(this.#timer);
  }

  /** Nothing follows any more. */
  stop(): void {
    this.#waits = Number.POSITIVE_INFINITY;
    clearTimeout(this.#timer);
  }
}
