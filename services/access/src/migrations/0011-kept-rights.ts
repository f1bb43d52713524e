import { type Kysely, sql } from 'kysely';

/** Rights that existing clients give to users, groups and permissions: they are kept as they were set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table "user" add column kept_rights text[] not null default '{}';
    alter table "group" add column kept_rights text[] not null default '{}';
    alter table permission_grant add column kept_rights text[] not null default '{}';
  `.execute(db);
}
