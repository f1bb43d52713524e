import { type Kysely, sql } from 'kysely';

/** Runners, which of them does a step, and what commands wrote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table runner (
      name text primary key,
      labels text[] not null,
      groups text[] not null,
      token_sum text not null unique,
      network boolean not null default false,
      version text not null default '',
      seen_at timestamptz,
      created_by text not null,
      created_at timestamptz not null default now()
    );
    alter table step add column runner text;
    create index step_for_runners on step (next_at) where type = 'run' and state = 'waiting';
    create index step_on_runner on step (runner) where runner is not null;
    alter table step_log add column lease uuid, add column piece int;
    create unique index step_log_piece on step_log (run, step, lease, piece) where piece is not null;
  `.execute(db);
}
