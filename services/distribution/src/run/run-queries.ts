import type { Said } from '@packhouse/contract/sentences.ts';
import { getOrigin } from '@packhouse/kernel/database/said-columns.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, RunTable, SiteTable } from '../schema.ts';

export type RunRow = Selectable<RunTable> & { name: string; version: string; storing_repository: string };
export type SiteRow = Selectable<SiteTable>;

const shownRuns = 50;

function runs(db: Db) {
  return db
    .selectFrom('run')
    .innerJoin('bundle', 'bundle.id', 'run.bundle_id')
    .selectAll('run')
    .select(['bundle.name', 'bundle.version', 'bundle.storing_repository']);
}

export function selectRun(db: Db, id: number): Promise<RunRow | undefined> {
  return runs(db).where('run.id', '=', id).executeTakeFirst();
}

export interface RunFilter {
  name?: string | undefined;
  version?: string | undefined;
}

/** Newest first. */
export function selectRuns(db: Db, { name, version }: RunFilter, limit = shownRuns): Promise<RunRow[]> {
  let query = runs(db).orderBy('run.id', 'desc').limit(limit);
  if (name !== undefined) query = query.where('bundle.name', '=', name);
  if (version !== undefined) query = query.where('bundle.version', '=', version);
  return query.execute();
}

export async function selectSites(db: Db, runIds: readonly number[]): Promise<SiteRow[]> {
  if (runIds.length === 0) return [];
  return db.selectFrom('site').selectAll().where('run_id', 'in', runIds).orderBy('target').execute();
}

export function selectSite(db: Db, id: number): Promise<SiteRow | undefined> {
  return db.selectFrom('site').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Held until the transaction ends. */
export function lockRun(db: Db, id: number): Promise<Selectable<RunTable> | undefined> {
  return db.selectFrom('run').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The bundle is held meanwhile, so that one order comes after another. By the clock, so that it goes on after an older state of the database was restored. */
export function insertRun(db: Db, row: Omit<Insertable<RunTable>, 'ordered_at'>): Promise<{ id: number }> {
  const orderedAt = sql<number>`greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint,
    (select max(ordered_at) + 1 from run where bundle_id = ${row.bundle_id}))`;
  return db
    .insertInto('run')
    .values({ ...row, ordered_at: orderedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export function insertSites(db: Db, rows: readonly Insertable<SiteTable>[]): Promise<{ id: number }[]> {
  return db.insertInto('site').values(rows).returning('id').execute();
}

/** Nothing when it is finished or gone: what has ended stays as it ended. */
export function updateUnfinishedSite(db: Db, id: number, change: Updateable<SiteTable>): Promise<SiteRow | undefined> {
  return db.updateTable('site').set(change).where('id', '=', id).where('finished_at', 'is', null).returningAll().executeTakeFirst();
}

/** Ends what runs of this type have not finished at these targets. */
export function failUnfinishedSites(db: Db, bundleId: number, type: RunTable['type'], targets: readonly string[], why: Said): Promise<SiteRow[]> {
  return db
    .updateTable('site')
    .from('run')
    .set({ status: 'Failed', error: why.message, said: getOrigin(why), file_in_progress: null, finished_at: new Date() })
    .whereRef('run.id', '=', 'site.run_id')
    .where('run.bundle_id', '=', bundleId)
    .where('run.type', '=', type)
    .where('site.target', 'in', [...targets])
    .where('site.finished_at', 'is', null)
    .returningAll('site')
    .execute();
}
