import { type Kysely, sql } from 'kysely';

/** Support bundles, and their content in compressed pieces: every node can write and read them here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bundle (
      id uuid primary key default gen_random_uuid(),
      name text not null,
      description text not null,
      service text not null,
      node_ids text[] not null,
      parameters jsonb not null,
      status text not null default 'in progress' check (status in ('in progress', 'success', 'failure')),
      created_by text not null,
      created_at timestamptz not null default now(),
      size bigint not null default 0,
      message text
    );
    create index bundle_age on bundle (created_at);
    create table bundle_part (
      bundle_id uuid not null references bundle on delete cascade,
      path text not null,
      number integer not null,
      content bytea not null,
      primary key (bundle_id, path, number)
    );
  `.execute(db);
}
