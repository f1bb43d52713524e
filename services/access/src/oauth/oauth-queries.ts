import { sql } from 'kysely';
import type { Db } from '../schema.ts';

const columns = ['id', 'name', 'type', 'enabled', 'settings', 'sealed_secret', 'created_at', 'modified_at'] as const;

export type OauthRow = NonNullable<Awaited<ReturnType<typeof selectProvider>>>;

export function selectProviders(db: Db) {
  return db.selectFrom('oauth_provider').select(columns).orderBy('name').execute();
}

export function selectProvider(db: Db, name: string) {
  return db.selectFrom('oauth_provider').select(columns).where('name', '=', name).executeTakeFirst();
}

export function selectProviderById(db: Db, id: number) {
  return db.selectFrom('oauth_provider').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Holds the row until the transaction ends. */
export function lockProvider(db: Db, name: string) {
  return db.selectFrom('oauth_provider').select(columns).where('name', '=', name).forUpdate().executeTakeFirst();
}

interface Values {
  type: string;
  enabled: boolean;
  settings: string;
  sealed_secret: string | null;
}

/** False when the name is taken. */
export async function insertProvider(db: Db, name: string, values: Values): Promise<boolean> {
  const row = await db
    .insertInto('oauth_provider')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateProviderRow(db: Db, id: number, values: Values): Promise<void> {
  await db
    .updateTable('oauth_provider')
    .set({ ...values, modified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteProviderRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('oauth_provider').where('id', '=', id).execute();
}
