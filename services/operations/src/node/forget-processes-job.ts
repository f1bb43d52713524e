import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { deleteGoneProcesses } from './process-queries.ts';

/** Forgets, every night, nodes that do not come back. */
export function forgetProcessesJob({ db, questions }: Context): Job {
  return {
    name: 'forget-processes',
    cron: '41 3 * * *',
    async run() {
      await deleteGoneProcesses(db);
      await questions.forgetOld();
    },
  };
}
