import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { SearchModelInput } from '@packhouse/contract/repositories/search-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { always, type Condition, every, never } from '@packhouse/kernel/database/conditions.ts';
import { type SqlBool, sql } from 'kysely';
import { makeLike } from '../directory/glob.ts';
import { ofProject } from '../directory/project-queries.ts';
import { readable } from '../directory/readable-queries.ts';
import type { Db } from '../schema.ts';

export interface ArchiveRow {
  id: number;
  repoKey: string;
  path: string;
  format: FormatId | null;
  size: number;
  sha256: string;
  archivedAt: Date;
  archivedBy: string;
}

interface ArchiveSearch {
  model: SearchModelInput;
  projectKey?: string | undefined;
  after?: number | undefined;
  limit: number;
}

/** Filters that a search in the archive can be narrowed by. */
export const archiveFilters = ['packageTypes', 'pkgType', 'repositories', 'path', 'checksum', 'before', 'after'] as const;

const given = <Value>(value: Value | undefined, make: (value: Value) => Condition): Condition => (value === undefined ? always : make(value));

function fits({ name, filters }: SearchModelInput): Condition {
  const { packageTypes = [], pkgType, repositories, path, checksum, before, after } = filters;
  const formats = [...packageTypes, ...(pkgType ? [pkgType] : [])].filter((one) => one !== 'All');
  return every([
    name === '' ? always : sql<SqlBool>`lower(trash.path) like ${`%${makeLike(name.toLowerCase())}%`}`,
    given(path, (folder) => sql<SqlBool>`lower(trash.path) like ${`${makeLike(folder.toLowerCase())}%`}`),
    given(repositories, (keys) => sql<SqlBool>`trash.repository_key = any(${keys}::text[])`),
    formats.length === 0 ? always : sql<SqlBool>`repository.format = any(${formats}::text[])`,
    given(checksum, (sum) => sql<SqlBool>`${sum.toLowerCase()} in (blob.sha256, blob.sha1, blob.md5)`),
    given(before, (day) => sql<SqlBool>`trash.deleted_at < ${day}::date at time zone 'UTC'`),
    given(after, (day) => sql<SqlBool>`trash.deleted_at >= ${day}::date at time zone 'UTC'`),
  ]);
}

/** Whoever may read a file where it was may read it in the archive; what was in repositories that are gone is for administrators. */
function mayRead(actor: Actor): Condition {
  const there = every([sql<SqlBool>`repository.id is not null`, readable(actor, { path: 'trash.path' })]);
  const gone = actor.administrator && actor.scope === undefined ? sql<SqlBool>`repository.id is null` : never;
  return sql<SqlBool>`(${there} or ${gone})`;
}

/** Files in the archive that fit, the last archived first. */
export async function selectArchived(db: Db, actor: Actor, { model, projectKey, after, limit }: ArchiveSearch): Promise<ArchiveRow[]> {
  const conditions = every([
    sql<SqlBool>`trash.archived`,
    after === undefined ? always : sql<SqlBool>`trash.id < ${after}`,
    sql<SqlBool>`not exists (
      select from trash newer where newer.archived and newer.repository_key = trash.repository_key and newer.path = trash.path and newer.id > trash.id)`,
    projectKey === undefined ? always : sql<SqlBool>`coalesce(${ofProject(projectKey)}, false)`,
    fits(model),
    mayRead(actor),
  ]);
  const { rows } = await sql<ArchiveRow>`
    select trash.id, trash.repository_key as "repoKey", trash.path, repository.format, blob.size, trash.sha256, trash.deleted_at as "archivedAt",
      trash.deleted_by as "archivedBy"
    from trash join blob using (sha256) left join repository on repository.key = trash.repository_key
    where ${conditions} order by trash.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Files of a folder that are in the archive: each path once. */
export async function selectArchivedIn(db: Db, repositoryKey: string, folder: string): Promise<{ path: string; sha256: string }[]> {
  const { rows } = await sql<{ path: string; sha256: string }>`
    select distinct on (path) path, sha256 from trash
    where archived and repository_key = ${repositoryKey} and path ~>=~ ${folder === '' ? '' : `${folder}/`} and path ~<~ ${folder === '' ? '\u{10ffff}' : `${folder}0`}
    order by path, id desc`.execute(db);
  return rows;
}
