import semver from 'semver';
import { compareNaturally } from '../natural-order.ts';

/** Orders as npm does; what is no semantic version comes first. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [semver.parse(a, { loose: true }), semver.parse(b, { loose: true })];
  if (one && other) return semver.compareBuild(one, other, true);
  if (one || other) return one ? 1 : -1;
  return compareNaturally(a, b);
}

/** The version `latest` means when nobody said: the highest release, else the highest of all. */
export function highest(versions: Iterable<string>): string | undefined {
  let best: string | undefined;
  for (const version of versions) {
    const [now, before] = [semver.prerelease(version) === null, best !== undefined && semver.prerelease(best) === null];
    if (best === undefined || (now && !before) || (now === before && compareVersions(version, best) > 0)) best = version;
  }
  return best;
}
