import semver from 'semver';
import type { NamedLibrary } from '../library-evidence.ts';
import type { Ecosystem } from './ecosystem.ts';

/** What stands in `packages` and comes from a server of packages; `direct dev` is for development only. https://dart.dev/tools/pub/glossary#lockfile */
function readPubLock(text: string): NamedLibrary[] {
  const found: NamedLibrary[] = [];
  let isInside = false;
  let entry = new Map<string, string>();
  const keep = (name: string | undefined) => {
    if (name !== undefined && entry.get('source') === 'hosted' && entry.get('dependency') !== 'direct dev') found.push({ name, version: entry.get('version') });
  };
  let name: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\S/.test(line)) isInside = line === 'packages:';
    if (!isInside) continue;
    const next = /^ {2}"?([A-Za-z0-9_]{1,200})"?:$/.exec(line.slice(0, 300))?.[1];
    if (next !== undefined) {
      keep(name);
      [name, entry] = [next, new Map()];
    }
    const [, key, value] = /^ {4}([a-z]{1,20}): "?([0-9A-Za-z](?:[0-9A-Za-z .+-]{0,150}[0-9A-Za-z])?)"?$/.exec(line.slice(0, 300)) ?? [];
    if (key !== undefined && value !== undefined) entry.set(key, value);
  }
  keep(name);
  return found;
}

/** Semantic versions of which, other than elsewhere, also what stands behind a `+` has an order. https://github.com/dart-lang/core/tree/main/pkgs/pub_semver */
function compare(a: string, b: string): number {
  return semver.compareBuild(a, b);
}

/** Packages of Dart and Flutter. */
export const pub: Ecosystem = {
  id: 'Pub',
  purlType: 'pub',
  advisories: { knows: (version) => semver.valid(version) !== null, compare },
  evidence: [{ path: /^(?:[^/]+\/)?pubspec\.lock$/, read: readPubLock, onlyAtTop: true }],
  published: { records: null, licence: 'CC BY 4.0' },
};
