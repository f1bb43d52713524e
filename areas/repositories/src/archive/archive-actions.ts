import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import {
  type ArchivedFile,
  deleteArchived,
  type LeftFile,
  listArchived,
  restoreArchived,
  sumArchived,
} from '@packhouse/contract/repositories/archive-routes.ts';
import type { SearchModel } from '@packhouse/contract/repositories/search-query.ts';

/** Files that one call takes: few enough that progress is seen and that cancelling is soon. */
const atOnce = 25;
/** Files of a page that is read to go through all of them. */
const pageSize = 250;

export type ArchiveAction = 'restore' | 'delete';

/** A file that nothing was done with, and why. */
export interface Failure {
  file: ArchivedFile;
  said: LeftFile['said'];
}

/** How far some work has come. */
export interface Progress {
  /** Files that were gone through. */
  done: number;
  /** Files that came back or went; those that came with others count, too. */
  files: number;
  failures: readonly Failure[];
}

/** Chosen files, or all that fit a search. */
export type Wanted = { files: readonly ArchivedFile[] } | { search: Pick<SearchModel, 'name' | 'filters'> };

interface Batch {
  files: number;
  failures: Failure[];
}

async function act(action: ArchiveAction, files: readonly ArchivedFile[]): Promise<Batch> {
  const [{ repoKey }] = files as [ArchivedFile, ...ArchivedFile[]];
  const body = { repoKey, paths: files.map(({ path }) => path) };
  try {
    if (action === 'delete') return { files: (await call(deleteArchived, { body })).files, failures: [] };
    const { files: count, left } = await call(restoreArchived, { body });
    const reasons = new Map(left.map(({ path, said }) => [path, said]));
    return { files: count, failures: files.flatMap((file) => (reasons.has(file.path) ? [{ file, said: reasons.get(file.path)! }] : [])) };
  } catch (error) {
    // Nothing was done with any of them.
    return { files: 0, failures: files.map((file) => ({ file, said: { message: (error as Error).message } })) };
  }
}

/** The files in batches of one repository each. What stays is not met again: pages go on behind it. */
async function* batches(wanted: Wanted): AsyncGenerator<readonly ArchivedFile[]> {
  if ('files' in wanted) return yield* divide(wanted.files);
  let after: string | undefined;
  do {
    const page = await call(listArchived, { query: { limit: pageSize, ...(after !== undefined && { after }) }, body: wanted.search });
    yield* divide(page.items);
    after = page.next ?? undefined;
  } while (after !== undefined);
}

function* divide(files: readonly ArchivedFile[]): Generator<readonly ArchivedFile[]> {
  for (const own of Map.groupBy(files, ({ repoKey }) => repoKey).values()) for (let at = 0; at < own.length; at += atOnce) yield own.slice(at, at + atOnce);
}

/** Goes through files, a batch after the other, until all are done or somebody stops it; the batch that is under way then is brought to its end. */
export async function workThrough(action: ArchiveAction, wanted: Wanted, signal: AbortSignal, tell: (progress: Progress) => void): Promise<void> {
  let progress: Progress = { done: 0, files: 0, failures: [] };
  try {
    for await (const batch of batches(wanted)) {
      if (signal.aborted) break;
      const { files, failures } = await act(action, batch);
      progress = { done: progress.done + batch.length, files: progress.files + files, failures: [...progress.failures, ...failures] };
      tell(progress);
    }
  } finally {
    await refresh(listArchived, sumArchived);
  }
}
