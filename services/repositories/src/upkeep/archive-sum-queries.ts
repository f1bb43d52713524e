import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** So much of a repository is in the archive. Bytes count each file, whether or not its content is shared with others. */
export interface ArchivedOf {
  repoKey: string;
  /** Null where the repository is gone. */
  format: FormatId | null;
  files: number;
  bytes: number;
}

/** What is kept, and the changes that are not folded into it yet: both together are what is in the archive, at one moment. */
const kept = sql`(
  select repository_key, sum(files)::bigint as files, sum(bytes)::bigint as bytes
  from (select * from archive_sum union all select * from archive_change) noted group by repository_key having sum(files) <> 0)`;

/** The repositories with the most bytes in the archive, at most so many. */
export async function selectArchivedOf(db: Db, limit: number): Promise<ArchivedOf[]> {
  const { rows } = await sql<ArchivedOf>`
    select kept.repository_key as "repoKey", repository.format, kept.files, kept.bytes
    from ${kept} kept left join repository on repository.key = kept.repository_key
    order by kept.bytes desc, kept.repository_key limit ${limit}`.execute(db);
  return rows;
}

export async function selectArchivedInAll(db: Db): Promise<{ repositories: number; files: number; bytes: number }> {
  const { rows } = await sql<{ repositories: number; files: number; bytes: number }>`
    select count(*)::integer as repositories, coalesce(sum(files), 0)::bigint as files, coalesce(sum(bytes), 0)::bigint as bytes from ${kept} kept`.execute(db);
  return rows[0]!;
}

/** Folds the changes into the sums, and forgets what sums up to nothing. Two that do so at once each take other changes. */
export async function foldArchiveSums(db: Db): Promise<void> {
  await sql`
    with taken as (delete from archive_change returning repository_key, files, bytes)
    insert into archive_sum (repository_key, files, bytes)
    select repository_key, sum(files), sum(bytes) from taken group by repository_key order by repository_key
    on conflict (repository_key) do update set files = archive_sum.files + excluded.files, bytes = archive_sum.bytes + excluded.bytes`.execute(db);
  await sql`delete from archive_sum where files = 0 and bytes = 0`.execute(db);
}

/** Counts all that is in the archive, holds the sums against it at one moment, and sets them right; answers what they lacked. */
export async function amendArchiveSums(db: Db): Promise<{ repoKey: string; files: number; bytes: number }[]> {
  const { rows } = await sql<{ repoKey: string; files: number; bytes: number }>`
    with compared as (
      select repository_key, count(*) as files, sum(size) as bytes from trash join blob using (sha256) where archived group by repository_key
      union all select repository_key, -files, -bytes from ${kept} kept)
    insert into archive_change (repository_key, files, bytes)
    select repository_key, sum(files)::bigint, sum(bytes)::bigint from compared group by repository_key having sum(files) <> 0 or sum(bytes) <> 0
    returning repository_key as "repoKey", files, bytes`.execute(db);
  return rows;
}
