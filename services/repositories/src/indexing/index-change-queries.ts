import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** A part of a listing that something has changed in. */
export interface ChangedBucket {
  scope: string;
  list: string;
  bucket: number;
}

export interface Change {
  id: number;
  list: string;
  bucket: number;
}

/** Whether changes of a listing wait to be built, those up to a certain one only where it is given. */
export async function hasChanges(db: Db, repositoryId: number, scope: string, upTo?: number): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (
      select from index_change where repository_id = ${repositoryId} and scope = ${scope} ${upTo === undefined ? sql`` : sql`and id <= ${upTo}`}
    ) as waiting`.execute(db);
  return rows[0]?.waiting === true;
}

/** The newest change of a listing that is not in what was built; nothing when all of them are. */
export async function selectNewestChange(db: Db, repositoryId: number, scope: string): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from index_change where repository_id = ${repositoryId} and scope = ${scope}`.execute(db);
  return rows[0]?.id ?? null;
}

export async function selectChanges(db: Db, repositoryId: number, scope: string): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select id, list, bucket from index_change where repository_id = ${repositoryId} and scope = ${scope} order by id`.execute(db);
  return rows;
}

export async function insertChanges(db: Db, repositoryId: number, changed: readonly ChangedBucket[]): Promise<void> {
  await sql`
    insert into index_change (repository_id, scope, list, bucket)
    select ${repositoryId}, * from unnest(${changed.map((one) => one.scope)}::text[], ${changed.map((one) => one.list)}::text[], ${changed.map((one) => one.bucket)}::smallint[])`.execute(
    db,
  );
}

export async function deleteChanges(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from index_change where id = any(${ids}::bigint[])`.execute(db);
}

/** Listings with changes that no job has taken up for a while. */
export async function selectLeftovers(db: Db): Promise<{ repositoryId: number; scope: string }[]> {
  const { rows } = await sql<{ repositoryId: number; scope: string }>`
    select distinct repository_id as "repositoryId", scope from index_change where at < now() - interval '10 seconds'`.execute(db);
  return rows;
}

/** Makes everything that was built of a repository outdated. */
export async function outdateListings(db: Db, repositoryId: number): Promise<void> {
  await sql`delete from index_bucket where repository_id = ${repositoryId}`.execute(db);
  await sql`
    insert into index_change (repository_id, scope, list, bucket)
    select distinct repository_id, scope, list, bucket from index_entry where repository_id = ${repositoryId}`.execute(db);
  await sql`update index_scope set source = '' where repository_id = ${repositoryId}`.execute(db);
}

/** Listings of a repository that are built, or have something to be built of. */
export async function selectScopes(db: Db, repositoryId: number): Promise<string[]> {
  const { rows } = await sql<{ scope: string }>`
    select scope from index_scope where repository_id = ${repositoryId} and variant = ''
    union select distinct scope from index_change where repository_id = ${repositoryId}`.execute(db);
  return rows.map(({ scope }) => scope);
}
