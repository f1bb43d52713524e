import { type Kysely, sql } from 'kysely';

/** Policies take away versions of release bundles that are no longer needed, and leave reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cleanup_policy (
      key text primary key,
      description text not null default '',
      enabled boolean not null,
      cron text not null default '',
      next_run_at timestamptz,
      most_minutes integer,
      criteria jsonb not null,
      modified_by text not null,
      modified_at timestamptz not null default now()
    );
    create table cleanup_run (
      id bigint generated always as identity primary key,
      policy text not null references cleanup_policy on delete cascade,
      status text not null default 'WAITING' check (status in ('WAITING', 'RUNNING', 'FINISHED', 'FAILED')),
      dry_run boolean not null,
      requested_by text not null,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      versions integer not null default 0,
      bytes bigint not null default 0,
      message text,
      said jsonb
    );
    create index cleanup_run_policy on cleanup_run (policy, id desc);
  `.execute(db);
}
