import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface BlobValues {
  sha256: string;
  sha1: string;
  md5: string;
  sha512?: string | undefined;
  size: number;
}

/** In one order, or two commits of the same blobs could wait for each other. */
const inOrder = (blobs: readonly BlobValues[]) =>
  [...new Map(blobs.map((blob) => [blob.sha256, blob])).values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));

/** Makes or completes the rows, which stay locked until the transaction ends, so that garbage collection waits; and takes any condemnation back. */
function upsert(blobs: readonly BlobValues[], unless: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const rows = inOrder(blobs);
  const column = (name: keyof BlobValues) => rows.map((row) => row[name] ?? null);
  // What conflicts is locked whether or not the last condition holds. Stray bytes that collection found have a row without these checksums.
  return sql`
    insert into blob (sha256, sha1, md5, sha512, size)
    select sha256, sha1, md5, sha512, size from unnest(${column('sha256')}::text[], ${column('sha1')}::text[], ${column('md5')}::text[], ${column('sha512')}::text[], ${column('size')}::bigint[])
      as new(sha256, sha1, md5, sha512, size)
    where ${unless}
    on conflict (sha256) do update set condemned_at = null, sha1 = excluded.sha1, md5 = excluded.md5, sha512 = coalesce(blob.sha512, excluded.sha512)
    where blob.condemned_at is not null or blob.sha1 <> excluded.sha1 or (blob.sha512 is null and excluded.sha512 is not null)`;
}

export async function upsertBlobs(db: Db, blobs: readonly BlobValues[]): Promise<void> {
  await upsert(blobs).execute(db);
}

export interface HeldBlob {
  /** Its checksums are all known and nobody has condemned it. */
  isInOrder: boolean;
  hasSha512: boolean;
  size: number;
}

/**
 * Locks those of the blobs that exist, so that they are not deleted, and answers how they were; any number of commits may hold the same one.
 * Of the new ones those that do not exist get their rows in the same step.
 */
export async function lockBlobs(db: Db, sha256s: readonly string[], fresh: readonly BlobValues[]): Promise<ReadonlyMap<string, HeldBlob>> {
  const held = sql`
    held as (
      select sha256, condemned_at is not null as condemned, sha1 <> '' as has_sums, sha512 is not null as has_sha512, size
      from blob where sha256 = any(${sha256s}::text[]) order by sha256 for key share)`;
  const made = fresh.length === 0 ? sql`` : sql`, made as (${upsert(fresh, sql`not exists (select from held where held.sha256 = new.sha256)`)})`;
  const { rows } = await sql<{ sha256: string; condemned: boolean; has_sums: boolean; has_sha512: boolean; size: number }>`
    with ${held}${made} select sha256, condemned, has_sums, has_sha512, size from held`.execute(db);
  const condemned = rows.filter((row) => row.condemned).map((row) => row.sha256);
  if (condemned.length > 0) await db.updateTable('blob').set({ condemned_at: null }).where('sha256', 'in', condemned).execute();
  return new Map(rows.map((row) => [row.sha256, { isInOrder: !row.condemned && row.has_sums, hasSha512: row.has_sha512, size: row.size }]));
}
