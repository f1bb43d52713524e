import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { anything, route } from '../route.ts';
import { Said } from '../said.ts';
import { ByProject } from './policy-routes.ts';
import { foreignFilters, ReportBody, ReportFilters, ReportResources, type ReportType, reportTypes } from './report-input.ts';
import { reportRules } from './report-words.ts';

const base = `${prefixes.consoleApi}/xray/ui/reports`;
const wire = `${prefixes.scanning}/api/v1/reports`;
const compatible = { provenBy: [proofs.reports] };

export const reportStates = ['pending', 'running', 'completed', 'failed', 'aborted'] as const;

/** Columns of each type, in their order, with the names that existing clients read. */
export const reportColumns: Readonly<Record<ReportType, readonly string[]>> = {
  vulnerabilities: [
    'severity',
    'issue_id',
    'cves',
    'vulnerable_component',
    'impacted_artifact',
    'path',
    'fixed_versions',
    'cvss3_max_score',
    'summary',
    'published',
    'exploited',
    'epss',
    'package_type',
    'project',
    'artifact_scan_time',
    'ignored_by',
    'ignore_reason',
    'ignored_until',
  ],
  licenses: ['license', 'component', 'artifact', 'path', 'unknown', 'custom', 'package_type', 'project', 'artifact_scan_time'],
  violations: [
    'severity',
    'type',
    'issue_id',
    'watch_name',
    'policy_name',
    'rule',
    'status',
    'component',
    'impacted_artifact',
    'path',
    'fixed_versions',
    'summary',
    'created',
    'blocking_from',
    'fail_build',
    'package_type',
    'project',
    'ignored_by',
    'ignore_reason',
    'ignored_until',
    'violation_id',
  ],
  operationalRisks: [
    'risk',
    'component',
    'risk_reason',
    'artifact',
    'path',
    'latest_version',
    'newer_versions',
    'released',
    'age_months',
    'cadence',
    'deprecated',
    'yanked',
    'package_type',
    'project',
  ],
  components: ['component', 'version', 'ecosystem', 'purl', 'location', 'artifact', 'path', 'package_type', 'project', 'artifact_scan_time'],
};

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
export const ReportRow = z.record(z.string(), Cell);
export type ReportRow = z.output<typeof ReportRow>;

/** A report of one type; filters of another are refused by their names. */
export const ReportInput = ReportBody.extend({ type: z.enum(reportTypes) }).superRefine(({ type, filters }, context) => {
  for (const name of foreignFilters(type, filters))
    context.addIssue({ code: 'custom', message: reportRules.filter_of_other_report.en, path: ['filters', name] });
});
export type ReportInput = z.output<typeof ReportInput>;

const state = {
  id: z.int(),
  name: z.string(),
  report_type: z.enum(reportTypes),
  status: z.enum(reportStates),
  author: z.string(),
  total_artifacts: z.int(),
  num_of_processed_artifacts: z.int(),
  /** Of a hundred. */
  progress: z.int(),
  number_of_rows: z.int(),
  start_time: z.iso.datetime().optional(),
  end_time: z.iso.datetime().optional(),
};
export const Report = z.object({
  ...state,
  created: z.iso.datetime(),
  project: z.string().optional(),
  resources: ReportResources,
  filters: ReportFilters,
  cron_schedule: z.string().optional(),
  cron_schedule_timezone: z.string().optional(),
  next_time: z.iso.datetime().optional(),
  emails: z.array(z.string()),
  /** There are rows to read: of the last time it was made, where it is being made anew. */
  readable: z.boolean(),
  /** Why it could not be made. */
  said: Said.optional(),
});
export type Report = z.output<typeof Report>;

const params = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const paging = { num_of_rows: z.coerce.number().int().min(1).max(500).default(50), page_num: z.coerce.number().int().min(1).max(100_000).default(1) };

