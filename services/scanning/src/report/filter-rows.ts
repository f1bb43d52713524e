import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import type { ReportFilters } from '@packhouse/contract/scanning/report-input.ts';
import type { ReportRow } from '@packhouse/contract/scanning/report-routes.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import { fitsText } from '@packhouse/kernel/access/path-pattern.ts';

/** A row with what filters look at. */
export interface Gathered {
  /** The worst is the least. */
  rank: number;
  data: ReportRow;
  component: string;
  /** Names by which the artifact may be asked for. */
  artifact: readonly string[];
  scanned: Date | null;
  severity?: Severity;
  /** Ids of a vulnerability. */
  ids?: readonly string[];
  fixed?: boolean;
  score?: number | null;
  published?: Date | null;
  exploited?: boolean;
  licence?: string;
  isUnknown?: boolean;
  kind?: PolicyType;
  watch?: string;
  policy?: string;
  ignored?: boolean;
  opened?: Date;
  risk?: string;
}

/** A pattern with `*` stands for all of a name, one without for any part of it; letters of either case are the same. */
function fitsPattern(pattern: string, name: string): boolean {
  const [text, asked] = [name.toLowerCase(), pattern.toLowerCase()];
  if (!asked.includes('*')) return text.includes(asked);
  return fitsText(asked, text);
}

const isOpen = <Asked>(asked: Asked | undefined, fits: (asked: Asked) => boolean) => asked === undefined || fits(asked);
const isIn = (asked: readonly string[] | undefined, name: string | undefined) =>
  isOpen(asked, (list) => list.some((one) => one.toLowerCase() === name?.toLowerCase()));
const fitsAny = (asked: readonly string[] | undefined, name: string | undefined) => isOpen(asked, (list) => list.some((one) => fitsPattern(one, name ?? '')));

/** A day alone stands for all of it. */
function isWithin(asked: { start?: string | undefined; end?: string | undefined } | undefined, at: Date | null | undefined): boolean {
  if (!asked) return true;
  if (!at) return false;
  const { start, end } = asked;
  const isDay = end !== undefined && end.length === 10;
  const until = end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end) + (isDay ? 24 * 3_600_000 - 1 : 0);
  return (start === undefined || at.getTime() >= Date.parse(start)) && at.getTime() <= until;
}

type FoundFilters = NonNullable<ReportFilters['security_filters']>;

function fitsVulnerability(filters: FoundFilters, row: Gathered): boolean {
  const { severities, cve, issue_id, has_remediation, cvss_score, published } = filters;
  const { ids = [], score } = row;
  const isNamed = (asked: string) => ids.some((id) => id.toLowerCase() === asked.toLowerCase());
  return (
    isOpen(severities?.length ? severities : undefined, (list) => row.severity !== undefined && list.includes(row.severity)) &&
    isOpen(cve, isNamed) &&
    isOpen(issue_id, isNamed) &&
    isOpen(has_remediation, (asked) => row.fixed === asked) &&
    isOpen(cvss_score, ({ min_score, max_score }) => score !== undefined && score !== null && score >= min_score && score <= max_score) &&
    isWithin(published, row.published)
  );
}

function fitsLicence({ license_names, license_patterns, unknown }: NonNullable<ReportFilters['license_filters']>, row: Gathered): boolean {
  return isIn(license_names, row.licence) && fitsAny(license_patterns, row.licence) && isOpen(unknown, (asked) => row.isUnknown === asked);
}

function fitsViolation({ type, watch_names, watch_patterns, policy_names, violation_status, created }: ReportFilters, row: Gathered): boolean {
  return (
    isOpen(type, (asked) => row.kind === asked) &&
    isIn(watch_names, row.watch) &&
    fitsAny(watch_patterns, row.watch) &&
    isIn(policy_names, row.policy) &&
    (violation_status === undefined || violation_status === 'All' || (violation_status === 'Ignored') === (row.ignored ?? false)) &&
    isWithin(created, row.opened)
  );
}

/** Whether a row is one that a report asks for. */
export function fitsFilters(filters: ReportFilters, row: Gathered): boolean {
  const isNamed = (asked: string) => fitsPattern(asked, row.component);
  const isPlaced = (asked: string) => row.artifact.some((name) => fitsPattern(asked, name));
  return (
    isOpen(filters.component, isNamed) &&
    isOpen(filters.vulnerable_component, isNamed) &&
    isOpen(filters.artifact, isPlaced) &&
    isOpen(filters.impacted_artifact, isPlaced) &&
    isWithin(filters.scan_date, row.scanned) &&
    fitsVulnerability(filters, row) &&
    isOpen(filters.exploited, (asked) => (row.exploited ?? false) === asked) &&
    fitsLicence(filters, row) &&
    fitsViolation(filters, row) &&
    isOpen(filters.risks?.length ? filters.risks : undefined, (list) => list.some((one) => one === row.risk)) &&
    // What is meant for one type of violation leaves out the others.
    isOpen(filters.security_filters, (asked) => row.kind === 'security' && fitsVulnerability(asked, row)) &&
    isOpen(filters.license_filters, (asked) => row.kind === 'license' && fitsLicence(asked, row))
  );
}
