import { releaseBundleCleanupWords } from '@packhouse/contract/distribution/release-bundle-cleanup-words.ts';
import { saidBy } from '@packhouse/contract/errors.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { deleteReleaseBundle } from '../release-bundle/release-bundle.ts';
import { findNextRun } from './cleanup-policy.ts';
import {
  type CleanupPolicyRow,
  type CleanupRunRow,
  type DoomedVersion,
  hasOpenRun,
  insertRun,
  noteNextRun,
  selectDoomed,
  selectDuePolicies,
  selectPolicy,
  selectRun,
  updateRun,
} from './cleanup-queries.ts';

const cleanupJobName = 'clean-up-release-bundles';

export async function queueCleanup({ platform }: Context, tx: AnyTransaction, id: number): Promise<void> {
  await platform.jobs.add(cleanupJobName, { id }, { key: `${cleanupJobName}:${id}`, transaction: tx });
}

/** The log says which policy took a version away. */
const makeActor = (key: string): Actor => ({
  kind: 'user',
  name: `cleanup:${key}`,
  administrator: true,
  groups: [],
  grants: [],
  realm: 'internal',
  via: 'none',
});

async function removeAll(context: Context, policy: CleanupPolicyRow, run: CleanupRunRow, doomed: readonly DoomedVersion[], signal: AbortSignal) {
  const { db, log } = context;
  const totals = { versions: run.versions, bytes: Number(run.bytes) };
  let kept = 0;
  for (const { name, version, bytes } of doomed) {
    signal.throwIfAborted();
    if (policy.most_minutes !== null && Date.now() - run.started_at.getTime() >= policy.most_minutes * 60_000)
      return say(releaseBundleCleanupWords.bundle_cleanup_out_of_time, { minutes: policy.most_minutes });
    try {
      await deleteReleaseBundle(context, { name, version }, 'source', { actor: makeActor(policy.key), address: '' });
      totals.versions++;
      totals.bytes += bytes;
    } catch (error) {
      kept++;
      log.warn({ err: error, policy: policy.key, name, version }, 'a release bundle could not be cleaned up');
    }
    await updateRun(db, run.id, totals);
  }
  return kept === 0 ? undefined : say(releaseBundleCleanupWords.bundle_cleanup_kept_some, { count: kept });
}

async function carryOut(context: Context, policy: CleanupPolicyRow, run: CleanupRunRow, signal: AbortSignal): Promise<Said | undefined> {
  const doomed = await selectDoomed(context.db, policy.criteria);
  if (!run.dry_run) return removeAll(context, policy, run, doomed, signal);
  await updateRun(context.db, run.id, { versions: doomed.length, bytes: doomed.reduce((sum, { bytes }) => sum + bytes, 0) });
  return undefined;
}

/** Takes away what a policy says, or counts it. It may run again at any time: what went is gone. */
export function cleanupJob(context: Context): Job<{ id: number }> {
  const { db } = context;
  return {
    name: cleanupJobName,
    async run({ id }, signal) {
      const run = await selectRun(db, id);
      const policy = run && (await selectPolicy(db, run.policy));
      if (!run || !policy || run.finished_at !== null) return;
      await updateRun(db, id, { status: 'RUNNING' });
      try {
        const why = await carryOut(context, policy, run, signal);
        await updateRun(db, id, { status: why ? 'FAILED' : 'FINISHED', finished_at: new Date(), ...keepSaid(why ?? null) });
      } catch (error) {
        if (!signal.aborted) await updateRun(db, id, { status: 'FAILED', finished_at: new Date(), ...keepSaid(saidBy(error)) });
        throw error;
      }
    },
  };
}

/** Begins the runs of policies whose schedule says that it is time. */
export function scheduledCleanupJob(context: Context): Job {
  return {
    name: 'begin-release-bundle-cleanup',
    cron: '* * * * *',
    async run() {
      await context.db.transaction().execute(async (tx) => {
        for (const { key, cron } of await selectDuePolicies(tx)) {
          await noteNextRun(tx, key, findNextRun(cron));
          // A run that is still under way is enough.
          if (await hasOpenRun(tx, key)) continue;
          const { id } = await insertRun(tx, { policy: key, dry_run: false, requested_by: 'schedule' });
          await queueCleanup(context, tx, id);
        }
      });
    },
  };
}
