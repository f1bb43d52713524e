import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { removeArtifacts } from '../storage/removal.ts';
import { selectUnused } from './usage-queries.ts';

/** So many go in one transaction. */
const batch = 500;

/** Deletes copies of an upstream's files that nobody has fetched for as long as the repository says; answers how many. */
async function removeUnusedCopies(context: Context, repository: RemoteRepository, signal: AbortSignal): Promise<number> {
  const before = new Date(Date.now() - repository.settings.unusedHours * 3_600_000);
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const unused = await selectUnused(context.db, repository.id, before, batch);
    if (unused.length === 0) return removed;
    const lookedAt = new Map(unused.map(({ path, modified_at }) => [path, modified_at]));
    const gone = await removeArtifacts(context, repository, { actor: 'schedule', paths: [...lookedAt.keys()], lookedAt });
    // What somebody renewed meanwhile is no longer among the unused.
    if (gone === 0) return removed;
    removed += gone;
  }
}

/** Looks every hour for copies that nobody uses. */
export function unusedCopiesJob(context: Context): Job {
  return {
    name: 'remove-unused-copies',
    cron: '13 * * * *',
    async run(_, signal) {
      for (const repository of await context.directory.list()) {
        if (repository.class !== 'remote' || repository.settings.unusedHours === 0) continue;
        const removed = await removeUnusedCopies(context, repository, signal);
        if (removed > 0) context.log.info({ repository: repository.key, removed }, 'copies that nobody used were deleted');
      }
    },
  };
}