export const listReports = route('listReports', {
  summary: 'Reports, the newest first: all of them for administrators, else those of the caller’s projects and the caller’s own',
  method: 'GET',
  url: base,
  access: 'user',
  query: ByProject.extend({ ...paging, search: z.string().max(200).optional(), type: z.enum(reportTypes).optional() }),
  reply: z.object({ data: z.array(Report), total_count: z.int() }),
});
export const readReport = route('readReport', { summary: 'One report', method: 'GET', url: `${base}/:id`, access: 'user', params, reply: Report });
export const createReport = route('createReport', {
  summary: 'Has a report made, once or by a schedule, of what the caller may read',
  method: 'POST',
  url: base,
  access: 'user',
  query: ByProject,
  body: ReportInput,
  reply: Report,
  status: 201,
});
export const previewReport = route('previewReport', {
  summary: 'How many versions a report would look at, and how many rows those of the first of them have',
  method: 'POST',
  url: `${base}/preview`,
  access: 'user',
  query: ByProject,
  body: ReportInput,
  /** `looked`: versions of which the rows were counted. */
  reply: z.object({ versions: z.int(), looked: z.int(), rows: z.int() }),
  status: 200,
});
export const runReport = route('runReport', { summary: 'Makes a report anew', method: 'POST', url: `${base}/:id/run`, access: 'user', params, reply: Report });
export const cancelReport = route('cancelReport', {
  summary: 'Ends the making of a report',
  method: 'POST',
  url: `${base}/:id/cancel`,
  access: 'user',
  params,
  reply: Report,
});
export const deleteReport = route('deleteReport', {
  summary: 'Deletes a report with its schedule',
  method: 'DELETE',
  url: `${base}/:id`,
  access: 'user',
  params,
  reply: z.void(),
});
export const listReportRows = route('listReportRows', {
  summary: 'Rows of a report as it was made, the worst first',
  method: 'GET',
  url: `${base}/:id/rows`,
  access: 'user',
  params,
  query: z.object({ ...paging, search: z.string().max(200).optional() }),
  reply: z.object({ data: z.array(ReportRow), total_count: z.int() }),
});
export const reportFormats = ['csv', 'json', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];
const exported = z.object({ format: z.enum(reportFormats).default('csv'), file_name: z.string().max(200).optional() });
export const exportReport = route('exportReport', {
  summary: 'A report as a file',
  method: 'GET',
  url: `${base}/:id/export`,
  access: 'user',
  params,
  query: exported,
  reply: anything,
});
/** Where a report is fetched as a file. */
export const reportFilePath = (id: number, format: ReportFormat) => `${base}/${id}/export?format=${format}`;

const State = z.object({ ...state, number_of_violations: z.int().optional() });
const byReport = z.object({ report: params.shape.id });
export const createXrayReport = route('createXrayReport', {
  summary: 'Has a report made of what the caller may read',
  method: 'POST',
  url: `${wire}/:report`,
  access: 'user',
  // What it is to be of: the address of one that is there has its number in the same place.
  params: z.object({ report: z.string().max(40) }),
  query: ByProject,
  body: ReportBody,
  reply: z.object({ report_id: z.int(), status: z.enum(reportStates) }),
  compatible: { lacks: 'Exposures are refused, since nothing looks for them', ...compatible },
});
export const listXrayReports = route('listXrayReports', {
  summary: 'Reports, the newest first',
  method: 'GET',
  url: wire,
  access: 'user',
  query: ByProject.extend(paging),
  reply: z.object({ total_reports: z.int(), reports: z.array(State) }),
  compatible,
});
export const readXrayReport = route('readXrayReport', {
  summary: 'How far a report is',
  method: 'GET',
  url: `${wire}/:report`,
  access: 'user',
  params: byReport,
  query: ByProject,
  reply: State,
  compatible,
});
export const listXrayReportRows = route('listXrayReportRows', {
  summary: 'Rows of a report, the worst first',
  method: 'POST',
  url: `${wire}/:type/:id`,
  access: 'user',
  params: params.extend({ type: z.string().max(40) }),
  query: z.object({ ...paging, direction: z.string().max(10).optional(), order_by: z.string().max(40).optional(), projectKey: z.string().max(64).optional() }),
  reply: z.object({ total_rows: z.int(), rows: z.array(ReportRow) }),
  status: 200,
  compatible: { note: 'always the worst first; every cell has the name of its column', ...compatible },
});
export const deleteXrayReport = route('deleteXrayReport', {
  summary: 'Deletes a report',
  method: 'DELETE',
  url: `${wire}/:report`,
  access: 'user',
  params: byReport,
  query: ByProject,
  reply: z.object({ info: z.string() }),
  compatible,
});
export const exportXrayReport = route('exportXrayReport', {
  summary: 'A report as a file',
  method: 'GET',
  url: `${wire}/export/:id`,
  access: 'user',
  params,
  query: exported.extend({ projectKey: z.string().max(64).optional() }),
  reply: anything,
  compatible: { note: 'the file itself, not in an archive', ...compatible },
});
