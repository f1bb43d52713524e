import { type Insertable, sql } from 'kysely';
import type { Db, ProcessTable } from '../schema.ts';

/** Seconds without a sign of life after which a process counts as gone. */
const patience = 30;

const isAlive = sql<boolean>`stopped_at is null and heartbeat_at > now() - make_interval(secs => ${sql.lit(patience)})`;

/** Makes the process known, or says that it still lives. */
export async function upsertProcess(db: Db, row: Insertable<ProcessTable>): Promise<void> {
  await db
    .insertInto('process')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ heartbeat_at: sql`now()`, address: row.address }))
    .execute();
}

export async function stopProcess(db: Db, id: string): Promise<void> {
  await db.updateTable('process').set({ stopped_at: sql`now()` }).where('id', '=', id).execute();
}

/** Every process that is known, by node, the oldest first; `uptime` in milliseconds, for those that live. */
export function selectProcesses(db: Db) {
  return db
    .selectFrom('process')
    .select(['id', 'node_id', 'kind', 'pid', 'address', 'version', 'services', 'heartbeat_at'])
    .select([isAlive.as('alive'), sql<number>`floor(extract(epoch from now() - started_at) * 1000)::bigint`.as('uptime')])
    .orderBy('node_id')
    .orderBy('started_at')
    .orderBy('id')
    .execute();
}
export type KnownProcess = Awaited<ReturnType<typeof selectProcesses>>[number];

/** Forgets processes of the past: those of a node that goes on without them, and nodes that have been away for a week. */
export async function deleteGoneProcesses(db: Db): Promise<void> {
  await sql`
    delete from process as gone
    where not (${isAlive}) and (
      heartbeat_at < now() - interval '7 days'
      or exists (select from process as other where other.node_id = gone.node_id and other.started_at > gone.heartbeat_at)
    )
  `.execute(db);
}

/** Forgets the processes of a node that give no sign of life. */
export async function deleteSilentProcesses(db: Db, nodeId: string): Promise<void> {
  await sql`delete from process where node_id = ${nodeId} and not (${isAlive})`.execute(db);
}
