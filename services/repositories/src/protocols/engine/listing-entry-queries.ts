import type { IndexEntry } from '@packhouse/formats/indexed-listing.ts';
import { sql } from 'kysely';
import type { Db } from '../../schema.ts';

/** Says which packages the repository has, by revisions that never repeat. */
export async function selectPackagesState(db: Db, repositoryId: number): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select count(*) || ' ' || coalesce(bit_xor(hashint8extended(revision, 0)), 0) || ' ' || coalesce(bit_xor(hashint8extended(revision, 1)), 0) as state
    from package where repository_id = ${repositoryId}`.execute(db);
  return rows[0]?.state ?? '';
}

export type Entry = Pick<IndexEntry, 'list' | 'package' | 'key' | 'path' | 'text'>;

export async function selectClaimsState(db: Db, format: string, repositoryIds: readonly number[]): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select count(*) || ' ' || coalesce(bit_xor(hashint8extended(revision, 0)), 0) as state from name_claim
    where format = ${format} and repository_id = any(${repositoryIds}::bigint[])`.execute(db);
  return rows[0]?.state ?? '';
}

export async function selectClaimedNames(db: Db, format: string, repositoryIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from name_claim where format = ${format} and repository_id = any(${repositoryIds}::bigint[])`.execute(db);
  return rows.map(({ name }) => name);
}

export async function selectEntries(
  db: Db,
  { repositoryId, scope }: { repositoryId: number; scope: string },
  page: { after: { id: number; list: string }; limit: number },
): Promise<(Entry & { id: number })[]> {
  const { rows } = await sql<Entry & { id: number }>`
    select e.artifact_id as id, e.list, e.package, e.key, a.path, e.body as text from index_entry e join artifact a on a.id = e.artifact_id
    where e.repository_id = ${repositoryId} and e.scope = ${scope} and (e.artifact_id, e.list) > (${page.after.id}, ${page.after.list})
    order by e.artifact_id, e.list limit ${page.limit}`.execute(db);
  return rows;
}

/** Lets several queries see what had been committed when the first of them began, and nothing that is committed later. */
export function atOneMoment<T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
