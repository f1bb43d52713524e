import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';
import { readDirectDependencies } from './pom.ts';

/** The one version that Maven takes for what a pom asks for; undefined for ranges, and for what only a parent says. */
export const exactVersion = (requirement: string): string | undefined => /^\[?([^[\](),$\s]{1,100})\]?$/.exec(requirement)?.[1];

function readPom(text: string): NamedLibrary[] {
  try {
    return readDirectDependencies(text).map(({ name, requirement }) => ({ name, version: exactVersion(requirement) }));
  } catch {
    return [];
  }
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
  // https://maven.apache.org/pom.html#dependencies
  { path: /^(?:[^/]+\/)?pom\.xml$/, read: readPom, onlyAtTop: true },
];
