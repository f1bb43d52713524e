import { type Kysely, sql } from 'kysely';

/** Who downloaded a file last: existing clients ask for it beside when that was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table artifact add column last_downloaded_by text`.execute(db);
}
