import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';
import { readDirectDependencies, readOwnLibrary } from './pom.ts';

/** The one version that Maven takes for what a pom asks for; undefined for ranges, and for what only a parent says. */
export const exactVersion = (requirement: string): string | undefined => /^\[?([^[\](),$\s]{1,100})\]?$/.exec(requirement)?.[1];

function readPom(text: string): NamedLibrary[] {
  try {
    return readDirectDependencies(text).map(({ name, requirement }) => ({ name, version: exactVersion(requirement) }));
  } catch {
    return [];
  }
}

function readOwnPom(text: string): NamedLibrary[] {
  try {
    const own = readOwnLibrary(text);
    return own && own.licences.length > 0 ? [own] : [];
  } catch {
    return [];
  }
}

/** Licences as the headers of a jar name them: addresses or names, each with attributes that do not count. https://docs.osgi.org/specification/osgi.core/8.0.0/framework.module.html */
function readBundleLicences(text: string): string[] {
  const header = /^Bundle-License:[ ]?(.*)$/im.exec(text.replace(/\r\n?/g, '\n').replace(/\n /g, ''))?.[1] ?? '';
  return (header.slice(0, 2000).match(/(?:"[^"]*"|[^",])+/g) ?? [])
    .map((one) =>
      one
        .trim()
        .replace(/^"?([^";]*)"?.*$/s, '$1')
        .trim(),
    )
    .filter((one) => one !== '');
}

export const evidence: readonly LibraryEvidence[] = [
  {
    path: /(?:^|\/)META-INF\/maven\/[^/]+\/[^/]+\/pom\.properties$/,
    // https://maven.apache.org/shared/maven-archiver/#pom-properties-content
    read(text) {
      const value = (name: string) => new RegExp(`^${name}\\s*[=:]\\s*(.+)$`, 'm').exec(text)?.[1]?.trim();
      const [group, artifact] = [value('groupId'), value('artifactId')];
      return group && artifact ? [{ name: `${group}:${artifact}`, version: value('version') }] : [];
    },
  },
  // Jars carry the pom along that they were made by.
  { path: /(?:^|\/)META-INF\/maven\/[^/]+\/[^/]+\/pom\.xml$/, read: readOwnPom },
  { path: /^META-INF\/MANIFEST\.MF$/, read: (text) => [{ name: '', version: '', licences: readBundleLicences(text) }], ofArchive: true },
  // https://maven.apache.org/pom.html#dependencies
  { path: /^(?:[^/]+\/)?pom\.xml$/, read: readPom, onlyAtTop: true },
];
