import type { Job } from '@packhouse/kernel/jobs.ts';
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
} from '../storage/trash-expiry.ts';

const trashJobName = 'empty-trash';

/** So many go in one transaction, and at once when somebody waits for it. */
export const trashBatch = 1000;

const dayMilliseconds = 86_400_000;

/** When it began, so that what is deleted meanwhile stays. */
function doomedBy(run: TrashRunRow, keepDays: number | null): Doomed | undefined {
  if (run.kind === 'empty') return { repositoryKey: run.repository_key ?? undefined, before: run.started_at };
  return keepDays === null ? undefined : { before: new Date(run.started_at.getTime() - keepDays * dayMilliseconds) };
}

async function finish(context: Context, run: TrashRunRow, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const doomed = doomedBy(run, (await selectTrashSettings(db)).keepDays);
  await updateTrashRun(db, run.id, { status: 'running' });
  let { files, bytes } = run;
  try {
    for (let some = trashBatch; doomed && some === trashBatch; ) {
      signal.throwIfAborted();
      const gone = await deleteDoomed(db, doomed, trashBatch);
      some = gone.files;
      files += gone.files;
      bytes += gone.bytes;
      await updateTrashRun(db, run.id, { files, bytes });
    }
    await updateTrashRun(db, run.id, { status: 'finished', finished_at: new Date() });
  } catch (error) {
    await updateTrashRun(db, run.id, { status: 'failed', finished_at: new Date(), message: (error as Error).message });
    throw error;
  }
}

/** What has been in the trash longer than the settings say. */
async function expire(context: Context, signal: AbortSignal): Promise<void> {
  const { keepDays } = await selectTrashSettings(context.db);
  if (keepDays === null) return;
  const total = await countDoomed(context.db, { before: new Date(Date.now() - keepDays * dayMilliseconds) });
  if (total === 0) return;
  const run = await insertTrashRun(context.db, { kind: 'expire', repository_key: null, requested_by: 'schedule', total });
  await finish(context, run, signal);
  await context.platform.identity.audit({
    actor: 'schedule',
    address: '',
    action: 'trash.expired',
    subject: 'auto-trashcan',
    after: { files: total, keepDays },
  });
}

/** Empties the trash because somebody asked for it, or takes out every night what has been there long enough. */
export function trashJob(context: Context): Job<{ runId?: number }> {
  return {
    name: trashJobName,
    cron: '25 2 * * *',
    async run({ runId }, signal) {
      if (runId === undefined) return expire(context, signal);
      const run = await selectTrashRun(context.db, runId);
      if (run) await finish(context, run, signal);
    },
  };
}

/** Empties a small trash at once, and a large one in a job; answers how many files go. */
export async function emptyTrash(context: Context, by: string, repositoryKey: string | undefined): Promise<{ files: number; run?: number }> {
  const total = await countDoomed(context.db, { repositoryKey });
  if (total <= trashBatch) return { files: (await deleteDoomed(context.db, { repositoryKey }, trashBatch)).files };
  const run = await insertTrashRun(context.db, { kind: 'empty', repository_key: repositoryKey ?? null, requested_by: by, total });
  await context.platform.jobs.add(trashJobName, { runId: run.id }, { key: `${trashJobName} ${run.id}` });
  return { files: total, run: run.id };
}
