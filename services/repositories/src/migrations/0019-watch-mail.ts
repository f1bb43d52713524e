import { type Kysely, sql } from 'kysely';

/** What changed where somebody watches, until it is mailed; and the language in which they began to watch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table item_mark add column language text not null default 'en';
    create index item_mark_watched on item_mark (repository_id) where kind = 'watch';
    create table watch_change (
      -- Every process hears of every event: the first of them writes it down.
      event bigint primary key,
      repository_id bigint not null references repository on delete cascade,
      path text not null,
      removed boolean not null,
      changed_by text not null,
      noted_at timestamptz not null default now(),
      told boolean not null default false
    );
    create index watch_change_untold on watch_change (noted_at) where not told;
  `.execute(db);
}
