import { type Kysely, sql } from 'kysely';

/** Adds what advisories are looked up by when somebody searches for one of their other names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index advisory_aliases on advisory using gin (aliases)`.execute(db);
}
