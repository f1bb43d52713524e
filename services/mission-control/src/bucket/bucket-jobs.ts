import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { BucketContext } from './bucket-context.ts';
import { markWarned, selectEnding } from './bucket-queries.ts';
import { hearLicences } from './hear.ts';
import { noteUsage } from './usage-queries.ts';

/** So many days before its end a bucket is warned of, the nearest first: who was away for a week is told once. */
const warnedAt = [1, 7, 14, 30] as const;

/** Notes every hour what is used of each bucket, and what this deployment itself has of them. */
export function usageJob(context: BucketContext): Job {
  return {
    name: 'bucket-usage',
    cron: '23 * * * *',
    async run() {
      const { id } = context.peers.installation ?? {};
      const held = (await context.peers.heldLicences?.()) ?? [];
      if (id !== undefined)
        await hearLicences(
          context,
          id,
          held.map(({ jti }) => jti),
        );
      await noteUsage(context.db);
    },
  };
}

/** Warns of buckets that end soon: 30, 14, 7 and 1 days before, once each. */
export function warnJob(context: BucketContext): Job {
  return {
    name: 'bucket-warnings',
    cron: '41 6 * * *',
    run: () => warnOfEnds(context),
  };
}

/** Tells of every bucket whose end has come nearer than it was told before. */
async function warnOfEnds({ db, platform }: BucketContext): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const days of warnedAt) {
      for (const { id, name, expires_at: expires } of await selectEnding(tx, days)) {
        await markWarned(tx, id, days);
        await platform.outbox.publish(tx as unknown as AnyTransaction, {
          type: 'bucket.expiring',
          subject: name,
          data: { bucket: id, days, expires: expires?.toISOString() },
        });
      }
    }
  });
}
