import { reindexJob } from './artifact/reindex-job.ts';
import { trashJob } from './artifact/trash-job.ts';
import { buildRetentionJob } from './build/retention-job.ts';
import { garbageJob } from './collection/garbage-job.ts';
import { uploadSessionJob } from './container/upload-session-job.ts';
import type { Context } from './context.ts';
import { indexJob, leftoverJob } from './indexing/index-job.ts';
import { migrationJob } from './package/migration-job.ts';
import { retentionJob } from './retention/retention-job.ts';
import { lockJob } from './terraform/lock-job.ts';

/** Everything the service does by itself. */
export function registerJobs(context: Context): void {
  const { jobs } = context.platform;
  jobs.register(uploadSessionJob(context));
  jobs.register(migrationJob(context));
  jobs.register(garbageJob(context));
  jobs.register(retentionJob(context));
  jobs.register(reindexJob(context));
  jobs.register(trashJob(context));
  jobs.register(indexJob(context));
  jobs.register(leftoverJob(context));
  jobs.register(buildRetentionJob(context));
  jobs.register(lockJob(context));
}
