import { type Kysely, sql } from 'kysely';

/** What was passed on of a beacon last, in short: whichever process hears the next one goes by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table beacon add column told text, add column told_at timestamptz`.execute(db);
}
