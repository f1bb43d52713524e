import type { ReportType } from '@packhouse/contract/scanning/report-input.ts';
import type { ReportRow } from '@packhouse/contract/scanning/report-routes.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../schema.ts';
import type { ReportTable } from './report-tables.ts';

export type KeptReport = Selectable<ReportTable>;

export interface ReportSelection {
  /** Whose reports: of an author, or of one of these projects; undefined: all. */
  seen: { author: string; projects: readonly string[] } | undefined;
  project?: string | undefined;
  search?: string | undefined;
  type?: ReportType | undefined;
}

const makeLike = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

function selected(db: Db, { seen, project, search, type }: ReportSelection) {
  let query = db.selectFrom('report');
  if (seen) {
    query = query.where(({ eb, or }) => or([eb('author', '=', seen.author), eb('project', '=', sql<string>`any(${seen.projects}::text[])`)]));
  }
  if (project !== undefined) query = query.where('project', '=', project);
  if (search !== undefined) query = query.where(sql<boolean>`lower(name) like ${makeLike(search)}`);
  if (type) query = query.where('type', '=', type);
  return query;
}

export async function selectReports(
  db: Db,
  selection: ReportSelection,
  page: { limit: number; offset: number },
): Promise<{ rows: KeptReport[]; total: number }> {
  const [rows, counted] = await Promise.all([
    selected(db, selection).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    selected(db, selection).select(sql<number>`count(*)::integer`.as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.count };
}

export function selectReport(db: Db, id: number): Promise<KeptReport | undefined> {
  return db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function countReportsOf(db: Db, author: string): Promise<number> {
  const { count } = await db.selectFrom('report').select(sql<number>`count(*)::integer`.as('count')).where('author', '=', author).executeTakeFirstOrThrow();
  return count;
}

/** Projects that there are reports of. */
export async function selectReportProjects(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('report').select('project').distinct().where('project', 'is not', null).execute();
  return rows.flatMap(({ project }) => project ?? []);
}

export function insertReport(db: Db, row: Insertable<ReportTable>): Promise<KeptReport> {
  return db.insertInto('report').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateReport(db: Db, id: number, change: Updateable<ReportTable>): Promise<KeptReport | undefined> {
  return db.updateTable('report').set(change).where('id', '=', id).returningAll().executeTakeFirst();
}

export async function deleteReport(db: Db, id: number): Promise<void> {
  await db.deleteFrom('report').where('id', '=', id).execute();
}

/** Has a report wait for being made, unless it does or is being made; undefined then. */
export function queueAgain(db: Db, id: number): Promise<KeptReport | undefined> {
  return db
    .updateTable('report')
    .set({ state: 'pending', attempts: 0, message: null, said: null, started_at: null, finished_at: null, done: 0 })
    .where('id', '=', id)
    .where('state', 'not in', ['pending', 'running'])
    .returningAll()
    .executeTakeFirst();
}

/** Ends the making of a report, unless it is over; undefined then. */
export function abortReport(db: Db, id: number): Promise<KeptReport | undefined> {
  return db
    .updateTable('report')
    .set({ state: 'aborted', finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'running'])
    .returningAll()
    .executeTakeFirst();
}

/** Begins to make a report that waits, or whose making broke off; what that left goes. */
export async function beginRun(db: Db, id: number): Promise<KeptReport | undefined> {
  const { rows } = await sql<KeptReport>`
    update report set state = 'running', run = run + 1, attempts = attempts + 1, done = 0, started_at = now(), finished_at = null
    where id = ${id} and state in ('pending', 'running') returning *`.execute(db);
  await deleteRowsBut(db, id);
  return rows[0];
}

/** Deletes the rows that are not shown. */
async function deleteRowsBut(db: Db, id: number): Promise<void> {
  await sql`delete from report_row using report where report.id = ${id} and report_id = report.id and report_row.run not in (report.shown, report.run)`.execute(
    db,
  );
}

export interface NewRow {
  severity: number;
  position: number;
  data: ReportRow;
}

/** Writes rows and how far a run is; answers whether it still goes on. */
export async function keepRows(
  tx: Db,
  { id, run }: { id: number; run: number },
  rows: readonly NewRow[],
  far: { done: number; total: number },
): Promise<boolean> {
  const going = await tx
    .updateTable('report')
    .set(far)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  if (!going) return false;
  await sql`
    insert into report_row (report_id, run, severity, position, data)
    select ${id}, ${run}, severity, position, data from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (severity smallint, position integer, data jsonb)`.execute(
    tx,
  );
  return true;
}

/** Ends a run, so that its rows are shown; answers whether it was not ended before. */
export async function finishRun(tx: Db, { id, run }: { id: number; run: number }, rows: number): Promise<boolean> {
  const done = await tx
    .updateTable('report')
    .set({ state: 'completed', shown: run, rows, finished_at: sql<Date>`now()`, message: null, said: null })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  if (done) await deleteRowsBut(tx, id);
  return done !== undefined;
}

const shown = (report: Pick<KeptReport, 'id' | 'shown'>, search: string | undefined) => sql`report_id = ${report.id} and run = ${report.shown}
  ${search === undefined ? sql`` : sql`and lower(data::text) like ${makeLike(search)}`}`;

/** One page of a report's rows. */
export async function selectRows(
  db: Db,
  report: Pick<KeptReport, 'id' | 'shown'>,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
): Promise<ReportRow[]> {
  const { rows } = await sql<{ data: ReportRow }>`
    select data from report_row where ${shown(report, search)} order by severity, position limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ data }) => data);
}

export async function countRows(db: Db, report: Pick<KeptReport, 'id' | 'shown' | 'rows'>, search: string | undefined): Promise<number> {
  if (search === undefined) return report.rows;
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from report_row where ${shown(report, search)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Rows after a place, for whoever reads them all. */
export async function selectRowsAfter(
  db: Db,
  report: Pick<KeptReport, 'id' | 'shown'>,
  after: { severity: number; position: number },
  limit: number,
): Promise<NewRow[]> {
  const { rows } = await sql<NewRow>`
    select severity, position, data from report_row where ${shown(report, undefined)} and (severity, position) > (${after.severity}, ${after.position})
    order by severity, position limit ${limit}`.execute(db);
  return rows;
}

/** Reports whose schedule says that they come around now. */
export function selectDueReports(db: Db): Promise<KeptReport[]> {
  return db.selectFrom('report').selectAll().where('next_at', '<=', sql<Date>`now()`).orderBy('next_at').limit(200).execute();
}

/** Forgets reports that were made long ago and do not come around. */
export async function deleteOldReports(db: Db, days: number): Promise<void> {
  await sql`delete from report where cron is null and state not in ('pending', 'running')
    and coalesce(finished_at, created_at) < now() - make_interval(days => ${days})`.execute(db);
}
