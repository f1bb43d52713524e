import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { calculateStorageInfo, readStorageInfo } from '@packhouse/contract/repositories/storage-compatible-routes.ts';
import type { StorageSummary } from '@packhouse/contract/repositories/storage-routes.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { storageSummary } from '../upkeep/storage-summary.ts';
import { refuseStorage } from './storage-routes.ts';

const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];
const counted = (count: number) => count.toLocaleString('en-US');
const share = (part: number, whole: number) => `${whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100}%`;

/** As existing clients read sizes: '3.48 GB'. */
function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(2)} ${units[unit]}`;
}

const wireClass = { local: 'LOCAL', remote: 'CACHE', virtual: 'VIRTUAL' } as const;

/** The summary in the shape of `GET api/storageinfo`. */
function toStorageInfo(summary: StorageSummary): object {
  const { files, bytes, blobs, blobBytes, store, repositories } = summary;
  const folders = repositories.reduce((sum, one) => sum + one.folders, 0);
  const used = store.disk ? store.disk.total - store.disk.free : blobBytes;
  return {
    binariesSummary: {
      binariesCount: counted(blobs),
      binariesSize: sizeText(blobBytes),
      artifactsSize: sizeText(bytes),
      optimization: share(blobBytes, bytes),
      itemsCount: counted(files + folders),
      artifactsCount: counted(files),
    },
    fileStoreSummary: {
      storageType: store.kind === 's3' ? 's3-storage-v3' : 'file-system',
      storageDirectory: store.kind === 's3' ? '' : 'blobs',
      ...(store.disk
        ? {
            totalSpace: sizeText(store.disk.total),
            usedSpace: `${sizeText(used)} (${share(used, store.disk.total)})`,
            freeSpace: `${sizeText(store.disk.free)} (${share(store.disk.free, store.disk.total)})`,
          }
        : { usedSpace: sizeText(used) }),
    },
    repositoriesSummaryList: [
      ...repositories.map((one) => ({
        repoKey: one.class === 'remote' ? `${one.key}-cache` : one.key,
        repoType: wireClass[one.class],
        foldersCount: one.folders,
        filesCount: one.files,
        usedSpace: sizeText(one.bytes),
        usedSpaceInBytes: one.bytes,
        itemsCount: one.files + one.folders,
        packageType: getCard(one.format).title,
        projectKey: one.projectKey ?? 'default',
        percentage: share(one.bytes, bytes),
      })),
      {
        repoKey: 'TOTAL',
        repoType: 'NA',
        foldersCount: folders,
        filesCount: files,
        usedSpace: sizeText(bytes),
        usedSpaceInBytes: bytes,
        itemsCount: files + folders,
        projectKey: 'default',
      },
    ],
  };
}

/** `api/storageinfo`: what storage is used for, in the words of existing clients. */
export async function storageInfoRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await protocolScope(app, (scope) => {
    scope.setErrorHandler(refuseStorage(context));
    handle(scope, context.platform, readStorageInfo, async (_, { reply }) => reply.send(toStorageInfo(await storageSummary(context))));
    // The figures are counted when they are asked for, so that there is nothing to calculate ahead.
    handle(scope, context.platform, calculateStorageInfo, async () => ({ info: 'Calculating storage summary' }));
  });
}
