import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../../context.ts';
import { sweepSessions } from './upload-session.ts';

/** Forgets uploads that nobody finished within a day. */
export function uploadSessionJob(context: Context): Job {
  return {
    name: 'sweep-upload-sessions',
    cron: '17 * * * *',
    async run() {
      const swept = await sweepSessions(context);
      if (swept > 0) context.log.info({ swept }, 'unfinished uploads were forgotten');
    },
  };
}
