import type { Job } from '@packhouse/kernel/jobs.ts';
import { announced } from '../announce.ts';
import type { Context } from '../context.ts';
import { collectGarbage } from './garbage.ts';
import { insertRun, selectRun, updateRun } from './garbage-queries.ts';

type Change = Parameters<typeof updateRun>[2];

const note = (context: Context, id: number, change: Change) => announced(context, 'garbage.run', (tx) => updateRun(tx, id, change), String(id));

/** Runs by itself every night, and whenever an administrator asks. */
export function garbageJob(context: Context): Job<{ runId?: number }> {
  return {
    name: 'collect-garbage',
    cron: '15 3 * * *',
    async run({ runId }, signal) {
      const run =
        runId === undefined
          ? await announced(context, 'garbage.run', (tx) => insertRun(tx, { dry_run: false, requested_by: 'schedule' }))
          : await selectRun(context.db, runId);
      if (!run) return;
      await note(context, run.id, { status: 'running' });
      try {
        const findings = await collectGarbage(context, {
          dryRun: run.dry_run,
          signal,
          progress: ({ examined, condemned, condemnedBytes, freed, freedBytes, spared }) =>
            note(context, run.id, { examined, condemned, condemned_bytes: condemnedBytes, freed, freed_bytes: freedBytes, spared }),
        });
        await note(context, run.id, {
          status: findings ? 'finished' : 'failed',
          finished_at: new Date(),
          staging: findings?.staging ?? 0,
          message: findings ? null : 'Another garbage collection is under way',
        });
      } catch (error) {
        await note(context, run.id, { status: 'failed', finished_at: new Date(), message: (error as Error).message });
        throw error;
      }
    },
  };
}
