import { saidBy } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { queueEvaluation } from '../evaluation-queue.ts';
import { blobContent } from '../inventory/content.ts';
import { UnreadableError } from '../inventory/limits.ts';
import { importDump } from './import-dump.ts';
import { insertRun, type RunRow, type SourceRow, selectDueSources, selectRun, selectSource, updateRun, updateSource } from './source-queries.ts';

const importJobName = 'import-advisories';

/** Bytes of a dump as it is fetched or uploaded. */
export const largestDump = 2 * 1024 ** 3;

/** Has a run done, together with what a transaction writes when there is one. */
export async function queueRun({ platform }: Pick<Context, 'platform'>, run: Pick<RunRow, 'id'>, transaction?: AnyTransaction): Promise<void> {
  await platform.jobs.add(importJobName, { runId: run.id }, { key: `${importJobName} ${run.id}`, ...(transaction ? { transaction } : {}) });
}

/** Gets a source's dump, unless it is the one we have. Answers its SHA-256. */
async function fetchDump({ db, platform }: Context, source: SourceRow, url: string, signal: AbortSignal): Promise<string | undefined> {
  const headers = {
    ...(source.etag === null ? {} : { 'if-none-match': source.etag }),
    ...(source.last_modified === null ? {} : { 'if-modified-since': source.last_modified }),
  };
  const answer = await platform.outgoing.request(url, { headers, signal });
  if (answer.status !== 200) {
    answer.body.destroy();
    if (answer.status === 304) return undefined;
    throw new UnreadableError(say(scanningWords.source_answered, { host: new URL(url).host, status: answer.status }));
  }
  const staged = await platform.blobs.stage(answer.body, { limit: largestDump, signal });
  try {
    const promised = answer.headers['content-length'];
    if (promised !== undefined && Number(promised) !== staged.size) throw new UnreadableError(say(scanningWords.dump_length_differs));
    await staged.promote();
    await updateSource(db, source.id, { etag: answer.headers.etag ?? null, last_modified: answer.headers['last-modified'] ?? null });
    return staged.sha256;
  } finally {
    await staged.discard();
  }
}

async function carryOut(context: Context, run: RunRow, source: SourceRow, signal: AbortSignal): Promise<void> {
  const { db, platform } = context;
  const sha256 = run.sha256 ?? (source.url === null ? undefined : await fetchDump(context, source, source.url, signal));
  await updateSource(db, source.id, { checked_at: new Date() });
  if (sha256 === undefined) {
    await updateRun(db, run.id, { status: 'unchanged', finished_at: new Date() });
    return;
  }
  await updateRun(db, run.id, { sha256 });
  const content = await blobContent(platform.blobs, sha256);
  if (!content) throw new UnreadableError(say(scanningWords.dump_gone));
  const { rejects, said, ...figures } = await importDump(context, { id: run.id, sourceId: source.id, complete: source.complete }, content, signal);
  await updateRun(db, run.id, { ...figures, rejects: JSON.stringify(rejects), ...keepSaid(said ?? null), status: 'finished', finished_at: new Date() });
}

async function finish(context: Context, run: RunRow, signal: AbortSignal): Promise<void> {
  const source = await selectSource(context.db, run.source_id);
  if (!source) return;
  await updateRun(context.db, run.id, { status: 'running' });
  try {
    await carryOut(context, run, source, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    // Without this the next look would be told that nothing has changed since the dump that could not be read.
    await updateSource(context.db, source.id, { etag: null, last_modified: null, checked_at: new Date() });
    await updateRun(context.db, run.id, { status: 'failed', finished_at: new Date(), ...keepSaid(saidBy(error)) });
    context.log.warn({ err: error, source: source.name }, 'advisories could not be imported');
  }
  await queueEvaluation(context);
}

/** Imports one dump that somebody gave or asked for. */
export function importJob(context: Context): Job<{ runId: number }> {
  return {
    name: importJobName,
    async run({ runId }, signal) {
      const run = await selectRun(context.db, runId);
      if (run && (run.status === 'waiting' || run.status === 'running')) await finish(context, run, signal);
    },
  };
}

/** Looks at the sources that are due. */
export function dueSourcesJob(context: Context): Job {
  return {
    name: 'look-for-advisories',
    cron: '17 * * * *',
    async run() {
      for (const { id } of await selectDueSources(context.db)) {
        const run = await insertRun(context.db, { source_id: id, requested_by: 'schedule', sha256: null });
        await updateSource(context.db, id, { checked_at: new Date() });
        await queueRun(context, run);
      }
    },
  };
}
