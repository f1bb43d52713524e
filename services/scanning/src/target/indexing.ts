import { AppError } from '@packhouse/contract/errors.ts';
import { binaryManager } from '@packhouse/contract/scanning/scanning-indexing-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import type { Context } from '../context.ts';
import { queueFollowAll } from './follow-job.ts';

/** There is one binary manager. @throws AppError `not_found` */
export function requireManager(id: string): void {
  if (id !== binaryManager) throw new AppError(scanningWords.no_binary_manager, { id, known: binaryManager });
}

export type Scannable = DirectoryEntry & { scanned: boolean };

/** Repositories that keep content, each with whether that is scanned; of one project where it is named. */
export async function findScannable({ peers }: Context, projectKey: string | undefined): Promise<Scannable[]> {
  const all = (await peers.repositories?.list()) ?? [];
  return all
    .filter((one) => one.class !== 'virtual' && (projectKey === undefined || one.projectKey === projectKey))
    .map((one) => ({ ...one, scanned: peers.repositories?.peek(one.key)?.scanned !== false }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Makes it so that repositories are scanned, or not, as is wanted of each; what is in those that are from now on is taken up, too. */
export async function changeScanned(
  context: Context,
  all: readonly Scannable[],
  wanted: (one: Scannable) => boolean,
  by: { actor: string; address: string },
): Promise<void> {
  let isMore = false;
  for (const one of all) {
    const isWanted = wanted(one);
    if (isWanted === one.scanned) continue;
    await context.peers.repositories?.setScanned(one.key, isWanted, by);
    isMore ||= isWanted;
  }
  if (isMore) await queueFollowAll(context);
}
