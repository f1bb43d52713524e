import { AppError } from '@packhouse/contract/errors.ts';
import { isReleaseVersion, packageFetchLimits, representativeFile, type VersionOrder } from '@packhouse/contract/repositories/package-search.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { FindingCounts, ScanDirectory } from '@packhouse/peers/scans.ts';
import DataLoader from 'dataloader';
import { globMatches } from '../directory/glob.ts';
import type { Db } from '../schema.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { DownloadDay } from './download-day-queries.ts';
import { openDownloadDays } from './download-days.ts';
import type { PackageNode } from './package.ts';
import { selectFacts, selectVersions, type VersionFacts, type VersionIdentity } from './package-queries.ts';
import { compareVersions } from './version-order.ts';
import { selectVersionDownloads, selectVersionFiles, selectVersionTotals, type VersionFileRow, type VersionTotals } from './version-queries.ts';

export interface VersionFilter {
  /** With `*` and `?`. */
  name?: string | undefined;
  exactName?: string | undefined;
  repos?: readonly string[] | undefined;
  ignorePreRelease?: boolean | undefined;
}

export interface VersionListOptions {
  filter: VersionFilter;
  order: VersionOrder;
  direction: 'asc' | 'desc';
  first: number;
  after?: string | undefined;
}

export interface VersionPage {
  nodes: VersionNode[];
  totalCount: number;
  hasNextPage: boolean;
  endCursor: string | null;
}

export interface VersionFileNode extends VersionFileRow {
  repo: string;
}

/** One version over all repositories that hold it. Its facts and files are those of the first: local before remote, then by key. */
export interface VersionNode {
  readonly id: string;
  readonly name: string;
  readonly packageId: string;
  readonly created: Date;
  readonly modified: Date;
  repos(): Promise<readonly { key: string; name: string; type: string; leadFilePath: string | null }[]>;
  facts(): Promise<VersionFacts | undefined>;
  size(): Promise<number>;
  downloads(): Promise<number>;
  downloadDays(): Promise<readonly DownloadDay[]>;
  filesCount(): Promise<number>;
  files(repo?: string): Promise<readonly VersionFileNode[]>;
  digest(): Promise<string | null>;
  /** Findings where its facts come from; undefined when it was not scanned there. */
  findings(scans: ScanDirectory | undefined): Promise<FindingCounts | undefined>;
}

interface VersionGroup {
  name: string;
  rows: readonly VersionIdentity[];
  created: Date;
  modified: Date;
}

/** Where a repository's stored content is addressed. */
const storageName = (row: VersionIdentity) => (row.repository_class === 'remote' ? `${row.repository_key}-cache` : row.repository_key);

/** No version is longer that anybody asks for by name. */
const longestPattern = 200;

function wildcardMatcher(text: string): (value: string) => boolean {
  if (text.length > longestPattern) throw new AppError(repositoryWords.version_pattern_too_long, { count: longestPattern });
  const pattern = text.toLowerCase();
  return (value) => globMatches(pattern, value.toLowerCase());
}

function groupVersions(rows: readonly VersionIdentity[], filter: VersionFilter): VersionGroup[] {
  const named = filter.name === undefined ? () => true : wildcardMatcher(filter.name);
  return [...Map.groupBy(rows, (row) => row.version)]
    .filter(([name]) => named(name))
    .filter(([name]) => filter.exactName === undefined || name === filter.exactName)
    .filter(([name]) => !filter.ignorePreRelease || isReleaseVersion(name))
    .map(([name, same]) => ({
      name,
      rows: same,
      created: new Date(Math.min(...same.map((row) => row.created_at.getTime()))),
      modified: new Date(Math.max(...same.map((row) => row.modified_at.getTime()))),
    }));
}

function versionNode(parent: PackageNode, group: VersionGroup, loads: VersionLoads): VersionNode {
  const [primary] = group.rows;
  const totals = async () => {
    const byVersion = await loads.totals();
    return group.rows.map((row) => ({ row, totals: byVersion.get(row.id) }));
  };
  const files = async (repo?: string): Promise<VersionFileNode[]> => {
    const row = repo === undefined ? primary : group.rows.find((one) => one.repository_key === repo || storageName(one) === repo);
    return row ? (await loads.files(row.id)).map((file) => ({ ...file, repo: storageName(row) })) : [];
  };
  return {
    id: `${parent.id}:${group.name}`,
    name: group.name,
    packageId: parent.id,
    created: group.created,
    modified: group.modified,
    repos: async () =>
      (await totals()).map((one) => ({
        key: one.row.repository_key,
        name: storageName(one.row),
        type: one.row.repository_class,
        leadFilePath: one.totals?.lead ?? null,
      })),
    facts: async () => (primary ? (await loads.facts()).get(primary.id) : undefined),
    size: async () => (await totals())[0]?.totals?.size ?? 0,
    downloads: async () => (await totals()).reduce((sum, one) => sum + (one.totals?.downloads ?? 0), 0),
    downloadDays: () => loads.downloadDays(group.rows.map(({ id }) => id)),
    filesCount: async () => (await totals())[0]?.totals?.files ?? 0,
    files,
    findings: async (scans) => scans && (await loads.findings(scans, parent.name)).get(group),
    async digest() {
      const file = representativeFile(parent.format, await files());
      return file ? `sha256:${file.sha256}` : null;
    },
  };
}

