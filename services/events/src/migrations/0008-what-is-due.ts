import { type Kysely, sql } from 'kysely';

/**
 * What is being sent is found in an index whose places come round again: what was sent frees them for what is sent next, where a time would leave a longer and longer
 * way behind. Messages that are too old are found webhook by webhook, as each has a limit of its own (ADR 36).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index message_sending;
    create index message_sending on message ((id % 64)) where state = 'sending';
    drop index message_age;
    create index message_age on message (subscription, age_from) where state = 'waiting';
    alter table message set (autovacuum_vacuum_scale_factor = 0.05);
  `.execute(db);
}
