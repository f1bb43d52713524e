import semver from 'semver';

/** Semantic versions; what is none stands before all that are. */
export function compareVersions(a: string, b: string): number {
  if (semver.valid(a) && semver.valid(b)) return semver.compareBuild(a, b);
  return semver.valid(a) ? 1 : semver.valid(b) ? -1 : a.localeCompare(b);
}
