import type { EnvironmentCategory } from '@packhouse/contract/access/access-environment-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface EnvironmentRow {
  id: number;
  name: string;
  project_id: number | null;
  /** Of its project; null where every project has it. */
  key: string | null;
  category: EnvironmentCategory;
  created_at: Date;
  modified_at: Date;
}

/** Environments of every project, and those of these projects. */
export function selectEnvironments(db: Db, projectIds: readonly number[]): Promise<EnvironmentRow[]> {
  return db
    .selectFrom('environment')
    .leftJoin('project', 'project.id', 'environment.project_id')
    .select(['environment.id', 'environment.name', 'environment.project_id', 'project.key'])
    .select(['environment.category', 'environment.created_at', 'environment.modified_at'])
    .where(({ eb, or }) => or([eb('project_id', 'is', null), eb('project_id', 'in', projectIds.length > 0 ? projectIds : [-1])]))
    .orderBy(sql`project_id nulls first`)
    .orderBy('environment.name')
    .execute();
}

/** Answers whether it was made; it is not when the name is taken. */
export async function insertEnvironment(db: Db, name: string, projectId: number | null, category: EnvironmentCategory): Promise<boolean> {
  const inserted = await db
    .insertInto('environment')
    .values({ name, project_id: projectId, category })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function isEnvironmentNameTaken(db: Db, name: string, exceptId: number): Promise<boolean> {
  const found = await db
    .selectFrom('environment')
    .select('id')
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function updateEnvironmentName(db: Db, id: number, name: string): Promise<void> {
  await db.updateTable('environment').set({ name, modified_at: new Date() }).where('id', '=', id).execute();
}

export async function updateCategory(db: Db, id: number, category: EnvironmentCategory): Promise<void> {
  await db.updateTable('environment').set({ category, modified_at: new Date() }).where('id', '=', id).execute();
}

export async function deleteEnvironmentRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('environment').where('id', '=', id).execute();
}
