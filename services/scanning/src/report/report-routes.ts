import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { foreignFilters, type ReportBody, type ReportType, reportTypes } from '@packhouse/contract/scanning/report-input.ts';
import * as contract from '@packhouse/contract/scanning/report-routes.ts';
import { reportRules, reportWords } from '@packhouse/contract/scanning/report-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { addReport, dropReport, needReport, previewRows, readSelection, remakeReport, stopReport, toReport } from './keep-report.ts';
import { sendReport } from './report-file.ts';
import { countRows, type KeptReport, selectReports, selectRows } from './report-queries.ts';

interface Page {
  num_of_rows: number;
  page_num: number;
}

const toPage = ({ num_of_rows, page_num }: Page) => ({ limit: num_of_rows, offset: (page_num - 1) * num_of_rows });

/** A report that has rows to read. @throws AppError `not_found`, `conflict` before it was made */
async function needRows(context: Context, actor: Actor, id: number): Promise<KeptReport> {
  const report = await needReport(context, actor, id);
  if (report.shown === 0) throw new AppError(reportWords.report_not_made);
  return report;
}

async function readPage({ db }: Context, report: KeptReport, query: Page & { search?: string | undefined }) {
  const search = query.search || undefined;
  const [data, total_count] = await Promise.all([selectRows(db, report, { search, ...toPage(query) }), countRows(db, report, search)]);
  return { data, total_count };
}

/** Reports, for the console. */
export function reportRoutes(app: FastifyInstance, context: Context): void {
  const { platform, db } = context;
  handle(app, platform, contract.listReports, async ({ query }, { actor }) => {
    const seen = await readSelection(context, actor, query.projectKey);
    const { rows, total } = await selectReports(db, { ...seen, search: query.search || undefined, type: query.type }, toPage(query));
    return { data: rows.map(toReport), total_count: total };
  });
  handle(app, platform, contract.readReport, async ({ params }, { actor }) => toReport(await needReport(context, actor, params.id)));
  handle(app, platform, contract.createReport, async ({ query, body }, by) => toReport(await addReport(context, by, body, query.projectKey ?? body.project)));
  handle(app, platform, contract.previewReport, ({ query, body }, { actor }) => previewRows(context, actor, body, query.projectKey ?? body.project));
  handle(app, platform, contract.runReport, async ({ params }, by) => toReport(await remakeReport(context, by, params.id)));
  handle(app, platform, contract.cancelReport, async ({ params }, by) => toReport(await stopReport(context, by, params.id)));
  handle(app, platform, contract.deleteReport, async ({ params }, by) => void (await dropReport(context, by, params.id)));
  handle(app, platform, contract.listReportRows, async ({ params, query }, { actor }) => readPage(context, await needRows(context, actor, params.id), query));
  handle(app, platform, contract.exportReport, async ({ params, query }, { actor, reply }) =>
    sendReport(context, reply, await needRows(context, actor, params.id), query),
  );
}

/** The types as existing clients write them; that of exposures is known, and refused. @throws AppError `bad_request`, `not_found` */
function needType(type: string): ReportType {
  if (type === 'exposures') throw new AppError(reportWords.exposures_not_sought);
  const known = reportTypes.find((one) => one.toLowerCase() === type.toLowerCase());
  if (!known) throw new AppError(reportWords.no_report_type, { type });
  return known;
}

function toInput(type: ReportType, body: ReportBody): contract.ReportInput {
  const [foreign] = foreignFilters(type, body.filters);
  if (foreign !== undefined) throw namedFieldRefusal(`filters.${foreign}`, say(reportRules.filter_of_other_report));
  return { ...body, type };
}

function toState(row: KeptReport) {
  const { id, name, report_type, status, author, total_artifacts, num_of_processed_artifacts, progress, number_of_rows, start_time, end_time } = toReport(row);
  const times = { ...(start_time ? { start_time } : {}), ...(end_time ? { end_time } : {}) };
  return { id, name, report_type, status, author, total_artifacts, num_of_processed_artifacts, progress, number_of_rows, ...times };
}

/** The same reports, for existing clients. */
export function compatibleReportRoutes(app: FastifyInstance, context: Context): void {
  const { platform, db } = context;
  handle(app, platform, contract.listXrayReports, async ({ query }, { actor }) => {
    const { rows, total } = await selectReports(db, await readSelection(context, actor, query.projectKey), toPage(query));
    return { total_reports: total, reports: rows.map(toState) };
  });
  handle(app, platform, contract.createXrayReport, async ({ params, query, body }, by) => {
    const { id, state } = await addReport(context, by, toInput(needType(params.report), body), query.projectKey ?? body.project);
    return { report_id: id, status: state };
  });
  handle(app, platform, contract.readXrayReport, async ({ params }, { actor }) => toState(await needReport(context, actor, params.report)));
  handle(app, platform, contract.listXrayReportRows, async ({ params, query }, { actor }) => {
    const report = await needRows(context, actor, params.id);
    if (report.type !== needType(params.type)) throw new AppError(reportWords.no_report, { id: params.id });
    const { data, total_count } = await readPage(context, report, query);
    return { total_rows: total_count, rows: data };
  });
  handle(app, platform, contract.deleteXrayReport, async ({ params }, by) => {
    const { name } = await dropReport(context, by, params.report);
    return { info: `report ${name} deleted successfully` };
  });
  handle(app, platform, contract.exportXrayReport, async ({ params, query }, { actor, reply }) =>
    sendReport(context, reply, await needRows(context, actor, params.id), query),
  );
}
