import { AppError } from '@packhouse/contract/errors.ts';
import type { VendorCode } from '@packhouse/contract/scanning/git-vendors.ts';
import { integrationWords } from '@packhouse/contract/scanning/integration-words.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../schema.ts';
import type { IntegrationTable, Quota } from './integration-table.ts';

export type IntegrationRow = Selectable<IntegrationTable>;

/** Connections by vendor and name: all, or those to some vendors. */
export function selectIntegrations(db: Db, vendors?: readonly VendorCode[]): Promise<IntegrationRow[]> {
  let query = db.selectFrom('integration').selectAll().orderBy('vendor').orderBy('name').orderBy('key');
  if (vendors) query = query.where('vendor', 'in', [...vendors]);
  return query.execute();
}

function found(row: IntegrationRow | undefined, key: string): IntegrationRow {
  if (!row) throw new AppError(integrationWords.no_integration, { key });
  return row;
}

export function findIntegration(db: Db, key: string): Promise<IntegrationRow | undefined> {
  return db.selectFrom('integration').selectAll().where('key', '=', key).executeTakeFirst();
}

/** @throws AppError `not_found` */
export async function needIntegration(db: Db, key: string): Promise<IntegrationRow> {
  return found(await findIntegration(db, key), key);
}

/** Held until the transaction ends: a token is kept only for the address it was given for. @throws AppError `not_found` */
export async function lockIntegration(db: Db, key: string): Promise<IntegrationRow> {
  return found(await db.selectFrom('integration').selectAll().where('key', '=', key).forUpdate().executeTakeFirst(), key);
}

/** Nothing when the key is taken. */
export function insertIntegration(db: Db, values: Insertable<IntegrationTable>): Promise<IntegrationRow | undefined> {
  return db
    .insertInto('integration')
    .values(values)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function updateIntegrationRow(db: Db, key: string, change: Updateable<IntegrationTable>): Promise<IntegrationRow> {
  return db
    .updateTable('integration')
    .set({ ...change, updated_on: sql<Date>`now()` })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Has the hooks of an integration that is about to go taken away at its vendor. */
export async function leaveHooks(db: Db, key: string): Promise<void> {
  await sql`
    insert into git_left_hook (integration, name, vendor, url, user_name, sealed, vendor_id, full_name, hook_id)
    select key, name, vendor, url, user_name, sealed, vendor_id, full_name, hook_id
    from integration join git_repository on git_repository.integration = integration.key where key = ${key} and hook_id is not null`.execute(db);
}

/** Has a hook taken away that was made while its integration went. */
export async function leaveHook(
  db: Db,
  { key, name, vendor, url, user_name, sealed }: IntegrationRow,
  hook: { vendor_id: string; full_name: string; hook_id: string },
): Promise<void> {
  await db
    .insertInto('git_left_hook')
    .values({ integration: key, name, vendor, url, user_name, sealed, ...hook })
    .execute();
}

export async function deleteIntegrationRow(db: Db, key: string): Promise<void> {
  await db.deleteFrom('integration').where('key', '=', key).execute();
}

/** Keeps how the vendor answered, now: `problem` is why it did not as it should. */
export async function noteContact(db: Db, key: string, { problem, quota }: { problem: Said | null; quota?: Quota | null }): Promise<void> {
  await db
    .updateTable('integration')
    .set({
      state: problem === null ? 'good' : 'failing',
      checked_at: sql<Date>`now()`,
      ...keepSaid(problem),
      ...(quota === undefined ? {} : { quota: quota === null ? null : JSON.stringify(quota) }),
    })
    .where('key', '=', key)
    .execute();
}
