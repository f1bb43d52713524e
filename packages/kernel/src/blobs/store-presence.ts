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
  /** A store that has come back between a failure and the look at it may lack nothing: what is read is asked for once more. */
  const readAgain = <Result>(read: () => Promise<Result>): Promise<Result> =>
    read().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') return judge(error);
      await access(alwaysThere).catch(refuse);
      return read().catch(judge);
    });
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
      if (size !== undefined) return size;
      await access(alwaysThere).catch(refuse);
      return store.size(sha256).catch(judge);
    },
    open: (sha256, range) => readAgain(() => store.open(sha256, range)),
    ...(store.sender && { sender: (sha256, range) => readAgain(() => store.sender!(sha256, range)) }),
  };
}

function refuse(cause: unknown): never {
  throw new AppError('storage_unavailable', { cause });
}
