import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { withPartitions } from '../point/partitions.ts';
import { selectNow, setLevels } from '../point/point-queries.ts';
import { countCallers, forgetCallers } from './caller-queries.ts';

export const callersJobName = 'gather-callers';

/** Writes down how many users and addresses moved content within the last day. */
export async function gatherCallers({ db }: Pick<Context, 'db'>): Promise<void> {
  await forgetCallers(db);
  const { user, address } = await countCallers(db);
  const amounts = [
    { metric: 'activeUsers', labels: {}, value: user },
    { metric: 'activeClients', labels: {}, value: address },
  ];
  await withPartitions(db, [await selectNow(db)], () => setLevels(db, amounts));
}

export function callersJob(context: Context): Job {
  return { name: callersJobName, cron: '*/5 * * * *', run: () => gatherCallers(context) };
}
