import { type Kysely, sql } from 'kysely';

/**
 * A link that was silent for longer than deletions are remembered knows since when, until it has heard of everything again. A licence knows how many days
 * before its end administrators were told of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table federation_link add column silent_since timestamptz;
    alter table licence add column warned_days integer;
  `.execute(db);
}
