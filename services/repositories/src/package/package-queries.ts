import type { FormatId, RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import { findFormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { PackageFilter, PackageOrder } from '@packhouse/contract/repositories/package-search.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type Condition, every } from '@packhouse/kernel/database/conditions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { makeLike } from '../directory/glob.ts';
import { inScope } from '../directory/package-scope-queries.ts';
import { usedByProject } from '../directory/project-queries.ts';
import { hasPathPatterns, readable, readableRepository } from '../directory/readable-queries.ts';
import type { Db } from '../schema.ts';

/** One package over all repositories that hold it. */
export interface PackageGroup {
  format: FormatId;
  name: string;
  /** Its rows, one a repository. */
  ids: readonly number[];
  created: Date;
  modified: Date;
  /** Value it was ordered by, as the database writes it. */
  position: string;
}

export interface PackagePosition {
  position: string;
  name: string;
  format: string;
}

export interface PackageSelection {
  filter: PackageSelectionFilter;
  order: PackageOrder;
  direction: 'asc' | 'desc';
  first: number;
  after: PackagePosition | undefined;
}

/** Filters with the files in which scans found what was asked for: a query answering `repository` and `path`; null where nothing scans. */
export interface PackageSelectionFilter extends PackageFilter {
  vulnerable?: RawBuilder<unknown> | null;
}

/** Repositories by key; a virtual one stands for its members, `<key>-cache` for what a remote has stored. */
function inRepositories(keys: readonly string[]): Condition {
  return sql<SqlBool>`repository.id in (
    with recursive chosen (id) as (
      select chosen_repository.id from repository chosen_repository
      where chosen_repository.key = any(${keys}::text[])
        or (chosen_repository.class = 'remote' and chosen_repository.key || '-cache' = any(${keys}::text[]))
      union select member.member_id from repository_member member join chosen on chosen.id = member.virtual_id
    ) select id from chosen)`;
}

function artifactConditions(actor: Actor, filter: PackageFilter): Condition[] {
  const { checksum } = filter;
  return [
    ...(hasPathPatterns(actor) ? [readable(actor)] : []),
    ...(checksum === undefined
      ? []
      : [sql<SqlBool>`artifact.sha256 in (select sha256 from blob where ${checksum.toLowerCase()} in (blob.sha256, blob.sha1, blob.md5))`]),
  ];
}

/** Versions with one of these files, as far as the actor may read that file. */
function withReadableFile(actor: Actor, files: RawBuilder<unknown> | null): Condition {
  if (files === null) return sql<SqlBool>`false`;
  return sql<SqlBool>`version.id in (
    select artifact.version_id from (${files}) as found join repository on repository.key = found.repository
      join artifact on artifact.repository_id = repository.id and artifact.path = found.path
    where artifact.version_id is not null and ${readable(actor)})`;
}

function versionConditions(actor: Actor, filter: PackageSelectionFilter): Condition[] {
  const conditions: Condition[] = [];
  const { description, version } = filter;
  if (description !== undefined) conditions.push(sql<SqlBool>`version.facts->>'description' ilike ${makeLike(description)}`);
  if (filter.tags?.length) conditions.push(sql<SqlBool>`version.facts->'tags' ?| ${filter.tags}::text[]`);
  if (filter.licenses?.length) conditions.push(sql<SqlBool>`version.facts->'licenses' ?| ${filter.licenses}::text[]`);
  if (version !== undefined) conditions.push(sql<SqlBool>`version.version like ${makeLike(version)}`);
  // The expression of `isReleaseVersion` in the contract.
  if (filter.ignorePreRelease) conditions.push(sql<SqlBool>`version.version ~ '^v?\\d+\\.\\d+\\.\\d+(\\+[\\w.-]+)?$'`);
  if (filter.vulnerable !== undefined) conditions.push(withReadableFile(actor, filter.vulnerable));
  const artifact = artifactConditions(actor, filter);
  if (artifact.length > 0) conditions.push(sql<SqlBool>`exists (select from artifact where artifact.version_id = version.id and ${every(artifact)})`);
  return conditions;
}

/** People leave out the scope, namespace or group that a name begins with, so its last part is found too. */
function named(pattern: string): Condition {
  return sql<SqlBool>`(lower(package.name) like ${pattern} or ltrim(lower(package.name), '@') like ${pattern}
    or regexp_replace(lower(package.name), '^.*[/:]', '') like ${pattern})`;
}

function packageConditions(actor: Actor, filter: PackageSelectionFilter): Condition[] {
  const conditions: Condition[] = [readableRepository(actor)];
  const { name, scope } = filter;
  const types = filter.packageType ?? [];
  if (types.length > 0 && !types.includes('*')) {
    const formats = types.map((type) => findFormatId(type)).filter((id) => id !== undefined);
    conditions.push(sql<SqlBool>`repository.format = any(${formats}::text[])`);
  }
  if (name !== undefined) conditions.push(named(makeLike(name.toLowerCase())));
  if (scope !== undefined) conditions.push(inScope(scope, 'package.name'));
  if (filter.repos?.length) conditions.push(inRepositories(filter.repos));
  if (filter.projectKey) conditions.push(usedByProject(filter.projectKey));
  const version = versionConditions(actor, filter);
  if (version.length > 0) conditions.push(sql<SqlBool>`exists (select from version where version.package_id = package.id and ${every(version)})`);
  return conditions;
}

const orderings: Record<PackageOrder, { expression: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  name: { expression: sql`lower(package.name) collate "C"`, type: sql`text` },
  created: { expression: sql`min(package.created_at)`, type: sql`timestamptz` },
  modified: { expression: sql`max(package.modified_at)`, type: sql`timestamptz` },
  downloads: { expression: sql`coalesce(sum(downloaded.downloads), 0)::bigint`, type: sql`bigint` },
};

/** Downloads of all packages at once: one pass over the lead files instead of a look-up a package. */
const downloaded = sql`left join (select version.package_id, sum(artifact.download_count) as downloads from version
  join artifact on artifact.version_id = version.id where artifact.lead and artifact.download_count > 0 group by version.package_id
  ) downloaded on downloaded.package_id = package.id`;

/** One group a package, written so that the index on names gives the groups in order and a page stops early. */
const packageGroup = sql`lower(package.name) collate "C", package.name collate "C", repository.format collate "C"`;

function within({ createdFrom, createdTo, modifiedFrom, modifiedBefore }: PackageFilter): Condition[] {
  return [
    ...(createdFrom === undefined ? [] : [sql<SqlBool>`min(package.created_at) >= ${createdFrom}::timestamptz`]),
    ...(createdTo === undefined ? [] : [sql<SqlBool>`min(package.created_at) <= ${createdTo}::timestamptz`]),
    ...(modifiedFrom === undefined ? [] : [sql<SqlBool>`max(package.modified_at) >= ${modifiedFrom}::timestamptz`]),
    ...(modifiedBefore === undefined ? [] : [sql<SqlBool>`max(package.modified_at) < ${modifiedBefore}::timestamptz`]),
  ];
}

/** One page of packages, after a position that need not exist any more. Asks for one more than `first`, so that the caller knows whether there is a next page. */
export async function selectPackageGroups(db: Db, actor: Actor, selection: PackageSelection): Promise<PackageGroup[]> {
  const { filter, after } = selection;
  const { expression, type } = orderings[selection.order];
  const direction = selection.direction === 'asc' ? sql`asc` : sql`desc`;
  const beyond = after
    ? sql<SqlBool>`(${expression}, package.name collate "C", repository.format collate "C") ${selection.direction === 'asc' ? sql`>` : sql`<`}
        (${after.position}::${type}, ${after.name}, ${after.format})`
    : undefined;
  const where = packageConditions(actor, filter);
  const having = within(filter);
  if (beyond) (selection.order === 'name' ? where : having).push(beyond);
  const { rows } = await sql<PackageGroup>`
    select repository.format collate "C" as format, package.name collate "C" as name, json_agg(package.id order by package.id) as ids,
      min(package.created_at) as created, max(package.modified_at) as modified, (${expression})::text as position
    from package join repository on repository.id = package.repository_id ${selection.order === 'downloads' ? downloaded : sql``}
    where ${every(where)}
    group by ${packageGroup}
    having ${every(having)}
    order by ${expression} ${direction}, package.name collate "C" ${direction}, repository.format collate "C" ${direction}
    limit ${selection.first + 1}`.execute(db);
  return rows;
}

/** How many packages fit, counting no further than `most`. */
export async function countPackageGroups(db: Db, actor: Actor, filter: PackageSelectionFilter, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from package join repository on repository.id = package.repository_id
      where ${every(packageConditions(actor, filter))} group by ${packageGroup} having ${every(within(filter))} limit ${most}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface VersionIdentity {
  id: number;
  package_id: number;
  version: string;
  created_at: Date;
  modified_at: Date;
  repository_key: string;
  repository_class: RepositoryClass;
  latest: string | null;
}

/** Every readable version of some package rows. */
export async function selectVersions(db: Db, actor: Actor, packageIds: readonly number[], repos: readonly string[] = []): Promise<VersionIdentity[]> {
  const conditions = [
    readableRepository(actor),
    ...(hasPathPatterns(actor) ? [sql<SqlBool>`exists (select from artifact where artifact.version_id = version.id and ${readable(actor)})`] : []),
    ...(repos.length > 0 ? [inRepositories(repos)] : []),
  ];
  const { rows } = await sql<VersionIdentity>`
    select version.id, version.package_id, version.version, version.created_at, version.modified_at, repository.key as repository_key,
      repository.class as repository_class, package.pointers->>'latest' as latest
    from version join package on package.id = version.package_id join repository on repository.id = package.repository_id
    where version.package_id = any(${packageIds}::bigint[]) and ${every(conditions)}
    order by repository.class, repository.key, version.id`.execute(db);
  return rows;
}

export interface VersionFacts {
  id: number;
  description: string | null;
  licenses: string[] | null;
  tags: string[] | null;
  homepage: string | null;
  authors: string[] | null;
  deprecated: string | null;
  yanked: boolean | null;
  display: Record<string, string> | null;
}

/** Reads what the screens show of some versions' facts; the long parts (readme, the format's own document) stay in the database. */
export async function selectFacts(db: Db, versionIds: readonly number[]): Promise<Map<number, VersionFacts>> {
  const { rows } = await sql<VersionFacts>`
    select id, facts->>'description' as description, facts->'licenses' as licenses, facts->'tags' as tags, facts->>'homepage' as homepage,
      facts->'authors' as authors, facts->>'deprecated' as deprecated, (facts->'yanked')::boolean as yanked, facts->'display' as display
    from version where id = any(${versionIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Downloads of the lead files of some packages, by package row. */
export async function selectPackageDownloads(db: Db, packageIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; downloads: number }>`
    select version.package_id as id, sum(artifact.download_count)::bigint as downloads
    from version join artifact on artifact.version_id = version.id
    where version.package_id = any(${packageIds}::bigint[]) and artifact.lead group by version.package_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.downloads]));
}

