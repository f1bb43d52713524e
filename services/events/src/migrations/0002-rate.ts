import { type Kysely, sql } from 'kysely';

/** How many requests a receiver takes in a second, and up to when what was claimed has used that up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscription add column per_second int, add column rate_at timestamptz`.execute(db);
}
