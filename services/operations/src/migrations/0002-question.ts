import { type Kysely, sql } from 'kysely';

/** Makes room for what one node asks of another, and what that one answers. Not worth a write-ahead log: whoever asked is gone after a crash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table question (
      id uuid primary key,
      node_id text not null,
      process_id uuid,
      kind text not null,
      data text not null,
      asked_at timestamptz not null default now(),
      taken boolean not null default false,
      answer text
    );
  `.execute(db);
}
