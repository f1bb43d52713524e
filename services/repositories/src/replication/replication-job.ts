import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { findNextRun } from '../reading/schedule.ts';
import { announced } from '../storage/announce.ts';
import { forgetOldChanges } from './copy-queries.ts';
import { pullAll } from './pull.ts';
import { pushAll, pushChanges } from './push.ts';
import { queueReplication, replicationJobName } from './queue-replication.ts';
import { insertRun, noteReplication, selectBusy, selectDue, selectOpenRun, selectReplication, updateOpenRun } from './replication-queries.ts';
import type { ReplicationRow, ReplicationRunRow } from './replication-schema.ts';
import { emptyTally, type Progress } from './tally.ts';

/** Replications that one process carries out at once: other jobs share its workers. */
const mostAtOnce = 2;
/** Milliseconds. */
const turnPause = 3000;
const reportPause = 500;
const firstPause = 2000;
const longestPause = 10 * 60_000;
const mostAttempts = 12;

/** Another attempt can mend these. */
const passing = new Set(['upstream_unavailable', 'unavailable', 'too_many_requests', 'internal']);

const getPause = (failures: number) => Math.min(firstPause * 2 ** (failures - 1), longestPause);

const toKnown = (error: unknown) => (error instanceof AppError ? error : new AppError(replicationWords.replication_failed, {}, { cause: error }));

const note = (context: Context, run: number, change: Parameters<typeof updateOpenRun>[2]) =>
  announced(context, 'replication.run', (tx) => updateOpenRun(tx, run, change), String(run));

/** Follows a run while it is under way: what was cancelled is broken off, and how far it is gets written down. */
function followRun(context: Context, run: ReplicationRunRow, signal: AbortSignal): Progress & { run: number; end(): void } {
  const cancelled = new AbortController();
  const tally = emptyTally();
  let last = 0;
  const write = async () => {
    if (!(await note(context, run.id, tally))) cancelled.abort();
  };
  const timer = setInterval(
    () => void write().catch((err: unknown) => context.log.warn({ err }, 'a replication could not note how far it is')),
    2 * reportPause,
  );
  return {
    tally,
    run: run.id,
    signal: AbortSignal.any([signal, cancelled.signal]),
    async report() {
      if (performance.now() - last < reportPause) return;
      last = performance.now();
      await write();
    },
    end: () => clearInterval(timer),
  };
}

function getOutcome({ tally, why }: Progress): { status: 'finished' | 'failed'; words: Said | null } {
  if (!why) return { status: 'finished', words: null };
  return { status: 'failed', words: say(replicationWords.files_not_replicated, { count: tally.refused, why }) };
}

/** Carries out a run; answers when to try again, in milliseconds, where that can help. */
async function carryOut(context: Context, row: ReplicationRow, open: ReplicationRunRow, signal: AbortSignal): Promise<number | undefined> {
  const attempts = open.attempts + 1;
  if (!(await note(context, open.id, { status: 'running', attempts }))) return undefined;
  const progress = followRun(context, open, signal);
  try {
    const repository = await context.directory.byId(row.repository_id);
    await (repository?.class === 'remote' ? pullAll(context, row, repository, progress) : pushAll(context, row, progress));
    const { status, words } = getOutcome(progress);
    await note(context, open.id, { ...progress.tally, status, current: null, finished_at: new Date(), ...keepSaid(words) });
    return undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    if (progress.signal.aborted) return undefined;
    const known = toKnown(error);
    context.log.warn({ err: error, replication: row.id, attempts }, 'a repository could not be replicated');
    const words = { ...progress.tally, current: null, ...keepSaid(saidBy(known)) };
    const canPass = passing.has(known.code) && attempts < mostAttempts;
    await note(context, open.id, canPass ? { ...words, status: 'waiting' } : { ...words, status: 'failed', finished_at: new Date() });
    if (!canPass) return undefined;
    const pause = getPause(attempts);
    await noteReplication(context.db, row.id, { retry_at: new Date(Date.now() + pause) });
    return pause;
  } finally {
    progress.end();
  }
}

/** Sends what changed; answers when to look again, in milliseconds, where something waits. */
async function follow(context: Context, row: ReplicationRow, signal: AbortSignal): Promise<number | undefined> {
  const progress: Progress = { tally: emptyTally(), signal, run: null, report: async () => undefined };
  let words: Said | null = null;
  try {
    if ((await pushChanges(context, row, progress)) > 0) words = progress.why ?? null;
  } catch (error) {
    if (signal.aborted) throw error;
    context.log.warn({ err: error, replication: row.id }, 'changes could not be replicated');
    words = saidBy(toKnown(error));
  }
  if (words === null && row.failures === 0) return undefined;
  const failures = words === null ? 0 : row.failures + 1;
  const pause = words === null ? undefined : getPause(failures);
  const retryAt = pause === undefined ? null : new Date(Date.now() + pause);
  await announced(context, 'replication.run', (tx) => noteReplication(tx, row.id, { failures, retry_at: retryAt, ...keepSaid(words) }), String(row.id));
  return pause;
}

async function replicate(context: Context, id: number, signal: AbortSignal): Promise<void> {
  const row = await selectReplication(context.db, id);
  if (!row) return;
  const open = await selectOpenRun(context.db, id);
  const wait = row.retry_at === null ? 0 : row.retry_at.getTime() - Date.now();
  const pauses: (number | undefined)[] = [];
  // What somebody asked for is tried at once, whatever failed before.
  if (open) pauses.push(open.status === 'waiting' && open.attempts > 0 && wait > 0 ? wait : await carryOut(context, row, open, signal));
  if (row.enabled && row.events) pauses.push(wait > 0 ? wait : await follow(context, row, signal));
  const next = pauses.filter((pause) => pause !== undefined);
  if (next.length > 0) await queueReplication(context, id, { delay: Math.min(...next) });
}

/** Does what there is to do for one replication: a run, and what changed. Never two at once, on whatever node. It may run again at any time: what was sent is known. */
export function replicationJob(context: Context): Job<{ replicationId: number }> {
  const running = new Set<number>();
  return {
    name: replicationJobName,
    async run({ replicationId: id }, signal) {
      const release = running.size < mostAtOnce && !running.has(id) ? await context.locks.tryTake(`replicate ${id}`) : undefined;
      if (!release) return queueReplication(context, id, { delay: turnPause });
      running.add(id);
      try {
        await replicate(context, id, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        // The process stops: another goes on at once, or this one when it is back.
        await queueReplication(context, id);
      } finally {
        running.delete(id);
        await release();
      }
    },
  };
}

/** Begins the runs whose time has come, and wakes those that something was left of. */
export function dueReplicationsJob(context: Context): Job {
  return {
    name: 'begin-replications',
    cron: '* * * * *',
    async run() {
      for (const row of await selectDue(context.db))
        await announced(context, 'replication.run', async (tx) => {
          await noteReplication(tx, row.id, { next_run_at: findNextRun(row.cron) ?? null });
          // A run that is still under way is enough.
          await insertRun(tx, row.id, 'schedule');
        });
      await forgetOldChanges(context.db);
      for (const id of await selectBusy(context.db)) await queueReplication(context, id);
    },
  };
}
