/** A checksum is spread evenly, so that its beginning, as far as a number holds it, stands for it: 52 of its bits. */
const toNumber = (sha256: string) => Number.parseInt(sha256.slice(0, 13), 16);

/** Added ones are kept apart until there are this many. */
const mostAdded = 4096;

/** Content that may be blocked. What it does not hold is blocked nowhere; of what it holds the database is asked. */
export class BlockedSet {
  #sorted = new Float64Array();
  readonly #added = new Set<number>();

  /** Puts other content in the place of all that it holds. */
  replace(sums: readonly string[]): void {
    this.#sorted = Float64Array.from(sums, toNumber).sort();
    this.#added.clear();
  }

  add(sha256: string): void {
    this.#added.add(toNumber(sha256));
    if (this.#added.size < mostAdded) return;
    const all = new Float64Array(this.#sorted.length + this.#added.size);
    all.set(this.#sorted);
    all.set([...this.#added], this.#sorted.length);
    this.#sorted = all.sort();
    this.#added.clear();
  }

  has(sha256: string): boolean {
    if (this.#sorted.length === 0 && this.#added.size === 0) return false;
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