interface VersionLoads {
  downloadDays(versionIds: readonly number[]): Promise<readonly DownloadDay[]>;
  files(versionId: number): Promise<readonly VersionFileRow[]>;
  totals(): Promise<Map<number, VersionTotals>>;
  facts(): Promise<Map<number, VersionFacts>>;
  findings(scans: ScanDirectory, packageName: string): Promise<Map<VersionGroup, FindingCounts>>;
}

async function countFindings(scans: ScanDirectory, packageName: string, groups: readonly VersionGroup[]): Promise<Map<VersionGroup, FindingCounts>> {
  const places = groups.map(({ name, rows }) => ({ repository: rows[0]?.repository_key ?? '', package: packageName, version: name }));
  const counts = await scans.counts(places);
  return new Map(groups.flatMap((group, index) => (counts[index] ? [[group, counts[index]]] : [])));
}

function versionLoads(db: Db, actor: Actor, groups: readonly VersionGroup[]): VersionLoads {
  const ids = groups.flatMap((group) => group.rows.map((row) => row.id));
  let totals: Promise<Map<number, VersionTotals>> | undefined;
  let facts: Promise<Map<number, VersionFacts>> | undefined;
  let findings: Promise<Map<VersionGroup, FindingCounts>> | undefined;
  const files = new DataLoader((some: readonly number[]) => selectVersionFiles(db, actor, some, packageFetchLimits.files));
  return {
    downloadDays: openDownloadDays(db),
    files: (id) => files.load(id),
    totals() {
      totals ??= selectVersionTotals(db, actor, ids);
      return totals;
    },
    facts() {
      facts ??= selectFacts(db, ids);
      return facts;
    },
    findings(scans, packageName) {
      findings ??= countFindings(scans, packageName, groups);
      return findings;
    },
  };
}

type Place = { key: string | number; name: string };

/** The value each version is ordered by; for `name` the name itself is enough. */
async function orderKeys(db: Db, groups: readonly VersionGroup[], order: VersionOrder): Promise<(group: VersionGroup) => number> {
  if (order === 'created') return (group) => group.created.getTime();
  if (order === 'modified') return (group) => group.modified.getTime();
  if (order === 'name') return () => 0;
  const downloads = await selectVersionDownloads(
    db,
    groups.flatMap((group) => group.rows.map((row) => row.id)),
  );
  return (group) => group.rows.reduce((sum, row) => sum + (downloads.get(row.id) ?? 0), 0);
}

/** One page of a package's versions, ordered by the rules of its format unless another order is asked for. */
export async function listVersions(db: Db, actor: Actor, parent: PackageNode, options: VersionListOptions): Promise<VersionPage> {
  const { filter, order, direction, first } = options;
  const ordering = `versions ${order} ${direction}`;
  const groups = groupVersions(await selectVersions(db, actor, parent.ids, filter.repos), filter);
  const keyByGroup = await orderKeys(db, groups, order);
  const sign = direction === 'asc' ? 1 : -1;
  const compare = (a: Place, b: Place) => sign * (Number(a.key) - Number(b.key) || compareVersions(parent.format, a.name, b.name));
  const places = groups.map((group) => ({ group, key: keyByGroup(group), name: group.name })).sort(compare);
  const [key = '', name = ''] = options.after === undefined ? [] : decodeCursor(ordering, options.after, 2);
  const rest = options.after === undefined ? places : places.filter((place) => compare(place, { key, name }) > 0);
  const page = rest.slice(0, first);
  const loads = versionLoads(
    db,
    actor,
    page.map((place) => place.group),
  );
  const last = page.at(-1);
  return {
    nodes: page.map(({ group }) => versionNode(parent, group, loads)),
    totalCount: groups.length,
    hasNextPage: rest.length > page.length,
    endCursor: last ? encodeCursor(ordering, [String(last.key), last.name]) : null,
  };
}
