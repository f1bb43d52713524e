import { type Kysely, sql } from 'kysely';

/** Secrets for commands, encrypted, with those whose pipelines are given them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table secret (
      name text primary key,
      description text not null,
      sealed text not null,
      users text[] not null,
      groups text[] not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      used_at timestamptz
    );
  `.execute(db);
}
