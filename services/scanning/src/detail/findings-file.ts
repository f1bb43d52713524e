import { AppError } from '@packhouse/contract/errors.ts';
import type { Context } from '../context.ts';
import { readCves } from '../summary/issues.ts';
import { readTargetIssues } from '../summary/target-issues.ts';
import type { TargetRow } from '../target/target.ts';

const mostIssues = 20_000;

interface FindingLine {
  id: string;
  cves: string;
  severity: string;
  component: string;
  version: string;
  location: string;
  fixed_versions: string;
  exploited: string;
  epss: string;
  summary: string;
}

/** What was found in a version, a line a component. @throws AppError `too_large` */
export async function readFindingLines(context: Pick<Context, 'db' | 'peers'>, targets: readonly TargetRow[]): Promise<FindingLine[]> {
  const lines: FindingLine[] = [];
  for (const target of targets) {
    const issues = await readTargetIssues(context, target, mostIssues);
    if (!issues) throw new AppError('too_large');
    for (const issue of issues)
      for (const one of issue.components)
        lines.push({
          id: issue.id,
          cves: readCves(issue).join(' '),
          severity: issue.severity,
          component: one.name,
          version: one.version,
          location: one.location,
          fixed_versions: one.fixed_versions.join(' '),
          exploited: issue.exploited ?? '',
          epss: issue.epss === null ? '' : String(issue.epss),
          summary: issue.summary,
        });
  }
  return lines;
}

/** What begins so spreadsheets take for a formula, also in full width. */
const begins = /^(?=[\t\r\n]|\s*[=+\-@＝＋－＠])/;
/** Where a semicolon or a tab parts cells for them, one begins in the middle of ours. */
const within = /([;\t\r\n] *)(?=[=+\-@＝＋－＠])/g;

/** A cell that spreadsheets take for text, whatever is in it. */
function defuse(text: string): string {
  const harmless = text.replace(within, "$1'").replace(begins, "'");
  return /[",;\t\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of a table of text. */
export const writeCsvLine = (cells: readonly string[]): string => `${cells.map(defuse).join(',')}\r\n`;

/** Rows as a table of text. */
export function writeCsv(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))].map(writeCsvLine).join('');
}

export const findingColumns = ['id', 'cves', 'severity', 'component', 'version', 'location', 'fixed_versions', 'exploited', 'epss', 'summary'] as const;
