import { type Kysely, sql } from 'kysely';

/** What clients sent and were sent in each month, by UTC, and how much they may. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transfer_month (
      month date primary key,
      received bigint not null,
      sent bigint not null
    );
    create table transfer_limit (
      only_row boolean primary key default true check (only_row),
      megabytes bigint not null default 0
    );
    insert into transfer_limit default values;`.execute(db);
}
