import { AppError } from '@packhouse/contract/errors.ts';
import type { Context } from '../context.ts';
import type { LocalRepository } from '../directory/directory.ts';
import { type CommitFile, commit } from './commit.ts';
import { commitFileOf } from './commit-file.ts';
import { makeArchiveEvents } from './file-events.ts';
import { getName, isWithin } from './path.ts';
import { asStaged } from './stored-blob.ts';
import { forgetRestored, newestDeletion, type TrashItem, type Tx, trashPages } from './trash-queries.ts';

/** The log says this of a restoration: that a long one has begun, how much came back, or how much did before it broke off. */
export interface RestorationRecord {
  action: `${'trash' | 'archive'}.${'restore-begun' | 'restored' | 'restore-failed'}`;
  files: number;
}

export interface Restoration {
  actor: string;
  repositoryKey: string;
  path: string;
  /** Only these files at or below the path. */
  only?: readonly string[];
  /** Where it lies; the trash unless said. */
  from?: 'trash' | 'archive';
  to?: string;
  /** Throws when what was deleted at one path may not be put at another. */
  permit(from: string, to: string): void;
  /** Writes what was done, with the transaction that it is a part of. */
  record(done: RestorationRecord, tx?: Tx): Promise<void>;
}

/** Puts what was deleted back where it was, or under another path of the same repository; answers how many files. @throws AppError `version_exists` when something else is there now */
export async function restoreFromTrash(context: Context, request: Restoration): Promise<number> {
  const repository = await context.directory.need(request.repositoryKey);
  if (repository.class !== 'local') throw new AppError('method_not_allowed');
  const until = await newestDeletion(context);
  const { repositoryKey, path, only, from = 'trash' } = request;
  const pages = () => trashPages(context, { repositoryKey, path, only, archived: from === 'archive' }, until);
  // Before anything is put back, so that a refusal leaves all of it where it is.
  let count = 0;
  for await (const items of pages())
    for (const item of items) {
      request.permit(item.path, makeTarget(request, item));
      count++;
    }
  if (count === 0) throw new AppError('artifact_not_found');
  let files = 0;
  try {
    // Each page is a transaction of its own, so that nobody who publishes waits for thousands of files: the log says what begins, and what came of it.
    for await (const { items, isLast } of withLast(pages())) {
      await putBack(context, repository, request, items, async (tx) => {
        if (isLast) await request.record({ action: `${from}.restored`, files: files + items.length }, tx);
        else if (files === 0) await request.record({ action: `${from}.restore-begun`, files: count }, tx);
      });
      files += items.length;
    }
  } catch (error) {
    if (files > 0) await request.record({ action: `${from}.restore-failed`, files });
    throw error;
  }
  return files;
}

const makeTarget = ({ path, to }: Restoration, item: TrashItem) => (to === undefined ? item.path : renamed(item.path, path, to));

/** Pages, and which of them is the last. */
async function* withLast(pages: AsyncIterable<TrashItem[]>): AsyncIterable<{ items: TrashItem[]; isLast: boolean }> {
  let held: TrashItem[] | undefined;
  for await (const items of pages) {
    if (held) yield { items: held, isLast: false };
    held = items;
  }
  if (held) yield { items: held, isLast: true };
}

/** Makes files of a page, as old as they were, and takes them out of the trash in the same step. */
async function putBack(
  context: Context,
  repository: LocalRepository,
  request: Restoration,
  items: readonly TrashItem[],
  record: (tx: Tx) => Promise<void>,
): Promise<void> {
  const files: CommitFile[] = [];
  for (const item of items) {
    const file = await commitFileOf(context, repository, makeTarget(request, item), asStaged(context.platform.blobs, item), item.properties);
    files.push({ ...file, content: { sha256: item.sha256 } });
  }
  const also = async (tx: Tx) => {
    await forgetRestored(
      tx,
      repository,
      items.map(({ id }) => id),
      files.map(({ path }) => path),
    );
    if (request.from === 'archive')
      await context.platform.outbox.publish(
        tx,
        ...makeArchiveEvents(
          'files.restored',
          repository,
          items.map((item) => ({ path: makeTarget(request, item), sha256: item.sha256, size: item.size })),
          request.actor,
        ),
      );
    await record(tx);
  };
  await commit(context, repository, { actor: request.actor, files, overwrite: false, also });
}

function renamed(path: string, from: string, to: string): string {
  if (path === from) return to;
  return isWithin(path, from) ? `${to}/${from === '' ? path : path.slice(from.length + 1)}` : `${to}/${getName(path)}`;
}
