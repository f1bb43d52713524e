import type { Job } from '@packhouse/kernel/jobs.ts';
import type { Context } from '../context.ts';
import { rebuildListings } from '../indexing/index-job.ts';
import { reindex } from '../storage/reindex.ts';

export const reindexJobName = 'recalculate-index';

/** Reads every package of a repository again, so that its rows say what its files say. */
export function reindexJob(context: Context): Job<{ repositoryKey: string }> {
  return {
    name: reindexJobName,
    async run({ repositoryKey }, signal) {
      const repository = await context.directory.find(repositoryKey);
      if (!repository || repository.class === 'virtual') return;
      const files = await reindex(context, repository, signal);
      await rebuildListings(context, repository);
      await context.db.transaction().execute((tx) =>
        context.platform.outbox.publish(tx, {
          type: 'repository.reindexed',
          subject: repository.key,
          data: { repository: repository.key, class: repository.class, format: repository.format },
        }),
      );
      context.log.info({ repository: repositoryKey, files }, 'the index of a repository was recalculated');
    },
  };
}
