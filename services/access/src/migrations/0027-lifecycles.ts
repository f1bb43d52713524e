import { type Kysely, sql } from 'kysely';

/** Environments know what they are for and since when they are there; in what order they follow each other is said for all, and for single projects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table environment
      add column category text not null default 'promote',
      add column created_at timestamptz not null default now(),
      add column modified_at timestamptz not null default now();
    create table lifecycle (
      id bigint generated always as identity primary key,
      project_id bigint references project on delete cascade,
      stages bigint[] not null
    );
    create unique index lifecycle_project on lifecycle (coalesce(project_id, 0));
  `.execute(db);
}
