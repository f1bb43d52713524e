import type { Readable } from 'node:stream';
import { saidBy } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { queueEvaluation } from '../evaluation-queue.ts';
import { exploitationEvent } from '../exploitation-event.ts';
import { blobContent, type Content } from '../inventory/content.ts';
import { UnreadableError } from '../inventory/limits.ts';
import { queueAllRisks } from '../risk-queue.ts';
import { importSupport } from '../support/import-support.ts';
import { download } from './download.ts';
import { importDump } from './import-dump.ts';
import { fetchIncrement } from './increment.ts';
import { importEpss, importKev } from './signals.ts';
import { insertRun, type RunRow, type SourceRow, selectDueSources, selectRun, selectSource, updateRun, updateSource } from './source-queries.ts';

const importJobName = 'import-advisories';

/** Bytes of a dump as it is fetched or uploaded. */
export const largestDump = 2 * 1024 ** 3;

/** Has a run done, together with what a transaction writes when there is one. */
export async function queueRun({ platform }: Pick<Context, 'platform'>, run: Pick<RunRow, 'id'>, transaction?: AnyTransaction): Promise<void> {
  await platform.jobs.add(importJobName, { runId: run.id }, { key: `${importJobName} ${run.id}`, ...(transaction ? { transaction } : {}) });
}

/** Everything is fetched again after this time, so that what a publisher took back without a word goes here, too. */
const wholeEvery = 7 * 24 * 60 * 60_000;
/** Progress is written down so often at most. */
const progressEvery = 1000;

/** Writes down how far a run has come, now and then. */
function keepProgress({ db, log }: Pick<Context, 'db' | 'log'>, run: RunRow, step: 'fetching' | 'reading'): (done: number, total: number | null) => void {
  let last = 0;
  return (done, total) => {
    if (Date.now() - last < progressEvery) return;
    last = Date.now();
    updateRun(db, run.id, { step, done, total }).catch((error: unknown) => log.debug({ err: error }, 'progress was not written down'));
  };
}

/** What a run takes in: a dump with everything, or what changed since. */
interface Fetched {
  sha256: string;
  isWhole: boolean;
  newest?: Date;
}

/** Keeps a dump as it comes. Answers its SHA-256. */
async function keepDump({ platform }: Pick<Context, 'platform'>, body: Readable, signal: AbortSignal): Promise<string> {
  const staged = await platform.blobs.stage(body, { limit: largestDump, signal });
  try {
    await staged.promote();
    return staged.sha256;
  } finally {
    await staged.discard();
  }
}

/** Gets a source's dump, unless it is the one we have. */
async function fetchWhole(context: Context, run: RunRow, source: SourceRow, url: string, signal: AbortSignal): Promise<Fetched | undefined> {
  const headers = {
    ...(source.etag === null ? {} : { 'if-none-match': source.etag }),
    ...(source.last_modified === null ? {} : { 'if-modified-since': source.last_modified }),
  };
  const found = await download(context, { url, headers, signal, onBytes: keepProgress(context, run, 'fetching') });
  if (!found) return undefined;
  const sha256 = await keepDump(context, found.body, signal);
  await updateSource(context.db, source.id, { etag: found.etag, last_modified: found.lastModified });
  return { sha256, isWhole: true };
}

const isPublishedInParts = ({ kind, url }: SourceRow) => kind === 'osv' && url !== null && new URL(url).pathname.endsWith('/all.zip');

/** Gets only what changed, where the publisher tells what did and not all too long ago everything was fetched; undefined otherwise. */
async function fetchChanges(context: Context, run: RunRow, source: SourceRow, url: string, signal: AbortSignal): Promise<Fetched | 'nothing' | undefined> {
  if (!isPublishedInParts(source) || source.newest === null || source.whole_at === null) return undefined;
  if (Date.now() - source.whole_at.getTime() > wholeEvery) return undefined;
  const found = await fetchIncrement(context, { url, since: source.newest, signal, onRecords: keepProgress(context, run, 'fetching') });
  if (!found) return undefined;
  if (found.count === 0) return 'nothing';
  return { sha256: await keepDump(context, found.lines, signal), isWhole: false, newest: found.newest };
}

async function fetchDump(context: Context, run: RunRow, source: SourceRow, signal: AbortSignal): Promise<Fetched | undefined> {
  if (run.sha256 !== null) return { sha256: run.sha256, isWhole: true };
  if (source.url === null) return undefined;
  const changes = await fetchChanges(context, run, source, source.url, signal);
  if (changes === 'nothing') return undefined;
  return changes ?? fetchWhole(context, run, source, source.url, signal);
}

/** How what is no list of advisories is taken in. */
const importFigures = {
  epss: (context: Context, _source: SourceRow, content: Content) => importEpss(context, content),
  kev: (context: Context, _source: SourceRow, content: Content) => importKev(context, content),
  eol: (context: Context, { id }: SourceRow, content: Content) => importSupport(context, id, content),
};

const tellExploitation = ({ db, platform }: Pick<Context, 'db' | 'platform'>, subject: string) =>
  db.transaction().execute((tx) => platform.outbox.publish(tx, { type: exploitationEvent, subject, data: {} }));

/** Takes in a dump by what its source tells. */
async function importContent(
  context: Context,
  run: RunRow,
  source: SourceRow,
  content: Content,
  { isWhole, signal }: { isWhole: boolean; signal: AbortSignal },
) {
  if (source.kind !== 'osv') {
    const figures = await importFigures[source.kind](context, source, content);
    await updateRun(context.db, run.id, { ...figures, withdrawn: 0, step: null, status: 'finished', finished_at: new Date() });
    if (source.kind === 'eol') await queueAllRisks(context);
    else if (figures.changed > 0) await tellExploitation(context, source.name);
    return undefined;
  }
  const place = { id: run.id, sourceId: source.id, complete: source.complete && isWhole };
  const onRecords = keepProgress(context, run, 'reading');
  const { rejects, said, newest, ...figures } = await importDump(context, place, content, { signal, onRecords: (done) => onRecords(done, null) });
  await updateRun(context.db, run.id, {
    ...figures,
    rejects: JSON.stringify(rejects),
    ...keepSaid(said ?? null),
    step: null,
    status: 'finished',
    finished_at: new Date(),
  });
  return newest;
}

async function carryOut(context: Context, run: RunRow, source: SourceRow, signal: AbortSignal): Promise<void> {
  const { db, platform } = context;
  const fetched = await fetchDump(context, run, source, signal);
  await updateSource(db, source.id, { checked_at: new Date() });
  if (fetched === undefined) {
    await updateRun(db, run.id, { status: 'unchanged', step: null, finished_at: new Date() });
    await updateSource(db, source.id, { good_at: new Date() });
    return;
  }
  await updateRun(db, run.id, { sha256: fetched.sha256 });
  const content = await blobContent(platform.blobs, fetched.sha256);
  if (!content) throw new UnreadableError(say(scanningWords.dump_gone));
  const read = await importContent(context, run, source, content, { isWhole: fetched.isWhole, signal });
  const newest = fetched.newest ?? read;
  await updateSource(db, source.id, { good_at: new Date(), ...(newest ? { newest } : {}), ...(fetched.isWhole ? { whole_at: new Date() } : {}) });
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
    await updateRun(context.db, run.id, { status: 'failed', step: null, finished_at: new Date(), ...keepSaid(saidBy(error)) });
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
