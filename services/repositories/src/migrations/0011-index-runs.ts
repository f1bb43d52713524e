import { type Kysely, sql } from 'kysely';

/** How far the last recalculation of each repository's index has got. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table index_run (
      repository_id bigint primary key references repository on delete cascade,
      status text not null default 'waiting' check (status in ('waiting', 'running', 'finished', 'failed')),
      requested_by text not null,
      requested_at timestamptz not null default now(),
      finished_at timestamptz,
      total bigint not null default 0,
      done bigint not null default 0,
      last_path text,
      message text
    )`.execute(db);
}
