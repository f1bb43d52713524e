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

export async function selectUsages(db: Db): Promise<RepositoryUsage[]> {
  const { rows } = await sql<RepositoryUsage>`
    select repository.key, repository.class, repository.format, repository.project_key as "projectKey",
      coalesce(held.files, 0) as files, coalesce(folders.count, 0) as folders, coalesce(held.bytes, 0)::bigint as bytes
    from repository
    left join (select repository_id, count(*) as files, sum(blob.size) as bytes from artifact join blob using (sha256) group by repository_id) held
      on held.repository_id = repository.id
    left join (select repository_id, count(*) as count from folder group by repository_id) folders on folders.repository_id = repository.id
    order by bytes desc, repository.key`.execute(db);
  return rows;
}

/** Counts what is stored, each content once, and what lies in the trash. */
export async function selectStored(db: Db): Promise<{ blobs: number; blobBytes: number; trashFiles: number; trashBytes: number }> {
  const { rows } = await sql<{ blobs: number; blobBytes: number; trashFiles: number; trashBytes: number }>`
    select (select count(*) from blob) as blobs, (select coalesce(sum(size), 0)::bigint from blob) as "blobBytes",
      (select count(*) from trash) as "trashFiles", (select coalesce(sum(blob.size), 0)::bigint from trash join blob using (sha256)) as "trashBytes"`.execute(
    db,
  );
  return rows[0]!;
}

/** Bytes that one repository, or all of a project's together, hold: its files, and the states that Terraform keeps there, with their locks. */
export async function selectHeldBytes(db: Db, holder: { repositoryId: number } | { projectKey: string }): Promise<number> {
  const which = 'repositoryId' in holder ? sql`repository.id = ${holder.repositoryId}` : sql`repository.project_key = ${holder.projectKey}`;
  const { rows } = await sql<{ bytes: number }>`
    select ((
      select coalesce(sum(blob.size), 0) from repository join artifact on artifact.repository_id = repository.id join blob using (sha256) where ${which}
    ) + (
      select coalesce(sum(octet_length(content)), 0) from repository join terraform_state on terraform_state.repository_id = repository.id where ${which}
    ) + (
      select coalesce(sum(octet_length(info)), 0) from repository join terraform_state_lock held on held.repository_id = repository.id where ${which}
    ))::bigint as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
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
