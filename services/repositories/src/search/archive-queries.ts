import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Keeps what is inside some content, in place of what was known of it. */
export async function replaceEntries(db: Db, sha256: string, paths: readonly string[], problem?: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into archive_content (sha256, entries, problem) select sha256, ${paths.length}, ${problem ?? null} from blob where sha256 = ${sha256}
    on conflict (sha256) do update set entries = excluded.entries, problem = excluded.problem, read_at = now() returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return;
  await sql`delete from archive_entry where content_id = ${id}`.execute(db);
  await sql`
    insert into archive_entry (content_id, path, name)
    select ${id}, path, regexp_replace(path, '^.*/', '') from unnest(${paths}::text[]) as path on conflict do nothing`.execute(db);
}

/** Some of these contents whose inside is already known. */
export async function selectRead(db: Db, contents: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ sha256: string }>`select sha256 from archive_content where sha256 = any(${contents}::text[])`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Archives that nobody has looked into yet. */
export async function selectUnread(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select distinct artifact.sha256 from artifact
    where lower(artifact.name) ~ '\\.(jar|war|ear|sar|har|hpi|jpi|aar|zip|nupkg|whl)$'
      and not exists (select from archive_content where archive_content.sha256 = artifact.sha256)
    limit ${limit}`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

/** How many bytes the blob has, unless it is gone. */
export async function selectSize(db: Db, sha256: string): Promise<number | undefined> {
  const { rows } = await sql<{ size: number }>`select size from blob where sha256 = ${sha256}`.execute(db);
  return rows[0]?.size;
}
