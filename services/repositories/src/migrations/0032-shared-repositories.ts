import { type Kysely, sql } from 'kysely';

/** Projects can use repositories that belong to others, or to none: some projects or all, to read or to all that their roles allow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table repository add column shared_with text[] not null default '{}';
    alter table repository add column shared_with_all boolean not null default false;
    alter table repository add column shared_read_only boolean not null default false;
  `.execute(db);
}
