import { type Kysely, sql } from 'kysely';

/** Parts of images may be named by SHA-512, and are looked up by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index blob_sha512 on blob (sha512) where sha512 is not null`.execute(db);
}
