import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../schema.ts';
import type { ReplicationRow, ReplicationRunRow, ReplicationRunTable, ReplicationTable } from './replication-schema.ts';

export type ReplicationValues = Omit<Insertable<ReplicationTable>, 'id' | 'repository_id' | 'failures' | 'retry_at' | 'message' | 'said' | 'modified_at'>;

/** Runs of each replication that are kept. */
const keptRuns = 50;

export function selectReplications(db: Db, repositoryId?: number): Promise<ReplicationRow[]> {
  const query = db.selectFrom('replication').selectAll().orderBy('id');
  return (repositoryId === undefined ? query : query.where('repository_id', '=', repositoryId)).execute();
}

/** Enabled ones whose changes cannot be sent, or whose last run that ended has failed. */
export async function selectFailing(db: Db): Promise<ReplicationRow[]> {
  const { rows } = await sql<ReplicationRow>`
    select replication.* from replication where enabled and (message is not null or (
      select status from replication_run run where run.replication_id = replication.id and run.finished_at is not null order by run.id desc limit 1) = 'failed')
    order by id`.execute(db);
  return rows;
}

export function selectReplication(db: Db, id: number): Promise<ReplicationRow | undefined> {
  return db.selectFrom('replication').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Held until the transaction ends. */
export function lockReplications(db: Db, repositoryId: number): Promise<ReplicationRow[]> {
  return db.selectFrom('replication').selectAll().where('repository_id', '=', repositoryId).orderBy('id').forUpdate().execute();
}

export function insertReplication(db: Db, repositoryId: number, values: ReplicationValues): Promise<ReplicationRow> {
  return db
    .insertInto('replication')
    .values({ repository_id: repositoryId, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateReplicationRow(db: Db, id: number, change: Updateable<ReplicationTable>): Promise<ReplicationRow> {
  return db.updateTable('replication').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Nothing happens when it is gone meanwhile. */
export async function noteReplication(db: Db, id: number, change: Updateable<ReplicationTable>): Promise<void> {
  await db.updateTable('replication').set(change).where('id', '=', id).execute();
}

export async function deleteReplicationRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('replication').where('id', '=', id).execute();
}

/** Enabled ones whose time has come. */
export function selectDue(db: Db): Promise<ReplicationRow[]> {
  return db.selectFrom('replication').selectAll().where('enabled', '=', true).where('next_run_at', '<=', sql<Date>`now()`).orderBy('next_run_at').execute();
}

/** Those that have something to do: a run that is open, or changes that wait. */
export async function selectBusy(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from replication where exists (select from replication_run run where run.replication_id = replication.id and run.finished_at is null)
      or (enabled and events and exists (select from replication_change change where change.replication_id = replication.id)) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Keys of the repositories whose changes follow at once, with the replications. */
export async function selectFollowed(db: Db): Promise<{ id: number; key: string }[]> {
  return db
    .selectFrom('replication')
    .innerJoin('repository', 'repository.id', 'replication.repository_id')
    .select(['replication.id', 'repository.key'])
    .where('replication.events', '=', true)
    .where('replication.enabled', '=', true)
    .execute();
}

/** Nothing when a run is open already. */
export async function insertRun(db: Db, replicationId: number, requestedBy: string): Promise<ReplicationRunRow | undefined> {
  const made = await db
    .insertInto('replication_run')
    .values({ replication_id: replicationId, requested_by: requestedBy })
    .onConflict((conflict) => conflict.column('replication_id').where('finished_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made)
    await sql`delete from replication_run where replication_id = ${replicationId} and id <= (
      select id from replication_run where replication_id = ${replicationId} order by id desc offset ${keptRuns} limit 1)`.execute(db);
  return made;
}

export function selectOpenRun(db: Db, replicationId: number): Promise<ReplicationRunRow | undefined> {
  return db.selectFrom('replication_run').selectAll().where('replication_id', '=', replicationId).where('finished_at', 'is', null).executeTakeFirst();
}

/** Nothing when it has ended: what has ended stays as it ended. */
export function updateOpenRun(db: Db, id: number, change: Updateable<ReplicationRunTable>): Promise<ReplicationRunRow | undefined> {
  return db.updateTable('replication_run').set(change).where('id', '=', id).where('finished_at', 'is', null).returningAll().executeTakeFirst();
}

export function selectRuns(db: Db, replicationId: number): Promise<ReplicationRunRow[]> {
  return db.selectFrom('replication_run').selectAll().where('replication_id', '=', replicationId).orderBy('id', 'desc').limit(keptRuns).execute();
}

/** The last run of each, by the replication. */
export async function selectLastRuns(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, ReplicationRunRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('replication_run')
    .selectAll()
    .distinctOn('replication_id')
    .where('replication_id', 'in', ids)
    .orderBy('replication_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.replication_id, row]));
}

/** When a run of each last succeeded, by the replication. */
export async function selectLastCompleted(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('replication_run')
    .select(['replication_id', (select) => select.fn.max('finished_at').as('at')])
    .where('replication_id', 'in', ids)
    .where('status', '=', 'finished')
    .groupBy('replication_id')
    .execute();
  return new Map(rows.flatMap(({ replication_id: id, at }) => (at ? [[id, at] as const] : [])));
}

/** How many paths wait, by the replication. */
export async function countChanges(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; count: number }>`
    select replication_id as id, count(distinct path)::int as count from replication_change
    where replication_id = any(${ids}::bigint[]) group by replication_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
