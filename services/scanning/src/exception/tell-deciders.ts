import { findGatherTime, type GatherTime } from '@packhouse/kernel/jobs/gather-times.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { IgnoreRuleRow } from '../ignore/ignore-queries.ts';
import { mostNamed, toNoted } from '../ignore/tell-askers.ts';
import type { ScanningSchema } from '../schema.ts';
import { selectOpenWithin } from './exception-queries.ts';
import { mayDecide, readRepositories } from './who-decides.ts';

/** What is asked for within a quarter of an hour is told in one mail to each who decides about some of it: a new rule can hold up many at once. */
const gathering = 15 * 60_000;
const tellJob = 'tell-asked-exceptions';

/** Has told what somebody asks for, together with what a transaction writes. */
export async function queueTelling({ platform }: Pick<Context, 'platform'>, transaction: Transaction<ScanningSchema>, row: IgnoreRuleRow): Promise<void> {
  const time = findGatherTime(row.created_at, gathering);
  const delay = Math.max(0, Date.parse(time.to) - Date.now());
  await platform.jobs.add(tellJob, time, { key: `${tellJob} ${time.from}`, delay, transaction });
}

/** Tells those who decide what was asked for within a time and waits still; nobody of what they asked for themselves. */
export function tellDecidersJob(context: Context): Job<GatherTime> {
  return {
    name: tellJob,
    async run(time) {
      const { notices } = context.peers;
      const rows = await selectOpenWithin(context.db, time);
      const deciders = rows.length === 0 ? [] : ((await notices?.deciders()) ?? []);
      if (deciders.length === 0) return;
      const repositories = await readRepositories(context);
      await context.db.transaction().execute(async (tx) => {
        for (const actor of deciders) {
          const theirs = rows.filter((row) => row.author !== actor.name && mayDecide(actor, repositories, row));
          const exceptions = theirs.slice(0, mostNamed).map((row) => toNoted(row));
          const letter = { news: 'asked' as const, from: 'policies' as const, exceptions, more: theirs.length - exceptions.length };
          if (theirs.length > 0) await notices?.queueExceptions(actor.name, letter, tx);
        }
      });
    },
  };
}
