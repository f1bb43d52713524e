import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Db } from '../schema.ts';
import { deleteOldPairings } from './pairing-queries.ts';
import { deleteOldCalls } from './peer-queries.ts';

/** Removes the numbers of signed calls that would be too old to be taken again, and pairing tokens that nobody used. */
export function forgetCallsJob(db: Db): Job {
  return {
    name: 'access-forget-calls',
    cron: '*/5 * * * *',
    async run() {
      await deleteOldCalls(db);
      await deleteOldPairings(db);
    },
  };
}
