import { type Kysely, sql } from 'kysely';

/** Platform deployments, the last that was heard of each, and how they were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Where a deployment is on its way to another status, `streak` counts the answers that speak for one.
  await sql`
    create table deployment (
      id text primary key,
      name text not null unique,
      url text not null,
      home boolean not null default false,
      legacy jsonb,
      sealed text,
      location jsonb,
      tags text[] not null default '{}',
      status text not null,
      message text,
      said jsonb,
      detail jsonb not null default '{}',
      since timestamptz not null default now(),
      streak jsonb,
      seen_at timestamptz,
      asked_at timestamptz,
      offset_ms bigint,
      next_at timestamptz not null default now(),
      lease_until timestamptz,
      created_by text not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now()
    );
    create unique index deployment_home on deployment (home) where home;
    create index deployment_due on deployment (next_at);
    create table beacon (
      deployment text primary key references deployment on delete cascade,
      at timestamptz not null,
      body jsonb not null
    );
    create table deployment_status_change (
      id bigint generated always as identity primary key,
      deployment text not null references deployment on delete cascade,
      at timestamptz not null default now(),
      status text not null,
      message text,
      said jsonb
    );
    create index deployment_status_change_listed on deployment_status_change (deployment, id);
  `.execute(db);
}
