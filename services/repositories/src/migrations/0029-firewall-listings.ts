import { type Kysely, sql } from 'kysely';

/** What rules leave out of listings is counted, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table firewall_record
      add column place text not null default 'download' check (place in ('download', 'listing')),
      add column versions integer not null default 1;
    comment on column firewall_record.versions is 'How many versions were left out at once, at the most.';
    do $$ declare held name; begin
      select conname into held from pg_constraint where conrelid = 'firewall_record'::regclass and contype = 'u';
      execute format('alter table firewall_record drop constraint %I', held);
    end $$;
    alter table firewall_record add constraint firewall_record_once
      unique (month, rule_id, repository, package, version, actor, outcome, place)`.execute(db);
}
