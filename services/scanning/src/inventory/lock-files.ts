import { formats } from '@packhouse/formats/formats.ts';
import { findEvidence } from './known-files.ts';
import { evidence } from './libraries.ts';
import { foreignEvidence, type Library, type OwnedEvidence } from './library.ts';
import { evidencePath, getName, type LockKind, readWith } from './lock-kind.ts';

const locks: readonly OwnedEvidence[] = formats.flatMap(({ id, locks: known = [] }) => known.map((one) => ({ ...one, format: id })));

/** Folders whose files somebody else wrote, or that are there to be tested. */
const strange = /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|testdata|__fixtures__|\.git|\.yarn|Pods|Carthage)\//;
const deepest = 12;
/** Files that say what software consists of, not which packages it takes. */
const unlocked = /(?:\.(?:tf|tofu|ya?ml)|\.deps\.json)$/;

/** How to read this file, and which kind of file it is. */
function findLock(path: string): { found: OwnedEvidence; kind: LockKind } | undefined {
  if (path.split('/').length > deepest || strange.test(path)) return undefined;
  const name = getName(path);
  const own = locks.find((one) => one.path.test(name));
  if (own) return { found: own, kind: { format: own.format, of: 'locks' } };
  const other = unlocked.test(name) ? undefined : findEvidence(evidence, evidencePath(name), { atTop: true });
  return other && { found: other, kind: { format: other.format, of: foreignEvidence.includes(other) ? 'foreign' : 'evidence' } };
}

/** Which kind of lock file this is where software is written, in whichever folder; undefined for what is none, and for those that belong to others. */
export const findLockKind = (path: string): LockKind | undefined => findLock(path)?.kind;

/** How to read a lock file. */
export function findLockReader(path: string): ((text: string) => Library[]) | undefined {
  const lock = findLock(path);
  return lock && ((text) => readWith(lock.found, lock.kind, path, text));
}