/** How many watch each package: a file of it, a folder above one, or the repository that it is in. */
export async function selectPackageFollowers(db: Db, packageIds: readonly number[]): Promise<Map<number, ReadonlySet<string>>> {
  const { rows } = await sql<{ id: number; user: string }>`
    select distinct package.id, mark.user_name as user
    from package join item_mark mark on mark.repository_id = package.repository_id and mark.kind = 'watch'
    where package.id = any(${packageIds}::bigint[]) and exists (
      select from version join artifact on artifact.version_id = version.id
      where version.package_id = package.id and (mark.path = '' or artifact.path = mark.path or starts_with(artifact.path, mark.path || '/')))`.execute(db);
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, found]) => [id, new Set(found.map(({ user }) => user))]));
}

export interface PackagePlace {
  id: number;
  key: string;
  class: RepositoryClass;
  pointers: Record<string, string>;
  versions: number;
}

/** Where a package is: one row a repository. */
export async function selectPackagePlaces(db: Db, packageIds: readonly number[]): Promise<PackagePlace[]> {
  const { rows } = await sql<PackagePlace>`
    select package.id, repository.key, repository.class, package.pointers, (select count(*) from version where version.package_id = package.id) as versions
    from package join repository on repository.id = package.repository_id where package.id = any(${packageIds}::bigint[])
    order by repository.class, repository.key`.execute(db);
  return rows;
}

/** The rows of one package that the actor may know of. */
export async function selectPackageGroup(db: Db, actor: Actor, format: FormatId, name: string): Promise<PackageGroup | undefined> {
  const { rows } = await sql<PackageGroup>`
    select repository.format, package.name, json_agg(package.id order by package.id) as ids, min(package.created_at) as created,
      max(package.modified_at) as modified, '' as position
    from package join repository on repository.id = package.repository_id
    where package.name = ${name} and repository.format = ${format} and ${every(packageConditions(actor, {}))}
    group by package.name, repository.format`.execute(db);
  return rows[0];
}
