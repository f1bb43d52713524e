import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { foldTallies } from '../violation/keep-queries.ts';
import { fillKinds, selectHasUnknownKinds } from './coverage-queries.ts';

const jobName = 'look-at-kinds';
const atOnce = 500;

/** Notes of what kinds versions are, and what is inside them, that were there before this was kept. */
export function kindsJob({ db }: Context): Job {
  return {
    name: jobName,
    async run(_payload, signal) {
      while ((await fillKinds(db, atOnce)) > 0) signal.throwIfAborted();
      await foldTallies(db);
    },
  };
}

/** After an upgrade, has them looked at once. */
export async function queueKinds({ db, platform }: Context): Promise<void> {
  if (await selectHasUnknownKinds(db)) await platform.jobs.add(jobName, {}, { key: jobName });
}
