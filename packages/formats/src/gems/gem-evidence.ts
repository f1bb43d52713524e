import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';

/** `s.licenses = ["MIT".freeze, "Ruby".freeze]`, as it is written where a gem is installed. */
function readLicences(text: string): string[] {
  const [, given = ''] = /^\s{0,20}\w{1,40}\.licen[cs]es?\s{0,5}=\s{0,5}([^\n]{1,2000})$/m.exec(text) ?? [];
  return [...given.matchAll(/"([^"\\]{1,300})"|'([^'\\]{1,300})'/g)].map(([, double, single]) => double ?? single ?? '');
}

/** The name of a gem's specification says what it is. https://guides.rubygems.org/specification-reference/ */
function readGemspec(text: string, path: string): NamedLibrary[] {
  // No file system keeps a longer name.
  if (path.length - path.lastIndexOf('/') > 256) return [];
  const [, name, version] = /\/([A-Za-z0-9._-]+?)-(\d[0-9A-Za-z.]*)(?:-[0-9A-Za-z_.-]+)?\.gemspec$/.exec(path) ?? [];
  return [{ name, version, licences: readLicences(text) }];
}

/** Gems that a lock file fixes. https://bundler.io/man/gemfile.5.html */
function readGemfileLock(text: string): NamedLibrary[] {
  const [, rubyGems = ''] = /^GEM$([\s\S]*?)^(?=\S)/m.exec(`${text}\n.`) ?? [];
  return [...rubyGems.matchAll(/^ {4}([A-Za-z0-9._-]{1,200}) \((\d[0-9A-Za-z.]{0,99})(?:-[^)\n]{0,100})?\)$/gm)].map(([, name, version]) => ({
    name,
    version,
  }));
}

export const evidence: readonly LibraryEvidence[] = [
  { path: /(?:^|\/)specifications\/(?:default\/)?[^/]+\.gemspec$/, read: (text, path) => readGemspec(text, `/${path}`) },
  { path: /^(?:[^/]+\/)?(?:Gemfile|gems)\.lock(?:ed)?$/, read: readGemfileLock, onlyAtTop: true },
];
