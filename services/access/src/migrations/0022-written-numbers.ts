import { type Kysely, sql } from 'kysely';

/**
 * Numbers of what this deployment wrote, and of what others did, with a mark of what was written under them: who was restored from a backup writes them again.
 * Links know that their other end is still to be asked for what this deployment has lost. `marked` is the number that the mark is of: servers of the version before
 * count on without it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table federation_written (
      incarnation text not null,
      number bigint not null,
      mark text not null,
      at timestamptz not null default now(),
      primary key (incarnation, number)
    );
    alter table federation_seen add column marked bigint, add column mark text;
    alter table federation_link add column own_missing boolean not null default false;
  `.execute(db);
}
