import { type Kysely, sql } from 'kysely';

/** Makes room for what messages are made of, so that they can be read in other languages than English. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table site add column said jsonb;
  `.execute(db);
}
