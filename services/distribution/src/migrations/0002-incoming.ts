import { type Kysely, sql } from 'kysely';

/** What comes in is written down before any of it is visible, with the files that were there before: those are not the bundle's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bundle add column incoming boolean not null default false;
    alter table bundle_file add column brought boolean not null default true;
  `.execute(db);
}
