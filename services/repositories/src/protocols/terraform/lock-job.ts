import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../../context.ts';
import { deleteOldLocks } from './state-queries.ts';

/** Drops locks of states that are a month old, every night: no run lasts so long, and whoever took them has forgotten them. */
export function lockJob(context: Context): Job {
  return {
    name: 'drop-old-state-locks',
    cron: '41 3 * * *',
    async run() {
      const dropped = await deleteOldLocks(context.db);
      if (dropped > 0) context.log.info({ dropped }, 'old locks of Terraform states were dropped');
    },
  };
}
