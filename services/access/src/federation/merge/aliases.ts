import { isAlias, type Register } from './register.ts';

/** Tells who is the same as whom: of those that are, the smallest uid stands for all, so that every deployment decides alike. */
export class Aliases {
  readonly #roots = new Map<string, string>();
  /** All that stand for the same, by the one that stands for them, which is the first. */
  readonly #groups = new Map<string, readonly string[]>();

  constructor(registers: Iterable<Pick<Register, 'uid' | 'register'>> = []) {
    for (const { uid, register } of registers) if (isAlias(register)) this.join(uid, register.slice('alias/'.length));
  }

  join(one: string, other: string): void {
    const [a, b] = [this.of(one), this.of(other)];
    if (a === b) return;
    const [root, gone] = a < b ? [a, b] : [b, a];
    const joined = this.allOf(gone);
    this.#groups.set(root, [...this.allOf(root), ...joined]);
    this.#groups.delete(gone);
    for (const uid of joined) this.#roots.set(uid, root);
  }

  /** The uid that stands for this one. */
  of(uid: string): string {
    return this.#roots.get(uid) ?? uid;
  }

  /** All uids that stand for the same, this one among them. */
  allOf(uid: string): readonly string[] {
    const root = this.of(uid);
    return this.#groups.get(root) ?? [root];
  }
}
