import { type Kysely, sql } from 'kysely';

/** What scanning clients say of their work is kept for a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table client_event (
      id uuid primary key,
      kind text not null,
      owner text not null,
      document jsonb not null,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      ends_at timestamptz not null
    );
    create index client_event_place on client_event (created_at, id);
    create index client_event_owner on client_event (owner, created_at);
    create index client_event_end on client_event (ends_at);
  `.execute(db);
}
