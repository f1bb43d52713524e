import { type Severity, severities } from '@packhouse/contract/severities.ts';
import type { FindingCounts } from '@packhouse/peers/scans.ts';

/** Where each severity is counted, in their order. */
export const buckets = ['critical', 'high', 'medium', 'low', 'info', 'unknown'] as const satisfies readonly Exclude<keyof FindingCounts, 'partial'>[];

export const noFindings: FindingCounts = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0, partial: false, notJudged: false };

/** Puts figures together: one of each vulnerability, by its severity; what has none was skipped. */
export function countBySeverity(found: Iterable<Severity | undefined>): FindingCounts {
  const counts = { ...noFindings };
  for (const severity of found) {
    const bucket = severity === undefined ? 'skipped' : buckets[severities.indexOf(severity)];
    if (bucket) counts[bucket] += 1;
  }
  return counts;
}
