import { isLater } from './merge.ts';
import { isDeletion, type Json, type Register } from './register.ts';

/** What the registers of one user, group, permission or token say together. */
export interface Folded {
  deleted: boolean;
  /** The newest register of each name. */
  values: ReadonlyMap<string, Register>;
  /** Marks that nobody has lifted, by what they restrict. */
  marks: ReadonlyMap<string, readonly Register[]>;
}

/** Puts registers of all uids that stand for the same together; where they name others, `rename` says which of their uids stands for all. */
export function fold(registers: Iterable<Register>, rename: (register: Register) => Register = (one) => one): Folded {
  const values = new Map<string, Register>();
  for (const raw of registers) {
    const one = rename(raw);
    const known = values.get(one.register);
    if (!known || isLater(one, known)) values.set(one.register, one);
  }
  const marks = new Map<string, Register[]>();
  for (const one of values.values()) {
    const [family, what = ''] = one.register.split('/');
    if (family === 'mark' && one.value === 'set') marks.set(what, [...(marks.get(what) ?? []), one]);
  }
  return { deleted: [...values.keys()].some(isDeletion), values, marks };
}

export const isRestricted = (folded: Folded, what: string) => (folded.marks.get(what)?.length ?? 0) > 0;

/** A right that somebody gave and nobody has taken away since. */
export const isGranted = (folded: Folded, what: string) => folded.values.get(what)?.value === true && !isRestricted(folded, what);

/** A change of one thing: what is to be written. */
export interface Wish {
  register: string;
  value: Json;
}

/** Restricts by a new mark, or lifts all marks that are known. */
export function restrict(folded: Folded, what: string, on: boolean, id: () => string): Wish[] {
  if (on === isRestricted(folded, what)) return [];
  if (on) return [{ register: `mark/${what}/${id()}`, value: 'set' }];
  return (folded.marks.get(what) ?? []).map(({ register }) => ({ register, value: 'lifted' }));
}

/** Gives a right, or takes it away by a mark. */
export function grant(folded: Folded, what: string, on: boolean, id: () => string): Wish[] {
  if (on === isGranted(folded, what)) return [];
  if (!on) return restrict(folded, what, true, id);
  const given = folded.values.get(what)?.value === true ? [] : [{ register: what, value: true }];
  return [...given, ...restrict(folded, what, false, id)];
}
