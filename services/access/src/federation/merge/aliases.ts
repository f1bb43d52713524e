import { isAlias, type Register } from './register.ts';

/** Tells who is the same as whom: of those that are, the smallest uid stands for all, so that every deployment decides alike. */
export class Aliases {
  readonly #parents = new Map<string, string>();

  constructor(registers: Iterable<Pick<Register, 'uid' | 'register'>> = []) {
    for (const { uid, register } of registers) if (isAlias(register)) this.join(uid, register.slice('alias/'.length));
  }

  join(one: string, other: string): void {
    const [a, b] = [this.of(one), this.of(other)];
    if (a !== b) this.#parents.set(a < b ? b : a, a < b ? a : b);
  }

  /** The uid that stands for this one. */
  of(uid: string): string {
    const parent = this.#parents.get(uid);
    return parent === undefined ? uid : this.of(parent);
  }

  /** All uids that stand for the same, this one among them. */
  allOf(uid: string): string[] {
    const root = this.of(uid);
    return [root, ...[...this.#parents.keys()].filter((one) => this.of(one) === root)];
  }
}
