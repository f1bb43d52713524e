import { type Kysely, sql } from 'kysely';

/** Makes room for what a user has marked: favourites and watched items. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table item_mark (
      user_name text not null,
      kind text not null check (kind in ('favourite', 'watch')),
      repository_id bigint not null references repository on delete cascade,
      path text not null,
      created_at timestamptz not null default now(),
      primary key (user_name, kind, repository_id, path)
    )`.execute(db);
}
