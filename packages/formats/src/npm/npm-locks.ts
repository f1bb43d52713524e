import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';

/** Name and version of `@scope/name@1.2.3`. */
function splitAt(text: string): NamedLibrary {
  const at = text.indexOf('@', 1);
  return at < 0 ? { name: text, version: undefined } : { name: text.slice(0, at), version: text.slice(at + 1) };
}

/** Both generations of yarn: an entry begins at the margin, and what it fixes stands below it. https://yarnpkg.com/advanced/lexicon#lockfile */
function readYarnLock(text: string): NamedLibrary[] {
  const found: NamedLibrary[] = [];
  let entry: string | undefined;
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) entry = line.startsWith('#') ? undefined : line.replaceAll('"', '').split(/[:,](?:\s|$)/, 1)[0];
    if (entry === undefined || entry === '__metadata') continue;
    const version = /^ {2}version:? "?([^"\s]+)"?\s*$/.exec(line)?.[1];
    if (version === undefined) continue;
    // An alias names the package behind it; parts of the project itself are no packages of a registry.
    const meant = /@npm:((?:@[^/@]+\/)?[^/@]+)@/.exec(entry)?.[1];
    if (!/@(?:workspace|link|portal|file):/.test(entry)) found.push({ name: meant ?? splitAt(entry).name, version });
    entry = undefined;
  }
  return found;
}

/** Keys of packages in all versions of the lock file: `/name/1.0.0`, `/name@1.0.0`, `name@1.0.0(peer@1.0.0)`. https://pnpm.io/git#lockfiles */
function readPnpmLock(text: string): NamedLibrary[] {
  const found: NamedLibrary[] = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) isInside = /^packages:\s*$/.test(line);
    const key = isInside ? /^ {2}'?([^\s':][^\s']*)'?:\s*$/.exec(line.slice(0, 2000))?.[1] : undefined;
    if (key === undefined) continue;
    const plain = key.replace(/\(.*$/, '').replace(/^\//, '');
    const old = /^((?:@[^/]+\/)?[^/@]+)\/(\d[^/_]*)/.exec(plain);
    if (old) found.push({ name: old[1], version: old[2] });
    else found.push(splitAt(plain.replace(/_.*$/, '')));
  }
  return found.filter(({ version }) => typeof version === 'string' && /^\d/.test(version));
}

/** Each package is a list that begins with its name and version. https://bun.sh/docs/install/lockfile */
function readBunLock(text: string): NamedLibrary[] {
  const [, packages = ''] = text.split(/^ {2}"packages": \{/m);
  return packages.split('\n').flatMap((line) => {
    const meant = /^ {4}"[^"]{1,400}": \["([^"]{1,400})"/.exec(line)?.[1];
    return meant === undefined || /@(?:workspace|link|file):/.test(meant) ? [] : [splitAt(meant)];
  });
}

/** What other package managers of the ecosystem fix. */
export const locks: readonly LibraryEvidence[] = [
  { path: /^yarn\.lock$/, read: readYarnLock },
  { path: /^pnpm-lock\.yaml$/, read: readPnpmLock },
  { path: /^bun\.lock$/, read: readBunLock },
];
