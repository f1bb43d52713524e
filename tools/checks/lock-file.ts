import { satisfies } from 'semver';
import type { Finding } from './finding.ts';

/** The README asks for this: the oldest Node that may install. */
const oldestNode = '20.19.0';

interface LockEntry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

/**
 * A lock that installs here and fails elsewhere: written while a package's siblings for other platforms were absent from the
 * registry ("Missing … from lock file"), or with an optional package that npm leaves out silently under the oldest Node that may install.
 */
export function checkLockFile(file: string, lock: LockFile): Finding[] {
  return Object.entries(lock.packages).flatMap(([place, entry]) => [
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isLocked(lock, place, name))
      .map((name) => ({ file, message: `${place === '' ? 'the root' : place} needs ${name}, which has no entry` })),
    ...(isLeftOut(entry) ? [{ file, message: `${place} is optional and not installed by Node ${oldestNode}: it asks for ${entry.engines?.node}` }] : []),
  ]);
}

function isLeftOut({ optional = false, engines }: LockEntry): boolean {
  return optional && engines?.node !== undefined && !satisfies(oldestNode, engines.node);
}

function isLocked(lock: LockFile, place: string, name: string): boolean {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock.packages[candidate] !== undefined) return true;
    if (folder === '') return false;
  }
}
