import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';

/** The name of a gem's specification says all. https://guides.rubygems.org/specification-reference/ */
function readGemspecName(path: string): NamedLibrary[] {
  // No file system keeps a longer name.
  if (path.length - path.lastIndexOf('/') > 256) return [];
  const [, name, version] = /\/([A-Za-z0-9._-]+?)-(\d[0-9A-Za-z.]*)(?:-[0-9A-Za-z_.-]+)?\.gemspec$/.exec(path) ?? [];
  return [{ name, version }];
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
  { path: /(?:^|\/)specifications\/(?:default\/)?[^/]+\.gemspec$/, read: (_text, path) => readGemspecName(`/${path}`) },
  { path: /^(?:[^/]+\/)?(?:Gemfile|gems)\.lock(?:ed)?$/, read: readGemfileLock, onlyAtTop: true },
];
