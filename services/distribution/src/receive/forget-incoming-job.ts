import type { Job } from '@packhouse/kernel/jobs.ts';
import type { Context } from '../context.ts';

const days = 7;

/** Forgets files of release bundles that were never sent to their end. */
export function forgetIncomingJob({ storage }: Context): Job {
  return {
    name: 'forget-incoming-bundles',
    cron: '40 3 * * *',
    run: () => storage.forgetIncoming(new Date(Date.now() - days * 24 * 3600_000)),
  };
}
