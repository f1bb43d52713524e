import type { FormatId, RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** A repository holds this. Bytes count each file, whether or not its content is shared with others. */
export interface RepositoryUsage {
  key: string;
  class: RepositoryClass;
  format: FormatId;
  projectKey: string | null;
  files: number;
  folders: number;
  bytes: number;
}

/** What is kept, and the changes that are not folded into it yet: both together are what is stored, at one moment. */
const kept = sql`(
  select what, repository_id, sum(count)::bigint as count, sum(bytes)::bigint as bytes
  from (select * from usage_sum union all select * from usage_change) noted group by what, repository_id)`;

export async function selectUsages(db: Db): Promise<RepositoryUsage[]> {
  const { rows } = await sql<RepositoryUsage>`
    with kept as materialized ${kept}
    select repository.key, repository.class, repository.format, repository.project_key as "projectKey",
      coalesce(file.count, 0) as files, coalesce(folder.count, 0) as folders, coalesce(file.bytes, 0) as bytes
    from repository
    left join kept file on file.what = 'file' and file.repository_id = repository.id
    left join kept folder on folder.what = 'folder' and folder.repository_id = repository.id
    order by bytes desc, repository.key`.execute(db);
  return rows;
}

/** How much is stored, each content once, and how much lies in the trash. */
export async function selectStored(db: Db): Promise<{ blobs: number; blobBytes: number; trashFiles: number; trashBytes: number }> {
  const { rows } = await sql<{ what: string; count: number; bytes: number }>`
    select what, count, bytes from ${kept} kept where what in ('blob', 'trash')`.execute(db);
  const of = (sought: string) => rows.find(({ what }) => what === sought) ?? { count: 0, bytes: 0 };
  const [blob, trash] = [of('blob'), of('trash')];
  return { blobs: blob.count, blobBytes: blob.bytes, trashFiles: trash.count, trashBytes: trash.bytes };
}

/** Bytes that one repository, or all of a project's together, hold: its files, and the states that Terraform keeps there, with their locks. */
export async function selectHeldBytes(db: Db, holder: { repositoryId: number } | { projectKey: string }): Promise<number> {
  const which = 'repositoryId' in holder ? sql`repository.id = ${holder.repositoryId}` : sql`repository.project_key = ${holder.projectKey}`;
  const { rows } = await sql<{ bytes: number }>`
    select ((
      select coalesce(sum(bytes), 0) from (select * from usage_sum union all select * from usage_change) noted
      where what = 'file' and repository_id in (select id from repository where ${which})
    ) + (
      select coalesce(sum(octet_length(content)), 0) from repository join terraform_state on terraform_state.repository_id = repository.id where ${which}
    ) + (
      select coalesce(sum(octet_length(info)), 0) from repository join terraform_state_lock held on held.repository_id = repository.id where ${which}
    ))::bigint as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Folds the changes into the sums, and forgets what sums up to nothing. Two that do so at once each take other changes. */
export async function foldUsage(db: Db): Promise<void> {
  await sql`
    with taken as (delete from usage_change returning what, repository_id, count, bytes)
    insert into usage_sum (what, repository_id, count, bytes)
    select what, repository_id, sum(count), sum(bytes) from taken group by what, repository_id order by what, repository_id
    on conflict (what, repository_id) do update set count = usage_sum.count + excluded.count, bytes = usage_sum.bytes + excluded.bytes`.execute(db);
  await sql`delete from usage_sum where count = 0 and bytes = 0`.execute(db);
}

/** What is kept and what is counted differ so much. */
export interface UsageDifference {
  what: string;
  repositoryId: number;
  count: number;
  bytes: number;
}

/** Counts everything that is stored and holds the sums against it, all at one moment. */
export async function selectUsageDifferences(db: Db): Promise<UsageDifference[]> {
  const { rows } = await sql<UsageDifference>`
    with counted as (
      select 'file' as what, repository_id, count(*) as count, sum(size) as bytes from artifact join blob using (sha256) group by repository_id
      union all select 'folder', repository_id, count(*), 0 from folder group by repository_id
      union all select case when archived then 'archive' else 'trash' end, 0, count(*), coalesce(sum(size), 0) from trash join blob using (sha256) group by 1
      union all select 'blob', 0, count(*), coalesce(sum(size), 0) from blob),
    compared as (
      select what, repository_id, count, bytes from counted union all select what, repository_id, -count, -bytes from ${kept} kept)
    select what, repository_id as "repositoryId", sum(count)::bigint as count, sum(bytes)::bigint as bytes
    from compared group by what, repository_id having sum(count) <> 0 or sum(bytes) <> 0 order by what, repository_id`.execute(db);
  return rows;
}

/** Sets sums right by what they lack. */
export async function amendUsage(db: Db, differences: readonly UsageDifference[]): Promise<void> {
  await sql`
    insert into usage_change (what, repository_id, count, bytes)
    select * from unnest(${differences.map(({ what }) => what)}::text[], ${differences.map((one) => one.repositoryId)}::bigint[],
      ${differences.map(({ count }) => count)}::bigint[], ${differences.map(({ bytes }) => bytes)}::bigint[])`.execute(db);
}

/** Sizes of contents that are stored already, one for each digest given. */
export async function selectBytesOf(db: Db, digests: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(blob.size), 0)::bigint as bytes from unnest(${digests}::text[]) wanted(sha256) join blob using (sha256)`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Files of a repository that nobody has fetched since, nor put there. */
export function selectUnused(db: Db, repositoryId: number, before: Date, limit: number): Promise<{ path: string; modified_at: Date }[]> {
  return db
    .selectFrom('artifact')
    .select(['path', 'modified_at'])
    .where('repository_id', '=', repositoryId)
    .where(sql<Date>`greatest(modified_at, coalesce(last_downloaded_at, modified_at))`, '<', before)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Connections to this database, by what they do, and how many the server takes. */
export async function selectConnections(db: Db): Promise<{ active: number; idle: number; most: number }> {
  const { rows } = await sql<{ active: number; idle: number; most: number }>`
    select count(*) filter (where state <> 'idle')::int as active, count(*) filter (where state = 'idle')::int as idle,
      current_setting('max_connections')::int as most
    from pg_stat_activity where datname = current_database()`.execute(db);
  return rows[0] ?? { active: 0, idle: 0, most: 0 };
}

/** Packages of all repositories. */
export async function countPackages(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from package`.execute(db);
  return rows[0]?.count ?? 0;
}
