import type { PolicyCriteria, PolicyRule } from '@packhouse/contract/scanning/policy-routes.ts';
import { type Severity, severities } from '@packhouse/contract/severities.ts';
import { fitsPackage } from './fit-package.ts';

/** Place in the list of severities, from 1: the worst is the least. */
export type Rank = number;

export const rankOf = (severity: Severity): Rank => severities.indexOf(severity) + 1;
export const severityOf = (rank: Rank): Severity => severities[rank - 1] ?? 'Unknown';

/** A vulnerability in one component. */
export interface JudgedFinding {
  rank: Rank;
  /** The highest score of what vectors say. */
  score: number | null;
  fixed_versions: readonly string[];
  /** All ids by which it is known. */
  names: readonly string[];
  /** It is known to be exploited. */
  exploited: boolean;
  /** Probability that it is exploited within 30 days; null: nobody knows. */
  epss: number | null;
  /** What it is found in. */
  component: { ecosystem: string; name: string; version: string };
}

/** Ids of records that name a package as made to do harm. https://github.com/ossf/malicious-packages */
const isMalicious = (names: readonly string[]) => names.some((name) => name.startsWith('MAL-'));

function isAsSevere(rank: Rank, floor: PolicyCriteria['min_severity']): boolean {
  return floor === undefined || floor === 'All Severities' || rank <= rankOf(floor);
}

/** Whether a rule looks at what is known of exploitation. */
export const asksExploitation = ({ criteria: { exploited = false, epss_min } }: PolicyRule): boolean => exploited || epss_min !== undefined;

/** As the database compares them, which keeps probabilities in four bytes. */
const isAsLikely = (epss: number | null, least: number) => epss !== null && Math.fround(epss) >= Math.fround(least);

/** What narrows any condition. */
function fitsNarrowed(criteria: PolicyCriteria, finding: JudgedFinding): boolean {
  const { fix_version_dependant, exploited, epss_min } = criteria;
  if (fix_version_dependant && finding.fixed_versions.length === 0) return false;
  if (exploited && !finding.exploited) return false;
  if (epss_min !== undefined && !isAsLikely(finding.epss, epss_min)) return false;
  return fitsPackage(criteria, finding.component);
}

function fits(criteria: PolicyCriteria, finding: JudgedFinding): boolean {
  const { min_severity, cvss_range, vulnerability_ids, malicious_package } = criteria;
  if (!fitsNarrowed(criteria, finding)) return false;
  if (malicious_package) return isMalicious(finding.names);
  if (vulnerability_ids?.length) return vulnerability_ids.some((id) => finding.names.includes(id) || finding.names.includes(id.toUpperCase()));
  if (cvss_range) return finding.score !== null && finding.score >= cvss_range.from && finding.score <= cvss_range.to;
  return isAsSevere(finding.rank, min_severity);
}

/** Rules in the order in which they are tried. */
export function orderRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const place = (rule: PolicyRule, index: number) => rule.priority ?? index + 1;
  return rules
    .map((rule, index) => ({ rule, place: place(rule, index), index }))
    .sort((one, other) => one.place - other.place || one.index - other.index)
    .map(({ rule }) => rule);
}

/** The first rule that a finding breaks. */
export function findBrokenRule(ordered: readonly PolicyRule[], finding: JudgedFinding): PolicyRule | undefined {
  return ordered.find(({ criteria }) => fits(criteria, finding));
}
