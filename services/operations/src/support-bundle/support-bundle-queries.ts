import type { Said } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, SupportBundleTable } from '../schema.ts';

export type SupportBundleRow = Selectable<SupportBundleTable>;

export function insertSupportBundle(db: Db, row: Insertable<SupportBundleTable>): Promise<SupportBundleRow> {
  return db.insertInto('bundle').values(row).returningAll().executeTakeFirstOrThrow();
}

export function selectSupportBundles(db: Db): Promise<SupportBundleRow[]> {
  return db.selectFrom('bundle').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
}

export function selectSupportBundle(db: Db, id: string): Promise<SupportBundleRow | undefined> {
  return db.selectFrom('bundle').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Takes a bundle away with its content; what it was, or nothing when there is none. */
export function deleteSupportBundleRow(db: Db, id: string): Promise<SupportBundleRow | undefined> {
  return db.deleteFrom('bundle').where('id', '=', id).returningAll().executeTakeFirst();
}

/** Says how it ended; the size is that of the pieces. */
export async function finishSupportBundle(db: Db, id: string, status: 'success' | 'failure', said: Said | null): Promise<void> {
  const size = sql<number>`coalesce((select sum(octet_length(content)) from bundle_part where bundle_id = ${id}), 0)`;
  await db
    .updateTable('bundle')
    .set({ status, size, ...keepSaid(said) })
    .where('id', '=', id)
    .execute();
}

export async function deleteParts(db: Db, id: string): Promise<void> {
  await db.deleteFrom('bundle_part').where('bundle_id', '=', id).execute();
}

export async function insertPart(db: Db, part: { bundle_id: string; path: string; number: number; content: Buffer }): Promise<void> {
  await db
    .insertInto('bundle_part')
    .values(part)
    .onConflict((conflict) => conflict.columns(['bundle_id', 'path', 'number']).doUpdateSet({ content: part.content }))
    .execute();
}

/** The files of a bundle, each with the number of its pieces. */
export function selectPaths(db: Db, id: string) {
  return db
    .selectFrom('bundle_part')
    .select(['path', ({ fn }) => fn.countAll<number>().as('pieces')])
    .where('bundle_id', '=', id)
    .groupBy('path')
    .orderBy('path')
    .execute();
}

export async function selectPart(db: Db, id: string, path: string, number: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('bundle_part')
    .select('content')
    .where('bundle_id', '=', id)
    .where('path', '=', path)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.content;
}

/** Forgets bundles that nobody will ask for: older than a month, or not among the newest. */
export async function deleteOldSupportBundles(db: Db, keep: number): Promise<void> {
  const newest = db.selectFrom('bundle').select('id').orderBy('created_at', 'desc').limit(keep);
  await db
    .deleteFrom('bundle')
    .where((is) => is.or([is('created_at', '<', sql<Date>`now() - interval '30 days'`), is('id', 'not in', newest)]))
    .execute();
}
