import { type Kysely, sql } from 'kysely';

/** What people call the subject of an entry, where that is only an id; entries about tokens that are there already say it themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_record add column name text;
    update audit_record set name = left(nullif(concat_ws(' · ', nullif(coalesce(after, before) ->> 'description', ''), coalesce(after, before) ->> 'user'), ''), 500)
     where action in ('token.created', 'token.refreshed', 'token.revoked') and jsonb_typeof(coalesce(after, before)) = 'object';
  `.execute(db);
}
