import type { JobOptions } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';

export const replicationJobName = 'replicate';

/** Has a replication do what there is to do. Under its key, so that a burst of changes is one job. */
export async function queueReplication(
  { platform }: Pick<Context, 'platform'>,
  id: number,
  options: Pick<JobOptions, 'delay' | 'transaction'> = {},
): Promise<void> {
  await platform.jobs.add(replicationJobName, { replicationId: id }, { ...options, key: `${replicationJobName} ${id}` });
}
