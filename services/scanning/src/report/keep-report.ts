import { AppError } from '@packhouse/contract/errors.ts';
import type { Report, ReportInput } from '@packhouse/contract/scanning/report-routes.ts';
import { reportWords } from '@packhouse/contract/scanning/report-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import { findSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Context } from '../context.ts';
import type { By } from '../policy/keep-policy.ts';
import { keepsProjects, mayGovern, requireGoverning } from '../policy/rights.ts';
import { queueReport } from './report-job.ts';
import {
  abortReport,
  countReportsOf,
  deleteReport,
  insertReport,
  type KeptReport,
  queueAgain,
  type ReportSelection,
  selectReport,
  selectReportProjects,
} from './report-queries.ts';
import { type Asked, countScope, readRows, readScope } from './report-scope.ts';
import { needFirst } from './schedule.ts';

/** Somebody has so many reports at most. */
const mostReports = 1000;
/** A preview counts the rows of so many versions at most. */
const mostLooked = 1000;

export function toReport(row: KeptReport): Report {
  const said = findSaid(row);
  const isDone = row.state === 'completed';
  const percent = row.total === 0 ? 0 : Math.min(99, Math.floor((row.done / row.total) * 100));
  return {
    id: row.id,
    name: row.name,
    report_type: row.type,
    status: row.state,
    author: row.author,
    total_artifacts: row.total,
    num_of_processed_artifacts: row.done,
    progress: isDone ? 100 : percent,
    number_of_rows: row.rows,
    ...(row.started_at ? { start_time: row.started_at.toISOString() } : {}),
    ...(row.finished_at ? { end_time: row.finished_at.toISOString() } : {}),
    created: row.created_at.toISOString(),
    ...(row.project === null ? {} : { project: row.project }),
    resources: row.resources,
    filters: row.filters,
    ...(row.cron === null ? {} : { cron_schedule: row.cron }),
    ...(row.zone === null ? {} : { cron_schedule_timezone: row.zone }),
    ...(row.next_at ? { next_time: row.next_at.toISOString() } : {}),
    emails: row.emails,
    readable: row.shown > 0,
    ...(said ? { said } : {}),
  };
}

const isAdministrator = (actor: Actor) => actor.administrator && !actor.scope;

/** A report shows what its author may read, so that others see it only where they administer all that it can show. */
function maySee(actor: Actor, { author, project }: Pick<KeptReport, 'author' | 'project'>): boolean {
  if (isAdministrator(actor)) return true;
  const isOwn = author === actor.name && actor.kind === 'user';
  return (isOwn && mayGovern(actor, project ?? undefined, 'reports')) || (project !== null && keepsProject(actor, project));
}

/** By the project alone: who keeps reports by duty does not see those of others. */
const keepsProject = (actor: Actor, project: string) =>
  mayGovern({ ...actor, grants: actor.grants.filter(({ resourceType }) => resourceType === 'project') }, project, 'reports');

/** Reports that the actor sees. @throws AppError `forbidden` for those who may make none */
export async function readSelection(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  project: string | undefined,
): Promise<Pick<ReportSelection, 'seen' | 'project'>> {
  if (isAdministrator(actor)) return { seen: undefined, project };
  if (!mayGovern(actor, project, 'reports') && !(project === undefined && keepsProjects(actor))) requireAdministrator(actor);
  const projects = (await selectReportProjects(db)).filter((key) => keepsProject(actor, key));
  return { seen: { author: actor.name, projects }, project };
}

/** @throws AppError `not_found`, also for reports of others */
export async function needReport({ db }: Pick<Context, 'db'>, actor: Actor, id: number): Promise<KeptReport> {
  const row = await selectReport(db, id);
  if (!row || !maySee(actor, row)) throw new AppError(reportWords.no_report, { id });
  return row;
}

const toAsked = ({ type, resources, filters }: ReportInput, project: string | undefined): Asked => ({ type, resources, filters, project: project ?? null });
const auditable = ({ name, type, project, resources, filters, cron, emails }: KeptReport) => ({ name, type, project, resources, filters, cron, emails });

