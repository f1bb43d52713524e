import type { Job } from '@packhouse/kernel/jobs.ts';
import type { Context } from '../context.ts';
import { collectGarbage } from './garbage.ts';
import { insertRun, selectRun, updateRun } from './garbage-queries.ts';

/** Runs by itself every night, and whenever an administrator asks. */
export function garbageJob(context: Context): Job<{ runId?: number }> {
  return {
    name: 'collect-garbage',
    cron: '15 3 * * *',
    async run({ runId }, signal) {
      const run = runId === undefined ? await insertRun(context.db, { dry_run: false, requested_by: 'schedule' }) : await selectRun(context.db, runId);
      if (!run) return;
      await updateRun(context.db, run.id, { status: 'running' });
      try {
        const findings = await collectGarbage(context, {
          dryRun: run.dry_run,
          signal,
          progress: ({ examined, condemned, condemnedBytes, freed, freedBytes, spared }) =>
            updateRun(context.db, run.id, { examined, condemned, condemned_bytes: condemnedBytes, freed, freed_bytes: freedBytes, spared }),
        });
        await updateRun(context.db, run.id, {
          status: findings ? 'finished' : 'failed',
          finished_at: new Date(),
          staging: findings?.staging ?? 0,
          message: findings ? null : 'Another garbage collection is under way',
        });
      } catch (error) {
        await updateRun(context.db, run.id, { status: 'failed', finished_at: new Date(), message: (error as Error).message });
        throw error;
      }
    },
  };
}
