import type { Insertable, Selectable } from 'kysely';
import type { Db, DeploymentTable } from '../schema.ts';

export type DeploymentRow = Selectable<DeploymentTable>;

/** Every deployment, home first, then by name. */
export function selectDeployments(db: Db): Promise<DeploymentRow[]> {
  return db.selectFrom('deployment').selectAll().orderBy('home', 'desc').orderBy('name').execute();
}

export function selectDeployment(db: Db, id: string): Promise<DeploymentRow | undefined> {
  return db.selectFrom('deployment').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Makes this deployment known to itself, once. */
export async function insertHome(db: Db, row: Omit<Insertable<DeploymentTable>, 'home' | 'status' | 'created_by'>): Promise<void> {
  await db
    .insertInto('deployment')
    .values({ ...row, home: true, status: 'ONLINE', created_by: 'system' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
