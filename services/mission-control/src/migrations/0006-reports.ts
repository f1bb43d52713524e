import { type Kysely, sql } from 'kysely';

/** Deployments that nobody reaches report by themselves; these listen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deployment add column reported_at timestamptz;
    create table listener (
      peer text primary key,
      asked_at timestamptz,
      failures int not null default 0,
      next_at timestamptz not null,
      lease_until timestamptz
    );
  `.execute(db);
}
