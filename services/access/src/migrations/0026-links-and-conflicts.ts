import { type Kysely, sql } from 'kysely';

/**
 * Links know since when their tries fail, and whether passwords go over them. Conflicts are read by time, a page at a time: their times have no more digits than are told
 * of them. Who came over a link as an administrator without being let is remembered for as long as the link is there, so that nothing depends on what came in one batch.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table federation_link add column failing_since timestamptz, add column passwords boolean not null default true;
    update federation_link set failing_since = last_at where error is not null;
    alter table federation_conflict alter column at set default date_trunc('milliseconds', now());
    update federation_conflict set at = date_trunc('milliseconds', at);
    create index federation_conflict_at on federation_conflict (at, id);
    create index federation_conflict_thing on federation_conflict (kind, uid);
    create table federation_administrator (
      kind text not null,
      uid uuid not null,
      link uuid not null references federation_link on delete cascade,
      primary key (kind, uid, link)
    );
    create index federation_administrator_link on federation_administrator (link);
    insert into federation_administrator (kind, uid, link) select kind, uid, link from federation_parked where administrator and link is not null;
  `.execute(db);
}
