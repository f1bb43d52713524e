import { saidBy } from '@packhouse/contract/errors.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import { reindex } from '../storage/reindex.ts';
import { alone } from '../storage/single-flight.ts';
import { rebuildListings } from './index-job.ts';
import { beginIndexRun, endIndexRun, noteIndexRun } from './index-run.ts';

export const reindexJobName = 'recalculate-index';

/** Reads every package of a repository again, so that its rows say what its files say. A run that was broken off goes on where it was. */
export function reindexJob(context: Context): Job<{ repositoryKey: string }> {
  return {
    name: reindexJobName,
    async run({ repositoryKey }, signal) {
      const repository = await context.directory.find(repositoryKey);
      if (!repository || repository.class === 'virtual') return;
      // Who asks again while one is under way gets another after it.
      await alone(
        context,
        `${reindexJobName} ${repository.id}`,
        async () => undefined,
        () => recalculate(context, repository, signal),
      );
    },
  };
}

async function recalculate(context: Context, repository: StoringRepository, signal: AbortSignal): Promise<void> {
  const place = await beginIndexRun(context, repository);
  try {
    const files = await reindex(context, repository, signal, (_seen, at) => noteIndexRun(context, repository, at), place);
    await rebuildListings(context, repository);
    await endIndexRun(context, repository, null);
    await context.db.transaction().execute((tx) =>
      context.platform.outbox.publish(tx, {
        type: 'repository.reindexed',
        subject: repository.key,
        data: { repository: repository.key, class: repository.class, format: repository.format },
      }),
    );
    context.log.info({ repository: repository.key, files }, 'the index of a repository was recalculated');
  } catch (error) {
    // A process that stops says nothing: the next one goes on.
    if (!signal.aborted) await endIndexRun(context, repository, saidBy(error));
    throw error;
  }
}
