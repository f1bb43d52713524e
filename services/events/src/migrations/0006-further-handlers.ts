import { type Kysely, sql } from 'kysely';

/** A further handler of a webhook is a row like the webhook itself: its receiver fails, waits and is tried by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscription add column handler_of text references subscription on delete cascade`.execute(db);
  await sql`create index subscription_handlers on subscription (handler_of, key) where handler_of is not null`.execute(db);
}
