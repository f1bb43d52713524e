import { type Kysely, sql } from 'kysely';

/** Makes room for what a message is made of, so that it can be read in other languages than English. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bundle add column said jsonb`.execute(db);
}
