import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { formats } from '@packhouse/formats/formats.ts';
import type { LibraryEvidence } from '@packhouse/formats/library-evidence.ts';
import { type Library, libraryReader, makeLibraries } from './libraries.ts';

const locks: readonly (LibraryEvidence & { format: FormatId })[] = formats.flatMap(({ id, locks: known = [] }) => known.map((one) => ({ ...one, format: id })));

/** Folders whose files somebody else wrote, or that are there to be tested. */
const strange = /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|testdata|__fixtures__|\.git|\.yarn|Pods|Carthage)\//;
const deepest = 12;
/** Files that say what software consists of, not which packages it takes. */
const unlocked = /(?:\.(?:tf|tofu|ya?ml)|\.deps\.json)$/;

const getName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** How to read a lock file where software is written, in whichever folder; undefined for what is none, and for those that belong to others. */
export function findLockReader(path: string): ((text: string) => Library[]) | undefined {
  if (path.split('/').length > deepest || strange.test(path)) return undefined;
  const name = getName(path);
  const own = locks.find((one) => one.path.test(name));
  if (own) return (text) => makeLibraries(own.format, own.read(text, name));
  // The folder of a lock file is the top of what it is about.
  return unlocked.test(name) ? undefined : libraryReader(`repository/${name}`, { atTop: true });
}
