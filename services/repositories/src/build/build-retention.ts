import { z } from 'zod';
import { startedAt } from './build-document.ts';

export const buildRetentionJobName = 'discard-builds';

/** Which runs stay. */
export const Retention = z.looseObject({
  count: z.union([z.string(), z.number()]).nullish(),
  minimumBuildDate: z.union([z.string(), z.number()]).nullish(),
  buildNumbersNotToBeDiscarded: z.array(z.string()).nullish(),
  deleteBuildArtifacts: z.boolean().nullish(),
});
export type Retention = z.output<typeof Retention>;

/** Runs, newest first, that are beyond the count or older than the date; the excepted stay in any case. */
export function runsToDiscard<Run extends { number: string; startedAt: Date }>(runs: readonly Run[], retention: Retention): Run[] {
  const count = retention.count ? Number(retention.count) : -1;
  const { minimumBuildDate } = retention;
  const oldest = minimumBuildDate ? (typeof minimumBuildDate === 'number' ? new Date(minimumBuildDate) : startedAt(minimumBuildDate)) : undefined;
  const kept = new Set(retention.buildNumbersNotToBeDiscarded);
  const candidates = runs.filter((run) => !kept.has(run.number));
  return candidates.filter((run, at) => (count >= 0 && Number.isFinite(count) && at >= count) || (oldest !== undefined && run.startedAt < oldest));
}

/** Runs, last recorded first, that a rule does not keep; the last recorded stays in any case. */
export function runsBeyond<Run extends { startedAt: Date }>(
  runs: readonly Run[],
  rule: { keep_runs: number | null; keep_days: number | null },
  now = new Date(),
): Run[] {
  const oldest = rule.keep_days === null ? undefined : new Date(now.getTime() - rule.keep_days * 86_400_000);
  return runs.filter((run, at) => at > 0 && ((rule.keep_runs !== null && at >= rule.keep_runs) || (oldest !== undefined && run.startedAt < oldest)));
}
