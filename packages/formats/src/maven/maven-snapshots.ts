import type { SnapshotRules } from '../snapshot-rules.ts';

const snapshotPath = /(^|\/)[^/]*-SNAPSHOT(\/|$)/;
const metadataPath = /maven-metadata\.xml(\.\w+)?$/;

/** Timestamp and number of a build in the name of a unique snapshot: `lib-1.0-20260102.030405-7.jar`. */
const uniqueBuild = /-(\d{8}\.\d{6}-(\d+))(?=[.-])/;

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

export const snapshots: SnapshotRules = {
  stageOf(path) {
    if (snapshotPath.test(path)) return 'snapshot';
    return metadataPath.test(path) ? undefined : 'release';
  },
  isFolder: (folder) => folder.endsWith('-SNAPSHOT'),
  surplus(names, keep) {
    const builds = surplusBuilds(names, keep);
    return new Set(names.filter((name) => builds.has(buildIn(name))));
  },
};
