import type { SnapshotRules } from '../snapshot-rules.ts';

const snapshotPath = /(^|\/)[^/]*-SNAPSHOT(\/|$)/;
const metadataPath = /maven-metadata\.xml(\.\w+)?$/;

/** Timestamp and number of a build in the name of a unique snapshot: `lib-1.0-20260102.030405-7.jar`. */
const uniqueBuild = /-(\d{8}\.\d{6}-(\d+))(?=[.-])/;

const readNumber = (build: string) => Number(build.slice(build.lastIndexOf('-') + 1));
const buildIn = (name: string) => uniqueBuild.exec(name)?.[1] ?? '';

/** The builds that are one too many, oldest first: the newest `keep` stay. */
export function surplusBuilds(names: readonly string[], keep: number): ReadonlySet<string> {
  const builds = new Map<string, number>();
  for (const name of names) {
    const match = uniqueBuild.exec(name);
    if (match?.[1] !== undefined) builds.set(match[1], Number(match[2]));
  }
  const oldestFirst = [...builds].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  return new Set(oldestFirst.slice(0, Math.max(0, oldestFirst.length - keep)).map(([build]) => build));
}

const checksumEnding = /\.(?:sha1|sha256|sha512|md5)$/;

/** Version, what stands before the build in names of the folder, and where the name begins. */
function splitPath(path: string): { folder: string; name: string; version: string } | undefined {
  const [, folder, version, name] = /^((?:.*\/)?([^/]*)-SNAPSHOT\/)([^/]+)$/.exec(path) ?? [];
  return folder === undefined || version === undefined || name === undefined ? undefined : { folder, version, name };
}

function plainName(path: string): string {
  const place = splitPath(path);
  return place ? `${place.folder}${place.name.replace(uniqueBuild, '-SNAPSHOT')}` : path;
}

function uniqueName(path: string, names: readonly string[], now: Date): string {
  const place = splitPath(path);
  const at = place ? place.name.indexOf(`-${place.version}-SNAPSHOT`) : -1;
  if (!place || at < 0) return path;
  const start = place.name.slice(0, at + place.version.length + 1);
  const tail = place.name.slice(start.length + '-SNAPSHOT'.length);
  const builds = names.filter((name) => name.startsWith(start) && buildIn(name) !== '').map(buildIn);
  const newest = builds.sort((a, b) => readNumber(a) - readNumber(b) || (a < b ? -1 : 1)).at(-1);
  const isOfNewest = newest !== undefined && (checksumEnding.test(tail) || !names.includes(`${start}-${newest}${tail}`));
  const time = now.toISOString().replaceAll(/[-:]/g, '').replace('T', '.').slice(0, 15);
  const build = isOfNewest ? newest : `${time}-${newest === undefined ? 1 : readNumber(newest) + 1}`;
  return `${place.folder}${start}-${build}${tail}`;
}

export const snapshots: SnapshotRules = {
  stageOf(path) {
    if (snapshotPath.test(path)) return 'snapshot';
    return metadataPath.test(path) ? undefined : 'release';
  },
  isFolder: (folder) => folder.endsWith('-SNAPSHOT'),
  plainName,
  uniqueName,
  surplus(names, keep) {
    const builds = surplusBuilds(names, keep);
    return new Set(names.filter((name) => builds.has(buildIn(name))));
  },
};
