import { type Kysely, sql } from 'kysely';

/** What clients ask about is kept beside what repositories hold, and only for a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table graph_scan (
      id uuid primary key,
      owner text not null,
      state text not null check (state in ('in progress', 'completed', 'failed')),
      graph jsonb not null,
      findings jsonb not null default '[]',
      attempts integer not null default 0,
      created_at timestamptz not null default now(),
      ends_at timestamptz not null
    );
    create index graph_scan_owner on graph_scan (owner, created_at);
    create index graph_scan_end on graph_scan (ends_at);
  `.execute(db);
}
