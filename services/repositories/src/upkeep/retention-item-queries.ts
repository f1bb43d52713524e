import { containerFormats, type FormatId, findFormatId, isContainerFormat, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { noProjectKey, type RetentionSelection } from '@packhouse/contract/repositories/retention-routes.ts';
import { buildRepositorySuffix, releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import { patternExpression } from '@packhouse/kernel/access/authorisation.ts';
import { always, type Condition, every, some } from '@packhouse/kernel/database/conditions.ts';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../schema.ts';

/** This goes as one: a version with all its files, or a file that belongs to no package. */
export interface DoomedItem {
  repositoryKey: string;
  format: FormatId;
  /** Of the file that stands for it, and its content. */
  path: string;
  sha256: string;
  package: string | null;
  version: string | null;
  files: number;
  bytes: number;
  storedAt: Date;
  lastDownloadedAt: Date | null;
}

/** Where a page ended: the last item's repository and path. */
export interface ItemPlace {
  repositoryKey: string;
  path: string;
}

const matches = (pattern: string): Condition => sql`item.path ~ ${patternExpression(pattern)}`;

/** A file that belongs to no package counts by its path. */
const isPackage = (pattern: string): Condition => sql`coalesce(item.package, item.path) ~ ${patternExpression(pattern)}`;

const has = ({ key, value }: { key: string; value?: string | undefined }): Condition =>
  sql`exists (select from property where property.artifact_id = item.artifact_id and property.key = ${key} ${value === undefined ? sql`` : sql`and property.value = ${value}`})`;

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`;

/** The repository has this key, or one that the pattern means. Clients name what a remote one has stored by a key of its own. */
function hasKey(pattern: string): Condition {
  const expression = patternExpression(pattern);
  return sql`(repository.key ~ ${expression} or repository.class = 'remote' and repository.key || '-cache' ~ ${expression})`;
}

/** Images are told apart by the name under which their repository was made; other names of a format mean the same. */
function wasMadeAs(names: readonly string[]): Condition {
  const meant = names.map((name) => {
    const format = findFormatId(name);
    return format === undefined || isContainerFormat(format) ? name.toLowerCase() : format;
  });
  return sql`case when repository.format = any(${containerFormats}::text[])
    then coalesce(repository.settings #>> '{clientValues,packageType}', repository.format) else repository.format end = any(${meant}::text[])`;
}

function inScope({ repositoryKeys, excludeRepositoryKeys, projectKeys, formats, packageTypes }: RetentionSelection): Condition {
  return every([
    sql`repository.class in ('local', 'remote')`,
    sql`repository.key not like ${`%${buildRepositorySuffix}`}`,
    sql`'-' || repository.key not like ${`%-${releaseBundleRepositoryKey}`}`,
    ...(repositoryKeys.length > 0 ? [some(repositoryKeys.map(hasKey))] : []),
    sql`not ${some(excludeRepositoryKeys.map(hasKey))}`,
    ...(projectKeys.length > 0 ? [sql<SqlBool>`coalesce(repository.project_key, ${noProjectKey}) = any(${projectKeys}::text[])`] : []),
    ...(packageTypes.length > 0 ? [wasMadeAs(packageTypes)] : []),
    ...(formats.length > 0 ? [sql<SqlBool>`repository.format = any(${formats}::text[])`] : []),
  ]);
}

function isDoomed(selection: RetentionSelection): Condition {
  const { includePatterns, excludePatterns, includePackages, excludePackages, olderThanDays, unusedForDays, keepVersions, withProperties, keepProperties } =
    selection;
  return every([
    includePatterns.includes('**') ? always : some(includePatterns.map(matches)),
    sql`not ${some(excludePatterns.map(matches))}`,
    includePackages.includes('**') ? always : some(includePackages.map(isPackage)),
    sql`not ${some(excludePackages.map(isPackage))}`,
    ...(olderThanDays === undefined ? [] : [sql<SqlBool>`item.stored_at < ${daysAgo(olderThanDays)}`]),
    ...(unusedForDays === undefined ? [] : [sql<SqlBool>`coalesce(item.last_downloaded_at, item.stored_at) < ${daysAgo(unusedForDays)}`]),
    ...(keepVersions === undefined ? [] : [sql<SqlBool>`item.version is not null and item.rank > ${keepVersions}`]),
    ...withProperties.map(has),
    sql`not ${some(keepProperties.map(has))}`,
  ]);
}

/**
 * Clients ask for the digest behind a tag, so that its downloads count for the tag. Tags that hold signatures of an image go with that image.
 * Versions with what is known of all their files, and files of formats whose files stand for themselves. Other files without a version
 * (the layers of an image, listings) belong to versions in ways only their format knows, so that no policy takes them away by themselves.
 */
const items = (selection: RetentionSelection) => sql`
  select repository.key as repository_key, repository.format, lead.id as artifact_id, lead.path, lead.sha256, package.name as package, version.version,
    sums.files, sums.bytes, lead.modified_at as stored_at, used.at as last_downloaded_at,
    row_number() over (partition by package.id order by lead.modified_at desc, version.id desc) as rank
  from repository
  join package on package.repository_id = repository.id
  join version on version.package_id = package.id
  cross join lateral (
    select artifact.id, artifact.path, artifact.sha256, artifact.modified_at from artifact where artifact.version_id = version.id order by artifact.lead desc, artifact.id limit 1
  ) lead
  cross join lateral (
    select count(*) as files, coalesce(sum(blob.size), 0)::bigint as bytes, max(artifact.last_downloaded_at) as last_downloaded_at
    from artifact join blob using (sha256) where artifact.version_id = version.id
  ) sums
  cross join lateral (
    select greatest(sums.last_downloaded_at, max(same.last_downloaded_at)) as at from artifact same
    where repository.format = any(${containerFormats}::text[]) and same.repository_id = repository.id and same.sha256 = lead.sha256
  ) used
  where ${inScope(selection)} and not (repository.format = any(${containerFormats}::text[]) and version.version ~ '^sha256-[0-9a-f]{64}')
  union all
  select repository.key, repository.format, artifact.id, artifact.path, artifact.sha256, null, null, 1, blob.size, artifact.modified_at, artifact.last_downloaded_at, 1
  from repository join artifact on artifact.repository_id = repository.id join blob using (sha256)
  where artifact.version_id is null and repository.format = ${plainFormat} and ${inScope(selection)}`;

const doomed = (selection: RetentionSelection) => sql`from (${items(selection)}) item where ${isDoomed(selection)}`;

/** The next items that a policy takes away, in order of repository and path. */
export async function selectItems(db: Db, selection: RetentionSelection, page: { after?: ItemPlace | undefined; limit: number }): Promise<DoomedItem[]> {
  const beyond = page.after ? sql`and (item.repository_key, item.path) > (${page.after.repositoryKey}, ${page.after.path})` : sql``;
  const { rows } = await sql<DoomedItem>`
    select item.repository_key as "repositoryKey", item.format, item.path, item.sha256, item.package, item.version, item.files, item.bytes,
      item.stored_at as "storedAt", item.last_downloaded_at as "lastDownloadedAt"
    ${doomed(selection)} ${beyond} order by item.repository_key, item.path limit ${page.limit}`.execute(db);
  return rows;
}

/** How much a policy takes away: items, their files and bytes. Content that other places share frees nothing. */
export async function countItems(db: Db, selection: RetentionSelection): Promise<{ items: number; files: number; bytes: number }> {
  const { rows } = await sql<{ items: number; files: number; bytes: number }>`
    select count(*) as items, coalesce(sum(item.files), 0)::bigint as files, coalesce(sum(item.bytes), 0)::bigint as bytes ${doomed(selection)}`.execute(db);
  return rows[0] ?? { items: 0, files: 0, bytes: 0 };
}
