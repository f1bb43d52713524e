import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';
import { findRecord, ownValue } from '../text/plain-json.ts';
import { readLicences } from './composer-manifest.ts';

function listPackages(value: unknown): NamedLibrary[] {
  return (Array.isArray(value) ? value : []).map((one) => ({
    name: ownValue(one, 'name'),
    version: ownValue(one, 'version'),
    licences: readLicences(ownValue(one, 'license')),
  }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is for development only stands in a list of its own. https://getcomposer.org/doc/01-basic-usage.md#commit-your-composer-lock-file-to-version-control */
const readLock = (text: string): NamedLibrary[] => listPackages(ownValue(parse(text), 'packages'));

/** What is installed: a list in the first generation of Composer, a document in the second, which says what of it is for development. */
function readInstalled(text: string): NamedLibrary[] {
  const document = parse(text);
  if (Array.isArray(document)) return listPackages(document);
  const names = ownValue(document, 'dev-package-names');
  const development = new Set<unknown>(Array.isArray(names) ? names : []);
  return findRecord(document) ? listPackages(ownValue(document, 'packages')).filter(({ name }) => !development.has(name)) : [];
}

export const evidence: readonly LibraryEvidence[] = [
  { path: /(?:^|\/)vendor\/composer\/installed\.json$/, read: readInstalled },
  { path: /^(?:[^/]+\/)?composer\.lock$/, read: readLock, onlyAtTop: true },
];
