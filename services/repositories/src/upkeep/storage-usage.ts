import type { StorageUsage } from '@packhouse/peers/storage-usage.ts';
import type { Context } from '../context.ts';
import { storageSummary } from './storage-summary.ts';
import { countPackages } from './usage-queries.ts';

/** Tells the other services what is stored. */
export function storageUsage(context: Context): StorageUsage {
  return {
    async read() {
      const { repositories, blobs, blobBytes, trash, store } = await storageSummary(context);
      return { repositories, blobs: { count: blobs, bytes: blobBytes }, trash, disk: store.disk };
    },
    countPackages: () => countPackages(context.db),
  };
}
