import type { Db } from '../schema.ts';

export function selectIntegrations(db: Db) {
  return db.selectFrom('oidc_integration').select(['id', 'name', 'settings']).orderBy('name').execute();
}

export function selectIntegration(db: Db, name: string) {
  return db.selectFrom('oidc_integration').select(['id', 'name', 'settings']).where('name', '=', name).executeTakeFirst();
}

/** False when the name is taken. */
export async function insertIntegration(db: Db, name: string, settings: string): Promise<boolean> {
  const row = await db
    .insertInto('oidc_integration')
    .values({ name, settings })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateIntegrationRow(db: Db, id: number, settings: string): Promise<void> {
  await db.updateTable('oidc_integration').set({ settings }).where('id', '=', id).execute();
}

export async function deleteIntegrationRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('oidc_integration').where('id', '=', id).execute();
}

export function selectMappings(db: Db, integrationId: number) {
  return db
    .selectFrom('oidc_identity_mapping')
    .select(['id', 'name', 'priority', 'settings'])
    .where('integration_id', '=', integrationId)
    .orderBy('priority')
    .orderBy('name')
    .execute();
}

/** False when the name is taken. */
export async function insertMapping(db: Db, integrationId: number, name: string, priority: number, settings: string): Promise<boolean> {
  const row = await db
    .insertInto('oidc_identity_mapping')
    .values({ integration_id: integrationId, name, priority, settings })
    .onConflict((conflict) => conflict.columns(['integration_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateMappingRow(db: Db, id: number, priority: number, settings: string): Promise<void> {
  await db.updateTable('oidc_identity_mapping').set({ priority, settings }).where('id', '=', id).execute();
}

export async function deleteMappingRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('oidc_identity_mapping').where('id', '=', id).execute();
}
