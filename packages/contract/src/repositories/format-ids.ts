/** The package formats, under the words that the REST API and the console use. */
export const formatIds = [
  'generic',
  'docker',
  'npm',
  'maven',
  'pypi',
  'gradle',
  'helm',
  'go',
  'debian',
  'rpm',
  'swift',
  'terraform',
  'nuget',
  'cargo',
  'gems',
  'alpine',
] as const;
export type FormatId = (typeof formatIds)[number];

const aliases: Record<string, FormatId> = {
  golang: 'go',
  gav: 'maven',
  deb: 'debian',
  rubygems: 'gems',
  gem: 'gems',
  yum: 'rpm',
  oci: 'docker',
  'terraform-module': 'terraform',
  'terraform-provider': 'terraform',
  python: 'pypi',
  apk: 'alpine',
};

/** The format that an incoming name means, whatever its spelling; undefined when there is none. */
export function formatIdOf(name: string): FormatId | undefined {
  const lower = name.toLowerCase();
  return (formatIds as readonly string[]).includes(lower) ? (lower as FormatId) : aliases[lower];
}

const queryNames: Partial<Record<FormatId, string>> = { debian: 'deb', gems: 'rubygems' };

/** The spelling that package queries use for a format. */
export function queryNameOf(id: FormatId): string {
  return queryNames[id] ?? id;
}

export const repositoryClasses = ['local', 'remote', 'virtual'] as const;
export type RepositoryClass = (typeof repositoryClasses)[number];
