import { saidBy } from '@packhouse/contract/errors.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import { recordTrash, type TrashUser } from '../artifact/trash-change.ts';
import type { Context } from '../context.ts';
import {
  countDoomed,
  type Doomed,
  deleteDoomed,
  insertTrashRun,
  selectTrashRun,
  selectTrashSettings,
  type TrashRunRow,
  updateTrashRun,
} from './trash-expiry-queries.ts';

const trashJobName = 'empty-trash';

/** So many go in one transaction, and at once when somebody waits for it. */
const trashBatch = 1000;

const dayMilliseconds = 86_400_000;

/** The log calls the end of a run this. */
const ended = { empty: 'trash.emptied', expire: 'trash.expired' } as const;

/** When it began, so that what is deleted meanwhile stays. */
function doomedBy(run: TrashRunRow, keepDays: number | null): Doomed | undefined {
  if (run.kind === 'empty') return { repositoryKey: run.repository_key ?? undefined, before: run.started_at };
  return keepDays === null ? undefined : { before: new Date(run.started_at.getTime() - keepDays * dayMilliseconds) };
}

/**
 * Takes away, many at a time, each time in a transaction of its own; so the log has an entry when somebody asks for it and one with the end, which says
 * how many went. A run that breaks off goes on where it was.
 */
async function finish(context: Context, run: TrashRunRow, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const doomed = doomedBy(run, (await selectTrashSettings(db)).keepDays);
  await updateTrashRun(db, run.id, { status: 'running' });
  let { files, bytes } = run;
  try {
    for (let some = trashBatch; doomed && some === trashBatch; ) {
      signal.throwIfAborted();
      const gone = await db.transaction().execute(async (tx) => {
        const some = await deleteDoomed(tx, doomed, trashBatch);
        await updateTrashRun(tx, run.id, { files: files + some.files, bytes: bytes + some.bytes });
        return some;
      });
      some = gone.files;
      files += gone.files;
      bytes += gone.bytes;
    }
    await db.transaction().execute(async (tx) => {
      await updateTrashRun(tx, run.id, { status: 'finished', finished_at: new Date() });
      const entry = { action: ended[run.kind], subject: run.repository_key ?? undefined, after: { run: run.id, files, bytes } };
      await recordTrash(context, { name: run.requested_by, address: '' }, entry, tx);
    });
  } catch (error) {
    await updateTrashRun(db, run.id, { status: 'failed', finished_at: new Date(), ...keepSaid(saidBy(error)) });
    throw error;
  }
}

/** Takes out what has been in the trash longer than the settings say. */
async function expire(context: Context, signal: AbortSignal): Promise<void> {
  const { keepDays } = await selectTrashSettings(context.db);
  if (keepDays === null) return;
  const total = await countDoomed(context.db, { before: new Date(Date.now() - keepDays * dayMilliseconds) });
  if (total === 0) return;
  const run = await insertTrashRun(context.db, { kind: 'expire', repository_key: null, requested_by: 'schedule', total });
  await finish(context, run, signal);
}

/** Empties the trash because somebody asked for it, or takes out every night what has been there long enough. */
export function trashJob(context: Context): Job<{ runId?: number }> {
  return {
    name: trashJobName,
    cron: '25 2 * * *',
    async run({ runId }, signal) {
      if (runId === undefined) return expire(context, signal);
      const run = await selectTrashRun(context.db, runId);
      if (run && run.status !== 'finished') await finish(context, run, signal);
    },
  };
}

/** Empties a small trash at once, and a large one in a job; answers how many files go. */
export function emptyTrash(context: Context, by: TrashUser, repositoryKey: string | undefined): Promise<{ files: number; run?: number }> {
  return context.db.transaction().execute(async (transaction) => {
    const total = await countDoomed(transaction, { repositoryKey });
    if (total <= trashBatch) {
      const { files, bytes } = await deleteDoomed(transaction, { repositoryKey }, trashBatch);
      await recordTrash(context, by, { action: ended.empty, subject: repositoryKey, after: { files, bytes } }, transaction);
      return { files };
    }
    const run = await insertTrashRun(transaction, { kind: 'empty', repository_key: repositoryKey ?? null, requested_by: by.name, total });
    await context.platform.jobs.add(trashJobName, { runId: run.id }, { key: `${trashJobName} ${run.id}`, transaction });
    await recordTrash(context, by, { action: 'trash.empty-requested', subject: repositoryKey, after: { run: run.id, files: total } }, transaction);
    return { files: total, run: run.id };
  });
}
