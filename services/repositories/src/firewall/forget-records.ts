import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { forgetRecords } from './record-queries.ts';

/** Forgets at night what was noted longer ago than is told, whether anything new was noted or not. */
export function forgetRecordsJob({ db }: Context): Job {
  return { name: 'forget-firewall-records', cron: '50 2 * * *', run: () => forgetRecords(db) };
}
