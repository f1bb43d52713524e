/** A checksum is spread evenly, so that its beginning, as far as a number holds it, stands for it: 52 of its bits. */
const toNumber = (sha256: string) => Number.parseInt(sha256.slice(0, 13), 16);

/** Added ones are kept apart until there are this many. */
const mostAdded = 4096;

/** Content that may be blocked. What it does not hold is blocked nowhere; of what it holds the database is asked. */
export class BlockedSet {
  #sorted = new Float64Array();
  readonly #added = new Set<number>();

  /** Takes up what is kept. What is added while that is being read may be missing there, and stays. */
  async fill(read: () => Promise<readonly string[]>): Promise<void> {
    this.#take(Float64Array.from(await read(), toNumber));
  }

  add(sha256: string): void {
    this.#added.add(toNumber(sha256));
    if (this.#added.size < mostAdded) return;
    this.#take(Float64Array.from(this.#added));
    this.#added.clear();
  }

  isEmpty(): boolean {
    return this.#sorted.length === 0 && this.#added.size === 0;
  }

  #take(more: Float64Array): void {
    const all = new Float64Array(this.#sorted.length + more.length);
    all.set(this.#sorted);
    all.set(more, this.#sorted.length);
    this.#sorted = all.sort();
  }

  has(sha256: string): boolean {
    if (this.isEmpty()) return false;
    const wanted = toNumber(sha256);
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#sorted[middle]! < wanted) from = middle + 1;
      else to = middle;
    }
    return this.#sorted[from] === wanted || this.#added.has(wanted);
  }
}
