import { join } from 'node:path';
import type { StorageSummary } from '@packhouse/contract/repositories/storage-routes.ts';
import { diskRoom } from '@packhouse/kernel/blobs/free-space.ts';
import type { Context } from '../context.ts';
import { megabyte } from './quota.ts';
import { selectStored, selectUsages } from './usage-queries.ts';

async function readDisk(context: Context): Promise<{ total: number; free: number } | undefined> {
  const { blobs, config } = context.platform;
  if (blobs.kind !== 'filesystem') return undefined;
  return diskRoom(join(config.home, 'blobs'));
}

/** Tells what the repositories hold at this moment, from sums that are kept: nothing is counted. */
export async function storageSummary(context: Context): Promise<StorageSummary> {
  const [usages, stored, repositories, disk] = await Promise.all([
    selectUsages(context.db),
    selectStored(context.db),
    context.directory.list(),
    readDisk(context),
  ]);
  const quotas = new Map(repositories.map((one) => [one.key, one.class === 'local' ? one.settings.quotaMegabytes * megabyte : 0]));
  return {
    files: usages.reduce((sum, { files }) => sum + files, 0),
    bytes: usages.reduce((sum, { bytes }) => sum + bytes, 0),
    blobs: stored.blobs,
    blobBytes: stored.blobBytes,
    trash: { files: stored.trashFiles, bytes: stored.trashBytes },
    store: { kind: context.platform.blobs.kind, ...(disk ? { disk } : {}) },
    repositories: usages.map(({ projectKey, ...usage }) => {
      const quota = quotas.get(usage.key) ?? 0;
      return { ...usage, ...(projectKey === null ? {} : { projectKey }), ...(quota > 0 ? { quota } : {}) };
    }),
  };
}
