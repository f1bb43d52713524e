import { access } from 'node:fs/promises';
import { AppError } from '@packhouse/contract/errors.ts';
import type { BlobStore, StagedBlob } from './blob-store.ts';

/** In the words of the system: a disk that is broken, or a share whose server is gone. */
const gone: ReadonlySet<unknown> = new Set(['EIO', 'ESTALE', 'ENOTCONN', 'ENODEV', 'ENXIO', 'EHOSTDOWN']);

/**
 * Tells a store whose disk or share is gone from one that lacks a blob. Where nothing is mounted any more there is an empty folder or none, so a folder is
 * looked for that is always in the store.
 * @throws AppError `storage_unavailable` from all that reads or stores.
 */
export function tellAbsence(store: BlobStore, alwaysThere: string): BlobStore {
  const judge = async (error: unknown): Promise<never> => {
    const { code } = error as NodeJS.ErrnoException;
    if (!gone.has(code) && code !== 'ENOENT') throw error;
    if (code === 'ENOENT') await access(alwaysThere).then(() => Promise.reject(error), refuse);
    return refuse(error);
  };
  const judgeStaged = (staged: StagedBlob): StagedBlob => ({
    ...staged,
    ...(staged.sync && { sync: () => staged.sync!().catch(judge) }),
    promote: () => staged.promote().catch(judge),
  });
  return {
    ...store,
    stage: (body, options) => store.stage(body, options).then(judgeStaged, judge),
    async appendable(key) {
      const upload = await store.appendable(key).catch(judge);
      return {
        ...upload,
        append: (offset, body) => upload.append(offset, body).catch(judge),
        finish: (options) => upload.finish(options).then(judgeStaged, judge),
      };
    },
    async size(sha256) {
      const size = await store.size(sha256).catch(judge);
      if (size === undefined) await access(alwaysThere).catch(refuse);
      return size;
    },
    open: (sha256, range) => store.open(sha256, range).catch(judge),
    ...(store.sender && { sender: (sha256, range) => store.sender!(sha256, range).catch(judge) }),
  };
}

function refuse(cause: unknown): never {
  throw new AppError('storage_unavailable', { cause });
}
