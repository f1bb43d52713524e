import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { LibraryEvidence } from '@packhouse/formats/library-evidence.ts';
import { loadFormat } from '@packhouse/formats/load-format.ts';
import { foreignEvidence, type Library, makeLibraries } from './library.ts';

/** A kind of lock file: whose it is, and where its reader stands, so that a thread has to load nothing else. */
export interface LockKind {
  format: FormatId;
  of: 'locks' | 'evidence' | 'foreign';
}

export const getName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The folder of a lock file is the top of what it is about. */
export const evidencePath = (name: string): string => `repository/${name}`;

/** Reads a lock file with its reader, which is told the name as its kind expects it. */
export function readWith(found: LibraryEvidence, { format, of }: LockKind, path: string, text: string): Library[] {
  const name = getName(path);
  return makeLibraries(format, found.read(text, of === 'locks' ? name : evidencePath(name)));
}

/** Reads a lock file of this kind. Of all formats only that one is loaded. */
export async function readLock(kind: LockKind, path: string, text: string): Promise<Library[]> {
  const known = kind.of === 'foreign' ? foreignEvidence : (await loadFormat(kind.format))[kind.of];
  const wanted = kind.of === 'locks' ? getName(path) : evidencePath(getName(path));
  const found = known?.find((one) => one.path.test(wanted));
  return found === undefined ? [] : readWith(found, kind, path, text);
}
