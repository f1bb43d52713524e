import { canonical, getChosen, getKey, getVersion, isAlias, isDeletion, isMark, type Register } from './register.ts';

/** What became of a register that came: it is news, the same is known, something later is. */
export type Taken = 'applied' | 'known' | 'older';

export interface Merged {
  taken: Taken;
  /** The two were written without knowledge of each other, and the one was lost. */
  conflict?: { kept: Register; lost: Register };
}

/** Whether the one is to be kept rather than the other; both are of one name. A mark that was lifted stays lifted. */
export function isLater(one: Register, other: Register): boolean {
  if (isMark(one.register) && (one.value === 'lifted') !== (other.value === 'lifted')) return one.value === 'lifted';
  const [a, b] = [getVersion(one), getVersion(other)];
  return a === b ? canonical(one.value) > canonical(other.value) : a > b;
}

const isSame = (one: Register, other: Register) => getVersion(one) === getVersion(other) && canonical(one.value) === canonical(other.value);

const getText = ({ register, value }: Register) => canonical(getChosen(register, value));

/** Only plain values can be lost: of marks, deletions and aliases every one counts. */
function findConflict(kept: Register, lost: Register): Merged['conflict'] {
  if (isMark(kept.register) || isDeletion(kept.register) || isAlias(kept.register)) return undefined;
  const wasSeen = getVersion(lost) <= kept.replaced;
  return wasSeen || getText(kept) === getText(lost) ? undefined : { kept, lost };
}

/** Compares what came with what is known; commutative, associative and idempotent. */
export function compare(known: Register | undefined, came: Register): Merged {
  if (!known) return { taken: 'applied' };
  if (isSame(known, came)) return { taken: 'known' };
  const [kept, lost] = isLater(came, known) ? [came, known] : [known, came];
  const conflict = findConflict(kept, lost);
  return { taken: kept === came ? 'applied' : 'older', ...(conflict ? { conflict } : {}) };
}

/** Of what is deleted, only this is remembered. */
export const outlivesDeletion = (register: string) => isDeletion(register) || isAlias(register);

/** Everything that is known, by the names of registers. */
export type Registers = Map<string, Register>;

/** Takes a register in, as a whole deployment does. */
export function take(registers: Registers, came: Register): Merged {
  const deleted = registers.get(getKey({ ...came, register: 'deleted' }));
  if (deleted && !outlivesDeletion(came.register)) return { taken: 'older' };
  const merged = compare(registers.get(getKey(came)), came);
  if (merged.taken !== 'applied') return merged;
  registers.set(getKey(came), came);
  if (!isDeletion(came.register)) return merged;
  for (const [key, { kind, uid, register }] of registers) if (kind === came.kind && uid === came.uid && !outlivesDeletion(register)) registers.delete(key);
  return merged;
}
