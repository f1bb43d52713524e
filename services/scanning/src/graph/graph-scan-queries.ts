import { type Selectable, sql } from 'kysely';
import type { Match } from '../match/match.ts';
import type { Db, GraphScanTable } from '../schema.ts';
import type { Graph } from './graph.ts';

export type GraphScan = Selectable<GraphScanTable>;

/** So many scans of one owner are kept; the oldest goes first. */
const mostEach = 100;
/** Hours for which what was found can be read. */
const keptHours = 24;

export async function insertScan(db: Db, { id, owner, graph }: { id: string; owner: string; graph: Graph }): Promise<void> {
  await sql`
    insert into graph_scan (id, owner, state, graph, ends_at)
    values (${id}, ${owner}, 'in progress', ${JSON.stringify(graph)}::jsonb, now() + make_interval(hours => ${keptHours}))`.execute(db);
  await sql`
    delete from graph_scan where owner = ${owner}
      and id in (select id from graph_scan where owner = ${owner} order by created_at desc, id offset ${mostEach})`.execute(db);
}

export function selectScan(db: Db, id: string): Promise<GraphScan | undefined> {
  return db.selectFrom('graph_scan').selectAll().where('id', '=', id).where('ends_at', '>', new Date()).executeTakeFirst();
}

/** Counts a scan that begins; answers its graph and how often it has begun, unless it has ended. */
export async function beginScan(db: Db, id: string): Promise<{ graph: Graph; attempts: number } | undefined> {
  return db
    .updateTable('graph_scan')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'in progress')
    .returning(['graph', 'attempts'])
    .executeTakeFirst();
}

export async function finishScan(db: Db, id: string, outcome: { state: 'completed' | 'failed'; findings: readonly Match[] }): Promise<void> {
  await db
    .updateTable('graph_scan')
    .set({ state: outcome.state, findings: JSON.stringify(outcome.findings) })
    .where('id', '=', id)
    .execute();
}

export async function deleteEndedScans(db: Db): Promise<void> {
  await db.deleteFrom('graph_scan').where('ends_at', '<=', new Date()).execute();
}
