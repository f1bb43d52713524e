import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ImportRunTable, SourceTable } from '../knowledge-tables.ts';
import type { Db } from '../schema.ts';
import { countCycles } from '../support/support-queries.ts';

export type SourceRow = Selectable<SourceTable>;
export type RunRow = Selectable<ImportRunTable>;

export function selectSources(db: Db): Promise<SourceRow[]> {
  return db.selectFrom('source').selectAll().orderBy('name').execute();
}

export function selectSource(db: Db, id: number): Promise<SourceRow | undefined> {
  return db.selectFrom('source').selectAll().where('id', '=', id).executeTakeFirst();
}

export function selectSourceForUpdate(db: Db, id: number): Promise<SourceRow | undefined> {
  return db.selectFrom('source').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function insertSource(db: Db, row: Insertable<SourceTable>): Promise<SourceRow> {
  return db.insertInto('source').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateSource(db: Db, id: number, change: Updateable<SourceTable>): Promise<SourceRow | undefined> {
  return db.updateTable('source').set(change).where('id', '=', id).returningAll().executeTakeFirst();
}

export async function deleteSource(db: Db, id: number): Promise<void> {
  await db.deleteFrom('source').where('id', '=', id).execute();
}

/** How many advisories each source stands for, or how many cycles it tells of. */
export async function countRecords(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('advisory')
    .select(['source_id', sql<number>`count(*)::integer`.as('count')])
    .where('missing', '=', false)
    .groupBy('source_id')
    .execute();
  return new Map([...rows.flatMap(({ source_id, count }): [number, number][] => (source_id === null ? [] : [[source_id, count]])), ...(await countCycles(db))]);
}

/** Sources that are due for a look: enabled, with an address, and not looked at for their period. */
export async function selectDueSources(db: Db): Promise<SourceRow[]> {
  return db
    .selectFrom('source')
    .selectAll()
    .where('enabled', '=', true)
    .where('url', 'is not', null)
    .where(sql<boolean>`(every = 'day' and coalesce(checked_at, '-infinity') < now() - interval '23 hours')
      or (every = 'week' and coalesce(checked_at, '-infinity') < now() - interval '167 hours')`)
    .execute();
}

export function insertRun(db: Db, row: Pick<Insertable<ImportRunTable>, 'source_id' | 'requested_by' | 'sha256'>): Promise<RunRow> {
  return db.insertInto('import_run').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateRun(db: Db, id: number, change: Updateable<ImportRunTable>): Promise<void> {
  await db.updateTable('import_run').set(change).where('id', '=', id).execute();
}

export function selectRun(db: Db, id: number): Promise<RunRow | undefined> {
  return db.selectFrom('import_run').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Runs of one source, the newest first. */
export function selectRuns(db: Db, sourceId: number, limit: number): Promise<RunRow[]> {
  return db.selectFrom('import_run').selectAll().where('source_id', '=', sourceId).orderBy('id', 'desc').limit(limit).execute();
}

/** The newest run of each source. */
export async function selectLastRuns(db: Db): Promise<Map<number, RunRow>> {
  const rows = await db.selectFrom('import_run').distinctOn('source_id').selectAll().orderBy('source_id').orderBy('id', 'desc').execute();
  return new Map(rows.map((row) => [row.source_id, row]));
}
