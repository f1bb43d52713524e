import { type Kysely, sql } from 'kysely';

/** Every process of every node, with its last sign of life. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table process (
      id uuid primary key,
      node_id text not null,
      kind text not null check (kind in ('main', 'http')),
      pid integer not null,
      address text not null,
      version text not null,
      services text[] not null,
      started_at timestamptz not null default now(),
      heartbeat_at timestamptz not null default now(),
      stopped_at timestamptz
    );
    create index process_node on process (node_id);
  `.execute(db);
}
