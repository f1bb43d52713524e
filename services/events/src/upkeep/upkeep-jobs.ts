import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { forgetMany, forgetSettled, giveUpOld } from './upkeep-queries.ts';

/** Repeats a statement until it finds nothing more. */
async function repeat(db: Db, signal: AbortSignal, statement: (db: Db) => Promise<number>): Promise<void> {
  let found = 1;
  while (found > 0 && !signal.aborted) found = await statement(db);
}

export function giveUpMessagesJob({ db }: Context): Job {
  return { name: 'give-up-messages', cron: '* * * * *', run: (_, signal) => repeat(db, signal, giveUpOld) };
}

export function forgetMessagesJob({ db }: Context): Job {
  return {
    name: 'forget-messages',
    cron: '23 * * * *',
    async run(_, signal) {
      await repeat(db, signal, forgetSettled);
      await forgetMany(db, undefined, signal);
    },
  };
}
