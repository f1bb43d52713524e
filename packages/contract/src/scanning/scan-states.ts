import type { Vulnerabilities } from '../repositories/package-graphql.ts';

/** How far the scan of a version has come. */
export const scanStates = ['not scanned', 'in progress', 'scanned', 'scan failed', 'not supported'] as const;
export type ScanState = (typeof scanStates)[number];

/** The severities that have findings, worst first; counts of zero are not shown. */
export function shownVulnerabilities(
  counts: Vulnerabilities,
): readonly { severity: Exclude<keyof Vulnerabilities, 'partial' | 'notJudged' | 'judgedBy'>; count: number }[] {
  const order = ['critical', 'high', 'medium', 'low', 'info', 'unknown', 'skipped'] as const;
  return order.map((severity) => ({ severity, count: counts[severity] })).filter(({ count }) => count > 0);
}
