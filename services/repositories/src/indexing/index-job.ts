import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { hasChanges, outdateListings, selectLeftovers, selectScopes } from './index-change-queries.ts';
import { freshLocalListing } from './local-listing.ts';
import { addIndexJob, indexJobName } from './queue-build.ts';

/** Builds a listing some time after a change, when nobody has asked for it before. */
export function indexJob(context: Context): Job<{ repositoryKey: string; scope: string }> {
  return {
    name: indexJobName,
    async run({ repositoryKey, scope }) {
      const repository = await context.directory.find(repositoryKey);
      if (repository?.class !== 'local') return;
      await freshLocalListing(context, repository, scope);
      if (await hasChanges(context.db, repository.id, scope)) await addIndexJob(context, repositoryKey, scope);
    },
  };
}

/** Takes up changes whose job was already under way when they were committed. */
export function leftoverJob(context: Context): Job {
  return {
    name: 'build-leftover-indexes',
    cron: '* * * * *',
    async run() {
      for (const { repositoryId, scope } of await selectLeftovers(context.db)) {
        const repository = await context.directory.byId(repositoryId);
        if (repository) await addIndexJob(context, repository.key, scope);
      }
    },
  };
}

/** Has every listing of a repository built from the ground up, even where nothing has changed. */
export async function rebuildListings(context: Context, repository: { id: number; key: string }): Promise<void> {
  await context.db.transaction().execute((tx) => outdateListings(tx, repository.id));
  for (const scope of await selectScopes(context.db, repository.id)) await addIndexJob(context, repository.key, scope);
}
