import { saidBy } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { announced } from '../storage/announce.ts';
import { collectGarbage } from './garbage.ts';
import { insertRun, isHeldOff, selectRun, updateRun } from './garbage-queries.ts';

type Change = Parameters<typeof updateRun>[2];
type Run = NonNullable<Awaited<ReturnType<typeof selectRun>>>;

const note = (context: Context, id: number, change: Change) => announced(context, 'garbage.run', (tx) => updateRun(tx, id, change), String(id));

/**
 * Blobs go one by one, each in a transaction of its own, so the log has one entry when somebody asks for a run and one with the end of every run:
 * what it took away, also when it broke off.
 */
async function noteEnd(context: Context, run: Run, change: Change): Promise<void> {
  await announced(
    context,
    'garbage.run',
    async (tx) => {
      await updateRun(tx, run.id, { ...change, finished_at: new Date() });
      const { status, dry_run: dryRun, condemned, freed, freed_bytes: freedBytes, message } = (await selectRun(tx, run.id)) ?? run;
      const after = { status, dryRun, condemned, freed, freedBytes, ...(message === null ? {} : { message }) };
      const entry = { actor: run.requested_by, address: '', action: 'garbage-run.ended', subject: String(run.id), name: `#${run.id}`, after };
      await context.platform.identity.audit(entry, tx);
    },
    String(run.id),
  );
}

/** Tells why no collection could begin. The locks belong to connections, so both questions are asked on one. */
function explainDelay({ db }: Context): Promise<Said> {
  return db.connection().execute(async (one) => say((await isHeldOff(one)) ? repositoryWords.backup_under_way : repositoryWords.collection_under_way));
}

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
        await noteEnd(context, run, {
          status: findings ? 'finished' : 'failed',
          staging: findings?.staging ?? 0,
          ...keepSaid(findings ? null : await explainDelay(context)),
        });
      } catch (error) {
        await noteEnd(context, run, { status: 'failed', ...keepSaid(saidBy(error)) });
        throw error;
      }
    },
  };
}
