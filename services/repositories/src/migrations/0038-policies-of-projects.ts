import { type Kysely, sql } from 'kysely';

/** A retention policy can belong to a project, whose administrators keep it; so do its runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table retention_policy add column project_key text;
    alter table retention_run add column project_key text;
    create index retention_policy_project on retention_policy (project_key) where project_key is not null;
    create index retention_run_project on retention_run (project_key, id) where project_key is not null;`.execute(db);
}
