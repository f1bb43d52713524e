import { formats, getFormat } from '@packhouse/formats/formats.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { rebuildListings } from '../indexing/index-job.ts';
import { reindex } from '../storage/reindex.ts';
import { noteOutdated, noteProgress, noteRead, selectOutdated } from './migration-queries.ts';

const migrationJobName = 'migrate-packages';

const readerRevision = (format: { readerRevision?: number }) => format.readerRevision ?? 1;

/** Reads what an older version of a format's reader read, one repository after the other. A job that was broken off begins its repository anew. */
export function migrationJob(context: Context): Job {
  return {
    name: migrationJobName,
    async run(_, signal) {
      for (const key of await selectOutdated(context.db)) {
        signal.throwIfAborted();
        const repository = await context.directory.find(key);
        if (!repository || repository.class === 'virtual') continue;
        const files = await reindex(context, repository, signal, (done) => noteProgress(context.db, repository.id, done));
        await rebuildListings(context, repository);
        await context.db.transaction().execute(async (tx) => {
          await noteRead(tx, repository.id, readerRevision(getFormat(repository.format)));
          await context.platform.outbox.publish(tx, {
            type: 'package.migrated',
            subject: key,
            data: { repository: key, class: repository.class, format: repository.format },
          });
        });
        context.log.info({ repository: key, files }, 'the packages of a repository were read again after an upgrade');
      }
    },
  };
}

/** Looks, when the platform starts, whether readers have changed since packages were read, and has those packages read again. */
export async function migratePackages(context: Context): Promise<void> {
  await noteOutdated(context.db, Object.fromEntries(formats.map((format) => [format.id, readerRevision(format)])));
  if ((await selectOutdated(context.db)).length > 0) await context.platform.jobs.add(migrationJobName, {}, { key: migrationJobName });
}
