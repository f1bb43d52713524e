import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';
import { findRecord } from '../text/plain-json.ts';
import { findLicenses } from './npm-licences.ts';

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return findRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const readPackageJson = (text: string): NamedLibrary[] => {
  const json = parse(text);
  return json ? [{ name: json.name, version: json.version, licences: findLicenses(json) }] : [];
};

/** Packages that a lock file of npm fixes, in any of its three shapes. https://docs.npmjs.com/cli/configuring-npm/package-lock-json */
function readNpmLock(text: string): NamedLibrary[] {
  const json = parse(text);
  const packages = findRecord(json?.packages);
  if (packages)
    return Object.entries(packages).flatMap(([path, value]) => {
      const one = findRecord(value);
      if (path === '' || !one || one.link === true || one.dev === true) return [];
      return [{ name: typeof one.name === 'string' ? one.name : path.replace(/^.*node_modules\//, ''), version: one.version, licences: findLicenses(one) }];
    });
  const found: NamedLibrary[] = [];
  const waiting = [json?.dependencies];
  while (waiting.length > 0) {
    for (const [name, value] of Object.entries(findRecord(waiting.pop()) ?? {})) {
      const one = findRecord(value);
      if (!one || one.dev === true) continue;
      found.push({ name, version: one.version });
      waiting.push(one.dependencies);
    }
  }
  return found;
}

export const evidence: readonly LibraryEvidence[] = [
  { path: /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@][^/]*\/package\.json$/, read: readPackageJson },
  { path: /^[^/]+\/(?:npm-shrinkwrap|package-lock)\.json$/, read: readNpmLock, onlyAtTop: true },
];
