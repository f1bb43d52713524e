import { type Kysely, sql } from 'kysely';

/** Repositories belong to projects and are in environments there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table repository add column project_key text, add column environments text[] not null default '{}';
    create index repository_project on repository (project_key) where project_key is not null;
  `.execute(db);
}
