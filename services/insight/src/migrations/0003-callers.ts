import { type Kysely, sql } from 'kysely';

/** Who moved content within a day: marks that say nothing of users and addresses but whether they are the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table caller (kind text not null, mark text not null, seen_at timestamptz not null default now(), primary key (kind, mark));
    create index caller_seen on caller (seen_at)`.execute(db);
}