/** Keeps a new report and has it made. @throws AppError `forbidden`, `project_not_found`, `invalid_input` */
export async function addReport(context: Context, { actor, address }: By, input: ReportInput, project: string | undefined): Promise<KeptReport> {
  const { db, platform } = context;
  await requireGoverning(context, actor, project, 'reports');
  const next = needFirst(input.cron_schedule, input.cron_schedule_timezone);
  if ((await countReportsOf(db, actor.name)) >= mostReports) throw new AppError(reportWords.too_many_reports, { count: mostReports });
  return db.transaction().execute(async (tx) => {
    const row = await insertReport(tx, {
      name: input.name,
      type: input.type,
      project: project ?? null,
      author: actor.name,
      resources: JSON.stringify(input.resources),
      filters: JSON.stringify(input.filters),
      cron: input.cron_schedule || null,
      zone: input.cron_schedule_timezone || null,
      emails: input.notify?.emails ?? [],
      started_at: null,
      finished_at: null,
      next_at: next,
      message: null,
    });
    await platform.identity.audit({ actor: actor.name, address, action: 'report.created', subject: row.name, after: auditable(row) }, tx);
    await platform.outbox.publish(tx, { type: 'report.created', subject: String(row.id), data: {} });
    await queueReport(context, row, tx);
    return row;
  });
}

/** How many versions a report would look at, and how many rows come of the first of them. @throws AppError `forbidden`, `project_not_found`, `invalid_input` */
export async function previewRows(context: Context, actor: Actor, input: ReportInput, project: string | undefined) {
  await requireGoverning(context, actor, project, 'reports');
  needFirst(input.cron_schedule, input.cron_schedule_timezone);
  const asked = toAsked(input, project);
  const scope = await readScope(context, actor, asked);
  const versions = await countScope(context, scope, asked.type);
  let looked = 0;
  let rows = 0;
  for await (const part of readRows(context, asked, scope)) {
    looked += part.looked;
    rows += part.rows.length;
    if (looked >= mostLooked) break;
  }
  return { versions, looked, rows };
}

/** Makes a report anew. @throws AppError `not_found`, `conflict` while it is being made */
export async function remakeReport(context: Context, { actor, address }: By, id: number): Promise<KeptReport> {
  const { name } = await needReport(context, actor, id);
  return context.db.transaction().execute(async (tx) => {
    const row = await queueAgain(tx, id);
    if (!row) throw new AppError(reportWords.report_under_way);
    await context.platform.identity.audit({ actor: actor.name, address, action: 'report.requested', subject: name }, tx);
    await context.platform.outbox.publish(tx, { type: 'report.updated', subject: String(id), data: {} });
    await queueReport(context, row, tx);
    return row;
  });
}

/** Ends the making of a report. @throws AppError `not_found`, `conflict` when it is not being made */
export async function stopReport({ db, platform }: Pick<Context, 'db' | 'platform'>, { actor, address }: By, id: number): Promise<KeptReport> {
  const { name } = await needReport({ db }, actor, id);
  return db.transaction().execute(async (tx) => {
    const row = await abortReport(tx, id);
    if (!row) throw new AppError(reportWords.report_not_running);
    await platform.identity.audit({ actor: actor.name, address, action: 'report.cancelled', subject: name }, tx);
    await platform.outbox.publish(tx, { type: 'report.updated', subject: String(id), data: {} });
    return row;
  });
}

/** @throws AppError `not_found` */
export async function dropReport({ db, platform }: Pick<Context, 'db' | 'platform'>, { actor, address }: By, id: number): Promise<KeptReport> {
  const row = await needReport({ db }, actor, id);
  await db.transaction().execute(async (tx) => {
    await deleteReport(tx, id);
    await platform.identity.audit({ actor: actor.name, address, action: 'report.deleted', subject: row.name, before: auditable(row) }, tx);
    await platform.outbox.publish(tx, { type: 'report.deleted', subject: String(id), data: {} });
  });
  return row;
}
