import { type Kysely, sql } from 'kysely';

/** Retention policies and the reports of their runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table retention_policy (
      id bigint generated always as identity primary key,
      name text not null,
      description text not null,
      enabled boolean not null,
      every text not null check (every in ('never', 'day', 'week', 'month')),
      permanently boolean not null,
      selection jsonb not null,
      modified_at timestamptz not null default now(),
      modified_by text not null
    );
    create unique index retention_policy_name on retention_policy (lower(name));
    create table retention_run (
      id bigint generated always as identity primary key,
      policy_id bigint references retention_policy on delete set null,
      policy_name text not null,
      status text not null default 'waiting' check (status in ('waiting', 'running', 'finished', 'failed')),
      requested_by text not null,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      items bigint not null default 0,
      files bigint not null default 0,
      bytes bigint not null default 0,
      message text
    );
    create index retention_run_policy on retention_run (policy_id, id);`.execute(db);
}
