import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Db } from '../schema.ts';
import { forgetOldRegisters } from './register-queries.ts';

/** Forgets every night what was deleted half a year ago. */
export function forgetRegistersJob(db: Db): Job {
  return { name: 'access-forget-registers', cron: '40 3 * * *', run: () => forgetOldRegisters(db) };
}
