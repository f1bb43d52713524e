import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { forgetEffects, forgetRuns } from './upkeep-queries.ts';

/** Forgets runs of long ago with what they told. */
export function forgetRunsJob({ db }: Context): Job {
  return {
    name: 'forget-pipeline-runs',
    cron: '47 3 * * *',
    async run(_, signal) {
      for (let count = 1; count > 0 && !signal.aborted; ) count = await forgetRuns(db);
      await forgetEffects(db);
    },
  };
}
