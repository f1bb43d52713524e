import { gatherWatchedJob, mailWatchedJob } from './artifact/watch-mail.ts';
import { buildRetentionJob } from './build/build-retention-job.ts';
import type { Context } from './context.ts';
import { expiredExceptionsJob } from './firewall/expired-exceptions.ts';
import { forgetRecordsJob } from './firewall/forget-records.ts';
import { tellEndingExceptionsJob, tellFirewallDecidersJob } from './firewall/tell-exceptions.ts';
import { indexJob, leftoverJob } from './indexing/index-job.ts';
import { reindexJob } from './indexing/reindex-job.ts';
import { migrationJob } from './package/migration-job.ts';
import { uploadSessionJob } from './protocols/container/upload-session-job.ts';
import { lockJob } from './protocols/terraform/lock-job.ts';
import { dueReplicationsJob, replicationJob } from './replication/replication-job.ts';
import { archiveJob, unreadArchivesJob } from './search/archive-job.ts';
import { garbageJob } from './upkeep/garbage-job.ts';
import { retentionJob, scheduledRetentionJob } from './upkeep/retention-job.ts';
import { trashJob } from './upkeep/trash-job.ts';
import { unusedCopiesJob } from './upkeep/unused-copies-job.ts';
import { checkUsageJob, foldUsageJob } from './upkeep/usage-jobs.ts';

/** Everything the service does by itself. */
export function registerJobs(context: Context): void {
  const { jobs } = context.platform;
  jobs.register(uploadSessionJob(context));
  jobs.register(migrationJob(context));
  jobs.register(garbageJob(context));
  jobs.register(retentionJob(context));
  jobs.register(scheduledRetentionJob(context));
  jobs.register(reindexJob(context));
  jobs.register(trashJob(context));
  jobs.register(unusedCopiesJob(context));
  jobs.register(indexJob(context));
  jobs.register(leftoverJob(context));
  jobs.register(buildRetentionJob(context));
  jobs.register(lockJob(context));
  jobs.register(archiveJob(context));
  jobs.register(unreadArchivesJob(context));
  jobs.register(gatherWatchedJob(context));
  jobs.register(mailWatchedJob(context));
  jobs.register(replicationJob(context));
  jobs.register(dueReplicationsJob(context));
  jobs.register(foldUsageJob(context));
  jobs.register(checkUsageJob(context));
  jobs.register(expiredExceptionsJob(context));
  jobs.register(tellFirewallDecidersJob(context));
  jobs.register(tellEndingExceptionsJob(context));
  jobs.register(forgetRecordsJob(context));
}
