import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface BlobValues {
  sha256: string;
  sha1: string;
  md5: string;
  sha512?: string | undefined;
  size: number;
}

/** Locks the rows until the transaction ends, so that garbage collection waits, and takes any condemnation back. */
export async function upsertBlobs(db: Db, blobs: readonly BlobValues[]): Promise<void> {
  // Always in the same order, or two commits of the same blobs could wait for each other.
  const sorted = [...new Map(blobs.map((blob) => [blob.sha256, blob])).values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  await db
    .insertInto('blob')
    .values(sorted.map(({ sha256, sha1, md5, sha512, size }) => ({ sha256, sha1, md5, sha512: sha512 ?? null, size, condemned_at: null })))
    .onConflict((conflict) =>
      conflict
        .column('sha256')
        .doUpdateSet({ condemned_at: null, sha1: sql`excluded.sha1`, md5: sql`excluded.md5`, sha512: sql`coalesce(blob.sha512, excluded.sha512)` })
        // The row is locked whether or not this holds. Stray bytes that collection found have a row without these checksums.
        .where(sql<boolean>`blob.condemned_at is not null or blob.sha1 <> excluded.sha1 or (blob.sha512 is null and excluded.sha512 is not null)`),
    )
    .execute();
}

export interface HeldBlob {
  /** Its checksums are all known and nobody has condemned it. */
  isInOrder: boolean;
  hasSha512: boolean;
  size: number;
}

/** Locks those of the blobs that exist, so that they are not deleted; any number of commits may hold the same one. */
export async function lockBlobs(db: Db, sha256s: readonly string[]): Promise<ReadonlyMap<string, HeldBlob>> {
  const { rows } = await sql<{ sha256: string; condemned: boolean; has_sums: boolean; has_sha512: boolean; size: number }>`
    select sha256, condemned_at is not null as condemned, sha1 <> '' as has_sums, sha512 is not null as has_sha512, size
    from blob where sha256 = any(${sha256s}::text[]) order by sha256 for key share`.execute(db);
  const condemned = rows.filter((row) => row.condemned).map((row) => row.sha256);
  if (condemned.length > 0) await db.updateTable('blob').set({ condemned_at: null }).where('sha256', 'in', condemned).execute();
  return new Map(rows.map((row) => [row.sha256, { isInOrder: !row.condemned && row.has_sums, hasSha512: row.has_sha512, size: row.size }]));
}
