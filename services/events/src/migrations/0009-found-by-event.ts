import { type Kysely, sql } from 'kysely';

/**
 * Secrets that were replaced sign for a day each, however many there are: the last one stays where it was, for servers of before that still run, and those before it stand
 * beside it with their ends. What all webhooks sent is found by its event, and what moved something by either place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscription add column earlier jsonb not null default '[]';
    alter table message add column other_subject text;
    create index message_event on message (domain, event_type, id);
    create index message_other_subject on message (other_subject text_pattern_ops, id) where other_subject is not null;
  `.execute(db);
}
