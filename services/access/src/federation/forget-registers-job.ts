import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Db } from '../schema.ts';
import { forgetOldConflicts } from './conflict-queries.ts';
import { forgetOldRegisters } from './register-queries.ts';

/** Forgets every night what was deleted half a year ago, and conflicts that concern nobody any more. */
export function forgetRegistersJob(db: Db): Job {
  const run = async () => {
    await forgetOldRegisters(db);
    await forgetOldConflicts(db);
  };
  return { name: 'access-forget-registers', cron: '40 3 * * *', run };
}
