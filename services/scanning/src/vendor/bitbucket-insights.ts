import { createHash } from 'node:crypto';
import type { Severity } from '@packhouse/contract/severities.ts';
import { dropHook } from './github.ts';
import type { CommitReport } from './vendor.ts';
import type { VendorCall } from './vendor-call.ts';

/** Name of our report, of which a commit has one. */
const reportKey = 'packhouse-scan';
const mostAnnotations = 1000;
/** Bitbucket Cloud takes so many in one call. */
const atOnce = 100;
const longestSummary = 450;
const longestDetails = 2000;

type Finding = CommitReport['findings'][number];

/** Names an annotation, the same each time. */
const makeId = ({ summary, path, line }: Finding) =>
  createHash('sha256')
    .update(JSON.stringify([summary, path, line]))
    .digest('hex')
    .slice(0, 40);

const cloudSeverities: Readonly<Record<Severity, string>> = {
  Critical: 'CRITICAL',
  High: 'HIGH',
  Medium: 'MEDIUM',
  Low: 'LOW',
  Information: 'LOW',
  Unknown: 'LOW',
};
/** Bitbucket Server knows nothing worse than high. */
const serverSeverities = { ...cloudSeverities, Critical: 'HIGH' };

const cutTitle = ({ title, details }: CommitReport) => ({ title: title.slice(0, longestSummary), details: details.slice(0, longestDetails) });

/** Annotations of a report that is there would stay beside the new ones, so the report is made anew. */
async function replace(call: VendorCall, at: string, report: object): Promise<void> {
  await dropHook(call, at);
  await call.tell({ method: 'PUT', path: at, body: report });
}

/** A report with annotations at a commit of Bitbucket Cloud. https://developer.atlassian.com/cloud/bitbucket/rest/api-group-reports/ */
export async function reportToCloud(call: VendorCall, commit: string, report: CommitReport): Promise<void> {
  const at = `${commit}/reports/${reportKey}`;
  const { url, findings } = report;
  await replace(call, at, {
    type: 'report',
    ...cutTitle(report),
    report_type: 'SECURITY',
    reporter: 'Packhouse',
    link: url,
    result: report.isGood ? 'PASSED' : 'FAILED',
    data: [],
  });
  const annotations = findings.slice(0, mostAnnotations).map((finding) => ({
    type: 'report_annotation',
    external_id: makeId(finding),
    annotation_type: 'VULNERABILITY',
    summary: finding.summary.slice(0, longestSummary),
    severity: cloudSeverities[finding.severity],
    path: finding.path,
    ...(finding.line === null ? {} : { line: finding.line }),
  }));
  for (let done = 0; done < annotations.length; done += atOnce)
    await call.tell({ method: 'POST', path: `${at}/annotations`, body: annotations.slice(done, done + atOnce) });
}

/** The same at one of Bitbucket Server. https://developer.atlassian.com/server/bitbucket/how-tos/code-insights/ */
export async function reportToServer(call: VendorCall, commit: string, report: CommitReport): Promise<void> {
  const at = `${commit}/reports/${reportKey}`;
  await replace(call, at, { ...cutTitle(report), reporter: 'Packhouse', link: report.url, result: report.isGood ? 'PASS' : 'FAIL', data: [] });
  const annotations = report.findings.slice(0, mostAnnotations).map((finding) => ({
    externalId: makeId(finding),
    type: 'VULNERABILITY',
    message: finding.summary.slice(0, longestDetails),
    severity: serverSeverities[finding.severity],
    path: finding.path,
    // It stands at the file where no line is known.
    line: finding.line ?? 0,
  }));
  if (annotations.length > 0) await call.tell({ method: 'POST', path: `${at}/annotations`, body: { annotations } });
}
