import type { PolicyCriteria, PolicyRule } from '@packhouse/contract/scanning/policy-routes.ts';
import { type Severity, severities } from '@packhouse/contract/severities.ts';

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
}

/** Ids of records that name a package as made to do harm. https://github.com/ossf/malicious-packages */
const isMalicious = (names: readonly string[]) => names.some((name) => name.startsWith('MAL-'));

function isAsSevere(rank: Rank, floor: PolicyCriteria['min_severity']): boolean {
  return floor === undefined || floor === 'All Severities' || rank <= rankOf(floor);
}

function fits(criteria: PolicyCriteria, finding: JudgedFinding): boolean {
  const { min_severity, cvss_range, vulnerability_ids, malicious_package, fix_version_dependant } = criteria;
  if (fix_version_dependant && finding.fixed_versions.length === 0) return false;
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
