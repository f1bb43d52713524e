import { type Kysely, sql } from 'kysely';

/** Only messages that keep an order are found by their subject while they are open: the others cost that index nothing, neither where they are made nor where they are sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table message add column ordered boolean not null default false;
    update message set ordered = true from subscription where subscription.key = message.subscription and subscription.ordered and state in ('waiting', 'sending');
    drop index message_open;
    create index message_open on message (subscription, subject, event_id, part) where ordered and state in ('waiting', 'sending');
  `.execute(db);
}
