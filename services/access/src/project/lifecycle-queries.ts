import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Ids of environments in their order: of a project, or of all. */
export async function selectLifecycle(db: Db, projectId: number | null): Promise<readonly number[] | undefined> {
  const row = await db
    .selectFrom('lifecycle')
    .select('stages')
    .where(sql<number>`coalesce(project_id, 0)`, '=', projectId ?? 0)
    .executeTakeFirst();
  return row?.stages.map(Number);
}

export async function putLifecycle(db: Db, projectId: number | null, stages: readonly number[]): Promise<void> {
  await sql`insert into lifecycle (project_id, stages) values (${projectId}, ${[...stages]}::bigint[])
    on conflict (coalesce(project_id, 0)) do update set stages = excluded.stages`.execute(db);
}

/** The lifecycles that have an environment: keys of projects, null for the one of all. */
export async function selectLifecyclesWith(db: Db, environmentId: number): Promise<readonly (string | null)[]> {
  const rows = await db
    .selectFrom('lifecycle')
    .leftJoin('project', 'project.id', 'lifecycle.project_id')
    .select('project.key')
    .where(sql<boolean>`${environmentId} = any(lifecycle.stages)`)
    .orderBy('project.key')
    .execute();
  return rows.map(({ key }) => key);
}
