import type { Said } from '@packhouse/contract/sentences.ts';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import type { Db } from '../schema.ts';
import { announced } from '../storage/announce.ts';
import type { ReadingPlace } from '../storage/reindex.ts';
import { selectIndexRun, updateEndedRun, updateRunPlace, upsertRunningRun, upsertWaitingRun } from './index-run-queries.ts';

/** Tells whoever may read the repository that its recalculation has got further. */
function told(context: Context, repository: StoringRepository, write: (tx: Db) => Promise<void>): Promise<unknown> {
  const { key, class: repositoryClass, format } = repository;
  return announced(context, 'index.run', write, key, { repository: key, class: repositoryClass, format });
}

export async function requestIndexRun(context: Context, repository: StoringRepository, requestedBy: string): Promise<void> {
  await told(context, repository, (tx) => upsertWaitingRun(tx, repository.id, requestedBy));
}

/** Begins, or goes on where a run was broken off; answers that place. */
export async function beginIndexRun(context: Context, repository: StoringRepository): Promise<ReadingPlace | undefined> {
  const known = await selectIndexRun(context.db, repository.id);
  const place = known?.status === 'running' || known?.status === 'failed' ? known.lastPath : null;
  await told(context, repository, (tx) => upsertRunningRun(tx, repository.id, place));
  return place === null ? undefined : { path: place, seen: known?.done ?? 0 };
}

export async function noteIndexRun(context: Context, repository: StoringRepository, place: ReadingPlace): Promise<void> {
  await told(context, repository, (tx) => updateRunPlace(tx, repository.id, place));
}

export async function endIndexRun(context: Context, repository: StoringRepository, failure: Said | null): Promise<void> {
  await told(context, repository, (tx) => updateEndedRun(tx, repository.id, failure));
}
