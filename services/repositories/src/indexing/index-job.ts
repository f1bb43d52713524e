import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
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
      const { rows } = await sql<{ left: boolean }>`
        select exists (select from index_change where repository_id = ${repository.id} and scope = ${scope}) as left`.execute(context.db);
      if (rows[0]?.left) await addIndexJob(context, repositoryKey, scope);
    },
  };
}

/** Takes up changes whose job was already under way when they were committed. */
export function leftoverJob(context: Context): Job {
  return {
    name: 'build-leftover-indexes',
    cron: '* * * * *',
    async run() {
      const { rows } = await sql<{ repository_id: number; scope: string }>`
        select distinct repository_id, scope from index_change where at < now() - interval '10 seconds'`.execute(context.db);
      for (const { repository_id: id, scope } of rows) {
        const repository = await context.directory.byId(id);
        if (repository) await addIndexJob(context, repository.key, scope);
      }
    },
  };
}

/** Has every listing of a repository built from the ground up, even where nothing has changed. */
export async function rebuildListings(context: Context, repository: { id: number; key: string }): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await sql`delete from index_bucket where repository_id = ${repository.id}`.execute(tx);
    await sql`
      insert into index_change (repository_id, scope, list, bucket)
      select distinct repository_id, scope, list, bucket from index_entry where repository_id = ${repository.id}`.execute(tx);
    await sql`update index_scope set source = '' where repository_id = ${repository.id}`.execute(tx);
  });
  const { rows } = await sql<{ scope: string }>`
    select scope from index_scope where repository_id = ${repository.id} and variant = ''
    union select distinct scope from index_change where repository_id = ${repository.id}`.execute(context.db);
  for (const { scope } of rows) await addIndexJob(context, repository.key, scope);
}
