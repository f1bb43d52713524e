import { type Kysely, sql } from 'kysely';

/** What was made while a deployment that had shared before shared nothing was never written down: everything is looked at again, where something is shared within the hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update federation_state set enrolled = false`.execute(db);
}
