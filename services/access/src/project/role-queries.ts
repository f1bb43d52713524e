import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../schema.ts';
import type { RoleTable } from './project-schema.ts';

const columns = ['id', 'project_id', 'name', 'description', 'type', 'environments', 'actions'] as const;

export type RoleRow = Awaited<ReturnType<typeof selectRoles>>[number];

/** The roles of every project, and those of this one. */
export function selectRoles(db: Db, projectId: number | null) {
  return db
    .selectFrom('role')
    .select(columns)
    .where(({ eb, or }) => or([eb('project_id', 'is', null), eb('project_id', '=', projectId ?? -1)]))
    .orderBy(sql`case type when 'ADMIN' then 0 when 'PREDEFINED' then 1 when 'CUSTOM_GLOBAL' then 2 else 3 end`)
    .orderBy('name')
    .execute();
}

export async function insertRole(db: Db, row: Insertable<RoleTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('role')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateRoleRow(db: Db, id: number, change: Updateable<RoleTable>): Promise<void> {
  if (Object.keys(change).length > 0) await db.updateTable('role').set(change).where('id', '=', id).execute();
}

export async function deleteRoleRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('role').where('id', '=', id).execute();
}

/** Gives an environment another name in every role, or takes it out of them. */
export async function replaceEnvironmentOfRoles(db: Db, from: string, to: string | undefined): Promise<void> {
  const environments = to === undefined ? sql<string[]>`array_remove(environments, ${from})` : sql<string[]>`array_replace(environments, ${from}, ${to})`;
  await db.updateTable('role').set({ environments }).where(sql<boolean>`${from} = any(environments)`).execute();
}
