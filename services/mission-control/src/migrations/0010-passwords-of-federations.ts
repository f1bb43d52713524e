import { type Kysely, sql } from 'kysely';

/** Whether a federation shares passwords, as all of them did until now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table federation add column passwords boolean not null default true`.execute(db);
}
