import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';

/** A file as it is here, beside what is known of the other side. */
export interface StateRow {
  path: string;
  sha256: string;
  sha1: string;
  md5: string;
  size: number;
  properties: Record<string, string[]>;
  /** Hash of the properties. */
  hash: string;
  copied: string | null;
  copied_properties: string | null;
}

interface Wanted {
  replicationId: number;
  repositoryId: number;
  syncProperties: boolean;
}

/** Hash of an artifact's properties; empty without any. */
const hash = sql<string>`coalesce((select md5(string_agg(key || E'\x1f' || value, E'\x1e' order by key, value)) from property where artifact_id = a.id), '')`;

const selectStates = async (db: Db, { replicationId, repositoryId, syncProperties }: Wanted, which: RawBuilder<unknown>, limit: number) => {
  const { rows } = await sql<StateRow>`
    select a.path, a.sha256, b.sha1, b.md5, b.size, ${hash} as hash, c.sha256 as copied, c.properties as copied_properties,
      coalesce((select jsonb_object_agg(key, values) from (select key, jsonb_agg(value order by value) as values from property where artifact_id = a.id group by key) grouped),
        '{}') as properties
    from artifact a join blob b on b.sha256 = a.sha256
      left join replication_copy c on c.replication_id = ${replicationId} and c.path = a.path
    where a.repository_id = ${repositoryId} and ${which}
      and (c.path is null or c.sha256 <> a.sha256 or (${syncProperties}::boolean and c.properties is distinct from ${hash}))
    order by a.path limit ${limit}`.execute(db);
  return rows;
};

/** Files that the other side lacks or has otherwise, page by page. */
export const selectLacking = (db: Db, wanted: Wanted, after: string, limit: number): Promise<StateRow[]> =>
  selectStates(db, wanted, sql`a.path > ${after}`, limit);

/** Those of these paths that the other side lacks or has otherwise. */
export const selectLackingOf = (db: Db, wanted: Wanted, paths: readonly string[]): Promise<StateRow[]> =>
  selectStates(db, wanted, sql`a.path = any(${paths}::text[])`, paths.length);

/** What is on the other side and not here any more, page by page. */
export async function selectGone(db: Db, replicationId: number, repositoryId: number, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select c.path from replication_copy c where c.replication_id = ${replicationId} and c.path > ${after}
      and not exists (select from artifact a where a.repository_id = ${repositoryId} and a.path = c.path)
    order by c.path limit ${limit}`.execute(db);
  return rows.map(({ path }) => path);
}

/** Those of these paths that are on the other side and not here any more. */
export async function selectGoneOf(db: Db, replicationId: number, repositoryId: number, paths: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select c.path from replication_copy c where c.replication_id = ${replicationId} and c.path = any(${paths}::text[])
      and not exists (select from artifact a where a.repository_id = ${repositoryId} and a.path = c.path)`.execute(db);
  return rows.map(({ path }) => path);
}

/** Writes down that a file is on the other side now. */
export async function noteCopy(
  db: Db,
  replicationId: number,
  copy: { path: string; sha256: string; properties: string | null; run: number | null },
): Promise<void> {
  const { path, sha256, properties, run } = copy;
  await db
    .insertInto('replication_copy')
    .values({ replication_id: replicationId, path, sha256, properties, seen_by: run })
    .onConflict((conflict) => conflict.columns(['replication_id', 'path']).doUpdateSet({ sha256, properties, seen_by: run }))
    .execute();
}

export async function forgetCopy(db: Db, replicationId: number, path: string): Promise<void> {
  await db.deleteFrom('replication_copy').where('replication_id', '=', replicationId).where('path', '=', path).execute();
}

export async function forgetCopies(db: Db, replicationId: number): Promise<void> {
  await db.deleteFrom('replication_copy').where('replication_id', '=', replicationId).execute();
}

/** A file as the other side lists it; one of the sums is enough. */
export interface Listed {
  path: string;
  sha256: string;
  sha1: string;
}

/** Takes over what the other side lists: what is the same here is there, whoever brought it. */
export async function noteListed(db: Db, replicationId: number, repositoryId: number, run: number, files: readonly Listed[]): Promise<void> {
  await sql`
    insert into replication_copy (replication_id, path, sha256, seen_by)
    select ${replicationId}::bigint, a.path, a.sha256, ${run}::bigint
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as listed (path text, sha256 text, sha1 text)
      join artifact a on a.repository_id = ${repositoryId} and a.path = listed.path
      join blob b on b.sha256 = a.sha256 and (b.sha256 = listed.sha256 or (listed.sha256 = '' and b.sha1 = listed.sha1))
    on conflict (replication_id, path) do update set seen_by = excluded.seen_by, sha256 = excluded.sha256`.execute(db);
  // What is gone here is still there, and may go there.
  await sql`
    update replication_copy c set seen_by = ${run}::bigint
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as listed (path text, sha256 text, sha1 text)
    where c.replication_id = ${replicationId} and c.path = listed.path and c.sha256 = listed.sha256`.execute(db);
}

/** Forgets what the other side did not list. */
export async function forgetUnseen(db: Db, replicationId: number, run: number): Promise<void> {
  await sql`delete from replication_copy where replication_id = ${replicationId} and seen_by is distinct from ${run}::bigint`.execute(db);
}

export interface Change {
  path: string;
  /** The last that was noted of it. */
  last: number;
}

/** Paths that changed, those that wait longest first; `after` is the first change of the last page. */
export async function selectChanges(db: Db, replicationId: number, skipped: readonly string[], limit: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select path, max(id) as last from replication_change where replication_id = ${replicationId} and path <> all(${skipped}::text[])
    group by path order by min(id) limit ${limit}`.execute(db);
  return rows;
}

/** Forgets changes that were sent; later ones of the same path stay. */
export async function forgetChange(db: Db, replicationId: number, { path, last }: Change): Promise<void> {
  await db.deleteFrom('replication_change').where('replication_id', '=', replicationId).where('path', '=', path).where('id', '<=', last).execute();
}

/** Forgets changes that wait longer than anybody can hope for; the next run finds the files anyway. */
export async function forgetOldChanges(db: Db): Promise<void> {
  await sql`delete from replication_change change using replication r where r.id = change.replication_id
    and (change.noted_at < now() - interval '3 days' or not r.enabled or not r.events)`.execute(db);
}
