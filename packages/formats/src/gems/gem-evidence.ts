import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';

/** The name of a gem's specification says all. https://guides.rubygems.org/specification-reference/ */
function readGemspecName(path: string): NamedLibrary[] {
  // No file system keeps a longer name.
  if (path.length - path.lastIndexOf('/') > 256) return [];
  const [, name, version] = /\/([A-Za-z0-9._-]+?)-(\d[0-9A-Za-z.]*)(?:-[0-9A-Za-z_.-]+)?\.gemspec$/.exec(path) ?? [];
  return [{ name, version }];
}

export const evidence: readonly LibraryEvidence[] = [
  { path: /(?:^|\/)specifications\/(?:default\/)?[^/]+\.gemspec$/, read: (_text, path) => readGemspecName(`/${path}`) },
];
