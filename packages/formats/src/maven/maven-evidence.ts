import type { LibraryEvidence } from '../library-evidence.ts';

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
];
