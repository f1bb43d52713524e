import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';

const days = 7;

/** Forgets files of release bundles that were never sent to their end, and orders that no earlier one can come after any more. */
export function forgetIncomingJob({ db, storage }: Context): Job {
  return {
    name: 'forget-incoming-bundles',
    cron: '40 3 * * *',
    async run() {
      const before = new Date(Date.now() - days * 24 * 3600_000);
      await storage.forgetIncoming(before);
      // No call is under way that long.
      await db.deleteFrom('received_order').where('at', '<', before).execute();
    },
  };
}
