import { pathMatches } from '@packhouse/kernel/access/path-pattern.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { CleanupCriteria, CleanupPolicyTable, CleanupRunTable, Db } from '../schema.ts';

export type CleanupPolicyRow = Selectable<CleanupPolicyTable>;
export type CleanupRunRow = Selectable<CleanupRunTable>;

/** Reports of a policy that are told. */
const mostRuns = 50;

export const selectPolicies = (db: Db) => db.selectFrom('cleanup_policy').selectAll().orderBy('key').execute();
export const selectPolicy = (db: Db, key: string) => db.selectFrom('cleanup_policy').selectAll().where('key', '=', key).executeTakeFirst();
export const lockPolicy = (db: Db, key: string) => db.selectFrom('cleanup_policy').selectAll().where('key', '=', key).forUpdate().executeTakeFirst();

/** Gives nothing when the key is taken. */
export function insertPolicy(db: Db, row: Insertable<CleanupPolicyTable>): Promise<CleanupPolicyRow | undefined> {
  return db
    .insertInto('cleanup_policy')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function updatePolicy(db: Db, key: string, change: Updateable<CleanupPolicyTable>): Promise<CleanupPolicyRow> {
  return db
    .updateTable('cleanup_policy')
    .set({ ...change, modified_at: new Date() })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deletePolicy(db: Db, key: string): Promise<void> {
  await db.deleteFrom('cleanup_policy').where('key', '=', key).execute();
}

/** Enabled policies whose time has come, held. */
export const selectDuePolicies = (db: Db) =>
  db.selectFrom('cleanup_policy').selectAll().where('enabled', '=', true).where('next_run_at', '<=', sql<Date>`now()`).forUpdate().skipLocked().execute();

export async function noteNextRun(db: Db, key: string, next: Date | null): Promise<void> {
  await db.updateTable('cleanup_policy').set({ next_run_at: next }).where('key', '=', key).execute();
}

export const insertRun = (db: Db, row: Insertable<CleanupRunTable>) => db.insertInto('cleanup_run').values(row).returningAll().executeTakeFirstOrThrow();
export const selectRun = (db: Db, id: number) => db.selectFrom('cleanup_run').selectAll().where('id', '=', id).executeTakeFirst();

export const selectRuns = (db: Db, key: string) =>
  db.selectFrom('cleanup_run').selectAll().where('policy', '=', key).orderBy('id', 'desc').limit(mostRuns).execute();

export async function hasOpenRun(db: Db, key: string): Promise<boolean> {
  const open = await db.selectFrom('cleanup_run').select('id').where('policy', '=', key).where('finished_at', 'is', null).executeTakeFirst();
  return open !== undefined;
}

export async function updateRun(db: Db, id: number, change: Updateable<CleanupRunTable>): Promise<void> {
  await db.updateTable('cleanup_run').set(change).where('id', '=', id).execute();
}

export interface DoomedVersion {
  id: number;
  name: string;
  version: string;
  bytes: number;
}

const isSigned = sql<boolean>`bundle.type = 'source' and bundle.state = 'SIGNED'`;

/** Signed versions made here that the criteria mean now, the oldest first. */
export async function selectDoomed(db: Db, { names, keptEnvironments, months, days }: CleanupCriteria): Promise<DoomedVersion[]> {
  const age = days === undefined ? sql`make_interval(months => ${months ?? 0}::integer)` : sql`make_interval(days => ${days}::integer)`;
  const kept = keptEnvironments.includes('**') ? sql`true` : sql`promotion.environment = any(${[...keptEnvironments]}::text[])`;
  const { rows } = await sql<DoomedVersion>`
    select bundle.id, bundle.name, bundle.version, bundle.bytes::float8 as bytes from bundle
    where ${isSigned} and bundle.created_at < now() - ${age}
      and not exists (select from promotion where promotion.bundle_id = bundle.id and promotion.status <> 'FAILED' and ${keptEnvironments.length > 0} and ${kept})
    order by bundle.created_at, bundle.id`.execute(db);
  return rows.filter(({ name }) => names.some((pattern) => pathMatches(pattern, name)));
}
