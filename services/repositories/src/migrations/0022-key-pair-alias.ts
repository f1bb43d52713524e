import { type Kysely, sql } from 'kysely';

/** Existing clients give a key pair a second name, and expect to read it again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table key_pair add column alias text`.execute(db);
}
