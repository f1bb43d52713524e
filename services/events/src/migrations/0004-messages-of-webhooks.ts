import { type Kysely, sql } from 'kysely';

/**
 * Messages still go with their webhook; but whoever writes them looks once whether it is there, and not for each of them (ADR 34).
 * The names are those of the schema that the step is for, whoever deletes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_messages() returns trigger language plpgsql set search_path from current as $$
      begin
        delete from message using gone where message.subscription = gone.key;
        return null;
      end
    $$;
    create trigger forget_messages after delete on subscription referencing old table as gone for each statement execute function forget_messages();
    alter table message drop constraint message_subscription_fkey;
  `.execute(db);
}
