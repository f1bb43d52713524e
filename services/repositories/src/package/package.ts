import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { getPackageId, type PackageFilter, type PackageOrder, parsePackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { FilterName } from '@packhouse/contract/repositories/search-query.ts';
import { findUnusedFilters } from '@packhouse/contract/repositories/used-filters.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { FindingCounts, RiskLevel, ScanDirectory, VersionPlace } from '@packhouse/peers/scans.ts';
import type { Db } from '../schema.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { DownloadDay } from './download-day-queries.ts';
import { openDownloadDays } from './download-days.ts';
import {
  countPackageGroups,
  type PackageGroup,
  type PackagePlace,
  type PackageSelectionFilter,
  selectFacts,
  selectPackageDownloads,
  selectPackageFollowers,
  selectPackageGroup,
  selectPackageGroups,
  selectPackagePlaces,
  selectVersions,
  type VersionFacts,
  type VersionIdentity,
} from './package-queries.ts';
import { compareVersions, newestVersion } from './version-order.ts';

/** Counting stops here: beyond it people only need to know that there are many. */
const mostCounted = 10_000;

export interface PackagePage {
  nodes: PackageNode[];
  hasNextPage: boolean;
  endCursor: string | null;
  /** Filters that nobody here can judge by. */
  unusedFilters: FilterName[];
  totalCount(): Promise<number>;
}

export interface PackageListOptions {
  filter: PackageFilter;
  order: PackageOrder;
  direction: 'asc' | 'desc';
  first: number;
  after?: string | undefined;
  scans?: ScanDirectory | undefined;
}

/** Calls the function once, at the first need. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/** What scanning says of the newest versions, of those of which it says something. */
async function askOfNewest<Said>(
  newest: ReadonlyMap<PackageGroup, VersionIdentity>,
  ask: (places: readonly VersionPlace[]) => Promise<readonly (Said | undefined)[]>,
): Promise<Map<PackageGroup, Said>> {
  const groups = [...newest.keys()];
  const said = await ask(groups.map((group) => ({ repository: newest.get(group)!.repository_key, package: group.name, version: newest.get(group)!.version })));
  return new Map(groups.flatMap((group, index) => (said[index] === undefined ? [] : [[group, said[index]]])));
}

/** Loads what the packages of one page share: each of these is one query for all of them, made when a field first asks for it. */
function packageLoads(db: Db, actor: Actor, groups: readonly PackageGroup[]) {
  const ids = groups.flatMap((group) => group.ids);
  const versions = once(async () => Map.groupBy(await selectVersions(db, actor, ids), (row) => row.package_id));
  const newest = once(async () => {
    const byPackage = await versions();
    const found = new Map<PackageGroup, VersionIdentity>();
    for (const group of groups) {
      const version = newestVersion(
        group.format,
        group.ids.flatMap((id) => byPackage.get(id) ?? []),
      );
      if (version) found.set(group, version);
    }
    return found;
  });
  let counted: Promise<Map<PackageGroup, FindingCounts>> | undefined;
  let judged: Promise<Map<PackageGroup, RiskLevel>> | undefined;
  return {
    versions,
    newest,
    facts: once(async () =>
      selectFacts(
        db,
        [...(await newest()).values()].map((version) => version.id),
      ),
    ),
    /** Findings of the newest versions. */
    async findings(scans: ScanDirectory) {
      counted ??= askOfNewest(await newest(), scans.counts);
      return counted;
    },
    /** How risky it is to go on with the newest versions. */
    async risks(scans: ScanDirectory) {
      judged ??= askOfNewest(await newest(), scans.risks);
      return judged;
    },
    downloads: once(() => selectPackageDownloads(db, ids)),
    followers: once(() => selectPackageFollowers(db, ids)),
    downloadDays: openDownloadDays(db),
    places: once(async () => Map.groupBy(await selectPackagePlaces(db, ids), (row) => row.id)),
  };
}
type PackageLoads = ReturnType<typeof packageLoads>;

/** A package as the screens see it, over all repositories that hold it. */
export interface PackageNode {
  readonly id: string;
  readonly name: string;
  readonly format: FormatId;
  readonly ids: readonly number[];
  readonly created: Date;
  readonly modified: Date;
  versionNames(): Promise<readonly string[]>;
  latestVersion(): Promise<string | null>;
  /** Facts of the newest version. */
  facts(): Promise<VersionFacts | undefined>;
  downloads(): Promise<number>;
  /** How many watch it, and so are told when it changes. */
  followers(): Promise<number>;
  downloadDays(): Promise<readonly DownloadDay[]>;
  /** Findings of the newest version; undefined when it was not scanned. */
  findings(scans: ScanDirectory | undefined): Promise<FindingCounts | undefined>;
  /** How risky it is to go on with the newest version; undefined when nobody has judged that. */
  risk(scans: ScanDirectory | undefined): Promise<RiskLevel | undefined>;
  places(): Promise<readonly (PackagePlace & { versionsCount: number })[]>;
}

function packageNode(group: PackageGroup, loads: PackageLoads): PackageNode {
  const versions = async () => {
    const byPackage = await loads.versions();
    return group.ids.flatMap((id) => byPackage.get(id) ?? []);
  };
  return {
    id: getPackageId(group.format, group.name),
    name: group.name,
    format: group.format,
    ids: group.ids,
    created: group.created,
    modified: group.modified,
    versionNames: async () => [...new Set((await versions()).map((row) => row.version))],
    latestVersion: async () => (await loads.newest()).get(group)?.version ?? null,
    async facts() {
      const version = (await loads.newest()).get(group);
      return version && (await loads.facts()).get(version.id);
    },
    async downloads() {
      const byPackage = await loads.downloads();
      return group.ids.reduce((sum, id) => sum + (byPackage.get(id) ?? 0), 0);
    },
    async followers() {
      const byPackage = await loads.followers();
      return new Set(group.ids.flatMap((id) => [...(byPackage.get(id) ?? [])])).size;
    },
    findings: async (scans) => scans && (await loads.findings(scans)).get(group),
    risk: async (scans) => scans && (await loads.risks(scans)).get(group),
    downloadDays: async () => loads.downloadDays((await versions()).map(({ id }) => id)),
    async places() {
      const [byPackage, counted] = await Promise.all([loads.places(), loads.versions()]);
      return group.ids
        .flatMap((id) => byPackage.get(id) ?? [])
        .map((place) => ({ ...place, versionsCount: counted.get(place.id)?.length ?? 0 }))
        .filter((place) => place.versionsCount > 0)
        .sort((a, b) => a.class.localeCompare(b.class) || a.key.localeCompare(b.key));
    },
  };
}

/** Packages are found by what scans found only where something scans; elsewhere none is known to fit, and the answer names these filters. */
async function withFindings({ filter, scans }: PackageListOptions): Promise<PackageSelectionFilter> {
  const { severities, cve } = filter;
  if (!severities?.length && !cve) return filter;
  return { ...filter, vulnerable: (await scans?.filesWith({ severities, cve })) ?? null };
}

/** One page of packages; following `endCursor` visits every package once, whatever is added in the meantime. */
export async function listPackages(db: Db, actor: Actor, options: PackageListOptions): Promise<PackagePage> {
  const { order, direction, first } = options;
  const filter = await withFindings(options);
  const ordering = `packages ${order} ${direction}`;
  const [position = '', name = '', format = ''] = options.after === undefined ? [] : decodeCursor(ordering, options.after, 3);
  const after = options.after === undefined ? undefined : { position, name, format };
  const found = await selectPackageGroups(db, actor, { filter, order, direction, first, after });
  const groups = found.slice(0, first);
  const loads = packageLoads(db, actor, groups);
  const last = groups.at(-1);
  return {
    nodes: groups.map((group) => packageNode(group, loads)),
    hasNextPage: found.length > first,
    endCursor: last ? encodeCursor(ordering, [last.position, last.name, last.format]) : null,
    unusedFilters: findUnusedFilters('packages', { cve: filter.cve, severities: [...(filter.severities ?? [])] }, { scans: options.scans !== undefined }),
    totalCount: once(() => countPackageGroups(db, actor, filter, mostCounted)),
  };
}

/** The package that an id names, or undefined when no readable repository has it. */
export async function findPackage(db: Db, actor: Actor, id: string): Promise<PackageNode | undefined> {
  const named = parsePackageId(id);
  const group = named && (await selectPackageGroup(db, actor, named.format, named.name));
  return group && packageNode(group, packageLoads(db, actor, [group]));
}

/** Movable names of a package over its repositories, newest version first. */
export function mergePointers(format: FormatId, places: readonly PackagePlace[], names: ReadonlySet<string>): { name: string; version: string }[] {
  const merged = new Map<string, string>();
  for (const { pointers } of places)
    for (const [name, version] of Object.entries(pointers)) if (!merged.has(name) && names.has(version)) merged.set(name, version);
  return [...merged]
    .map(([name, version]) => ({ name, version }))
    .sort((a, b) => compareVersions(format, b.version, a.version) || a.name.localeCompare(b.name));
}
