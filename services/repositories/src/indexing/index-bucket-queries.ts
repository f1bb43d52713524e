import { sql, type Transaction } from 'kysely';
import type { Db, RepositoriesSchema } from '../schema.ts';
import type { PackedBlock } from './packed-list.ts';

export type Bucket = Omit<PackedBlock, 'packed' | 'raw'> & { list: string; bucket: number };

export type RenderedBucket = Bucket & { packed: Buffer };

export async function selectBuckets(db: Db, repositoryId: number, scope: string): Promise<Bucket[]> {
  const { rows } = await sql<Bucket>`
    select list, bucket, entries, size, digest from index_bucket where repository_id = ${repositoryId} and scope = ${scope}`.execute(db);
  return rows;
}

export async function upsertBucket(tx: Transaction<RepositoriesSchema>, repositoryId: number, scope: string, one: RenderedBucket): Promise<void> {
  await sql`
    insert into index_bucket (repository_id, scope, list, bucket, entries, size, digest, packed)
    values (${repositoryId}, ${scope}, ${one.list}, ${one.bucket}, ${one.entries}, ${one.size}, ${one.digest}, ${one.packed})
    on conflict (repository_id, scope, list, bucket) do update
      set entries = excluded.entries, size = excluded.size, digest = excluded.digest, packed = excluded.packed`.execute(tx);
}

/** The bodies of entries in buckets, in the order in which they are listed. */
export async function selectBodies(db: Db, repositoryId: number, scope: string, buckets: readonly { list: string; bucket: number }[]) {
  const { rows } = await sql<{ list: string; bucket: number; body: string }>`
    select e.list, e.bucket, e.body from index_entry e
    join unnest(${buckets.map((one) => one.list)}::text[], ${buckets.map((one) => one.bucket)}::smallint[]) as wanted(list, bucket) on wanted.list = e.list and wanted.bucket = e.bucket
    where e.repository_id = ${repositoryId} and e.scope = ${scope} order by e.package, e.key, e.artifact_id`.execute(db);
  return rows;
}

export async function selectPackedBuckets(
  db: Db,
  repositoryId: number,
  scope: string,
  list: string,
  buckets: readonly number[],
): Promise<(Bucket & { packed: Buffer })[]> {
  const { rows } = await sql<Bucket & { packed: Buffer }>`
    select list, bucket, entries, size, digest, packed from index_bucket where repository_id = ${repositoryId} and scope = ${scope}
      and list = ${list} and bucket = any(${buckets}::smallint[])`.execute(db);
  return rows;
}
