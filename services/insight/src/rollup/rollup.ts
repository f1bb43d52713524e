import { type InsightPeriod, insightPeriods } from '@packhouse/contract/insight/insight-metrics.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { makePartitions } from '../point/partitions.ts';
import { forgetWritten } from '../point/point-queries.ts';
import { isRankingDue, moveWatermark, rankRepositories, rollUpBucket, selectOpenBuckets } from './rollup-queries.ts';

export const rollupJobName = 'roll-up-insight';

/** Hours are made of five minutes, days of hours. */
const steps = [
  { from: 'point_5m', to: 'point_1h', width: '1 hour', keeps: '8 days' },
  { from: 'point_1h', to: 'point_1d', width: '1 day', keeps: '90 days' },
] as const;

/** Points by which repositories are ranked, and how old a ranking may be. */
const rankings: Readonly<Record<InsightPeriod, { table: string; length: string; age: string }>> = {
  day: { table: 'point_1h', length: '1 day', age: '4 minutes' },
  week: { table: 'point_1d', length: '8 days', age: '4 minutes' },
  month: { table: 'point_1d', length: '31 days', age: '55 minutes' },
  year: { table: 'point_1d', length: '366 days', age: '6 hours' },
};

/**
 * Computes every bucket anew in which something has changed: also one of long ago, when its points came late. Doing so again changes nothing.
 * Only one process does it at a time; others have nothing to do then.
 */
export async function rollUp({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const step of steps)
    await db.transaction().execute(async (tx) => {
      const buckets = await selectOpenBuckets(tx, step);
      if (!buckets) return;
      if (buckets.length > 0) await makePartitions(db, buckets, [step.to]);
      for (const bucket of buckets) await rollUpBucket(tx, step, bucket);
      await moveWatermark(tx, step.to);
    });
}

/** Finds out which repositories lead, so that no chart has to look at all of them. */
export async function rank({ db }: Pick<Context, 'db'>, { whenever = false } = {}): Promise<void> {
  for (const period of insightPeriods)
    await db.transaction().execute(async (tx) => {
      const { table, length, age } = rankings[period];
      if (!((await isRankingDue(tx, period, age)) ?? false) && !whenever) return;
      await rankRepositories(tx, period, table, length);
      await moveWatermark(tx, `rank ${period}`);
    });
}

export function rollupJob(context: Context): Job {
  return {
    name: rollupJobName,
    cron: '*/5 * * * *',
    async run() {
      await rollUp(context);
      await rank(context);
      await forgetWritten(context.db);
    },
  };
}
