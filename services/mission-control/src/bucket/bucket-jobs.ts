import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { NotedBucket } from '@packhouse/peers/notices.ts';
import type { BucketContext } from './bucket-context.ts';
import { markWarned, selectEnding } from './bucket-queries.ts';
import { hearLicences } from './hear.ts';
import { forgetOldStrange } from './strange-queries.ts';
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
          { isAll: true },
        );
      await forgetOldStrange(context.db);
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

const mailJob = 'bucket-mail';

interface Letter extends Record<string, unknown> {
  to: string;
  buckets: readonly NotedBucket[];
}

/** Mails one administrator which buckets end soon. */
export function mailEndsJob({ peers }: Pick<BucketContext, 'peers'>): Job<Letter> {
  return { name: mailJob, run: async ({ to, buckets }) => peers.notices?.mailBuckets(to, buckets) };
}

/** Tells of every bucket whose end has come nearer than it was told before: by an event, and by mails that wait in the queue with the very step that notes it. */
async function warnOfEnds({ db, platform, peers }: BucketContext): Promise<void> {
  const isTold = (await peers.notices?.isOn()) ?? false;
  await db.transaction().execute(async (tx) => {
    const transaction = tx as unknown as AnyTransaction;
    const told: NotedBucket[] = [];
    for (const days of warnedAt) {
      for (const { id, name, type, customer, expires_at: expires } of await selectEnding(tx, days)) {
        await markWarned(tx, id, days);
        const ends = expires?.toISOString() ?? '';
        told.push({ id, name, type, customer, ends });
        await platform.outbox.publish(transaction, { type: 'bucket.expiring', subject: name, data: { bucket: id, days, expires: ends } });
      }
    }
    const addresses = isTold && told.length > 0 ? ((await peers.notices?.administratorAddresses()) ?? []) : [];
    for (const to of addresses) await platform.jobs.add(mailJob, { to, buckets: told } satisfies Letter, { transaction });
  });
}
