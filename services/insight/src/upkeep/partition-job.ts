import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { keepPartitions } from '../point/partitions.ts';
import { selectNow } from '../point/point-queries.ts';

/** Makes room for the points to come and forgets those that are too old, a partition at a time. */
export function partitionJob({ db, log }: Context): Job {
  return {
    name: 'keep-insight-partitions',
    cron: '7 * * * *',
    async run() {
      const dropped = await keepPartitions(db, await selectNow(db));
      if (dropped.length > 0) log.info({ dropped }, 'points that are too old were forgotten');
    },
  };
}
