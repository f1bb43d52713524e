import { type Kysely, sql } from 'kysely';

/** Reports of the garbage collection, one row a run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table garbage_run (
      id bigint generated always as identity primary key,
      status text not null default 'waiting' check (status in ('waiting', 'running', 'finished', 'failed')),
      dry_run boolean not null,
      requested_by text not null,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      examined bigint not null default 0,
      condemned bigint not null default 0,
      condemned_bytes bigint not null default 0,
      spared bigint not null default 0,
      freed bigint not null default 0,
      freed_bytes bigint not null default 0,
      staging bigint not null default 0,
      message text
    )
  `.execute(db);
}
