import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';
import { findRecord, ownValue } from '../text/plain-json.ts';
import { readFields } from './description.ts';

/** What is installed lies in a library, a folder for each package. Parts of R itself are its version's, and no packages. */
function readInstalled(text: string): NamedLibrary[] {
  const fields = readFields(text);
  if (!fields?.has('Built') || fields.get('Priority') === 'base') return [];
  return [{ name: fields.get('Package'), version: fields.get('Version') }];
}

/** https://rstudio.github.io/renv/articles/lockfile.html */
function readLock(text: string): NamedLibrary[] {
  try {
    const packages = findRecord(ownValue(JSON.parse(text), 'Packages')) ?? {};
    return Object.values(packages).map((one) => ({ name: ownValue(one, 'Package'), version: ownValue(one, 'Version') }));
  } catch {
    return [];
  }
}

export const evidence: readonly LibraryEvidence[] = [
  { path: /(?:^|\/)(?:site-)?library\/[A-Za-z][A-Za-z0-9.]{0,199}\/DESCRIPTION$/, read: readInstalled },
  { path: /^(?:[^/]+\/)?renv\.lock$/, read: readLock, onlyAtTop: true },
];
