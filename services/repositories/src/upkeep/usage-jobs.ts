import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { amendArchiveSums, foldArchiveSums } from './archive-sum-queries.ts';
import { amendUsage, foldUsage, selectUsageDifferences, type UsageDifference } from './usage-queries.ts';

/** Keeps few changes beside the sums, so that looking at both stays quick. */
export function foldUsageJob({ db }: Context): Job {
  return {
    name: 'fold-usage',
    cron: '* * * * *',
    async run() {
      await foldUsage(db);
      await foldArchiveSums(db);
    },
  };
}

/** Holds the sums against a count. They must be the same; where they are not, the log says so, and they are set right. */
export async function checkUsage({ db, log }: Pick<Context, 'db' | 'log'>): Promise<readonly UsageDifference[]> {
  const differences = await selectUsageDifferences(db);
  if (differences.length > 0) {
    log.error({ differences }, 'the sums of what is stored were wrong; they are set right');
    await amendUsage(db, differences);
  }
  const archived = await amendArchiveSums(db);
  if (archived.length > 0) log.error({ archived }, 'the sums of the archive were wrong; they are set right');
  return differences;
}

export function checkUsageJob(context: Context): Job {
  return {
    name: 'check-usage',
    cron: '40 3 * * *',
    run: async () => void (await checkUsage(context)),
  };
}
