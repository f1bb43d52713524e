import type { Follower } from '@packhouse/kernel/events/followers.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import { exploitationEvent } from '../exploitation-event.ts';
import type { ScanningSchema } from '../schema.ts';
import type { GitContext } from './git-context.ts';
import { claimListings, claimLooks, type GitRepositoryRow, hintFound, keepUp } from './git-queries.ts';
import type { GitListingTable } from './git-tables.ts';
import { listRepositories } from './list-repositories.ts';
import { lookAt } from './look.ts';
import { hintExploited, hintGoverned } from './pull-policy-queries.ts';

/** Whether repositories of source code are scanned here. */
export type IsOn = () => Promise<boolean>;

/** Reads lists of repositories. */
export function listingPump(context: Context, isOn: IsOn): Pump<Selectable<GitListingTable>> {
  return {
    name: 'scanning.list-repositories',
    width: 2,
    wakes: (type) => type.startsWith('integration.') || type === 'git.hinted',
    claim: async (free) => ((await isOn()) ? context.db.transaction().execute((tx) => claimListings(tx, free)) : []),
    work: (listing, signal) => listRepositories(context, listing, signal),
  };
}

/** Looks at repositories. */
export function lookPump(context: GitContext, isOn: IsOn): Pump<GitRepositoryRow> {
  return {
    name: 'scanning.look-at-repositories',
    width: 3,
    wakes: (type) => type.startsWith('integration.') || type === 'git.hinted',
    claim: async (free) => ((await isOn()) ? context.db.transaction().execute((tx) => claimLooks(tx, free)) : []),
    work: (row, signal) => lookAt(context, row, signal),
  };
}

/** Every night. */
export function gitUpkeepJob({ db }: Context): Job {
  return { name: 'keep-up-git', cron: '41 0 * * *', run: () => keepUp(db) };
}

/** Has repositories looked at that new advisories are about. */
export function gitDeltaJob({ db, platform }: Context): Job {
  return {
    name: 'hint-found',
    cron: '*/5 * * * *',
    async run() {
      const hinted = await hintFound(db);
      if (hinted > 0) await db.transaction().execute((tx) => platform.outbox.publish(tx, { type: 'git.hinted', subject: 'advisories', data: { hinted } }));
    },
  };
}

/** Has open pull requests judged again after what decides about them changed. */
export async function hintPulls({ db, platform }: Pick<Context, 'db' | 'platform'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const hinted = await hintGoverned(tx);
    if (hinted > 0) await platform.outbox.publish(tx, { type: 'git.hinted', subject: 'policies', data: { hinted } });
  });
}

/** Hears when policies and watches change, by which the status of pull requests fails, and when something else is known of exploitation, for which rules may ask. */
export function pullFollower({ db, platform }: Context): Follower<ScanningSchema> {
  return {
    name: 'scanning.pull-requests',
    types: ['policy.updated', 'policy.deleted', 'watch.created', 'watch.updated', 'watch.deleted', exploitationEvent],
    gather: 300,
    db,
    async take(events, transaction) {
      const hint = events.every(({ type }) => type === exploitationEvent) ? hintExploited : hintGoverned;
      const hinted = await hint(transaction);
      if (hinted > 0) await platform.outbox.publish(transaction, { type: 'git.hinted', subject: 'policies', data: { hinted } });
    },
  };
}
