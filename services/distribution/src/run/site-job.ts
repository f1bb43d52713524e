import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { getOrigin } from '@packhouse/kernel/database/said-columns.ts';
import type { Job, JobOptions } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { announce, audit } from '../release-bundle/announce.ts';
import { deleteReleaseBundleRow, lockReleaseBundle, selectSigned } from '../release-bundle/release-bundle-queries.ts';
import { makeReach } from '../target/reach.ts';
import { needTarget } from '../target/target-queries.ts';
import { selectRun, selectSite, selectSites } from './run-queries.ts';
import { type Progress, sendReleaseBundle, withdrawFrom } from './send-release-bundle.ts';
import { record, recordIn, requireCurrent, superseded, type Work } from './site-progress.ts';

const siteJobName = 'distribute-to-site';

/** Has a target brought as far as it should be. Under its key, so that no second job for it waits or is tried again beside this one. */
export async function queueSite({ platform }: Context, siteId: number, options: Pick<JobOptions, 'delay' | 'transaction'> = {}): Promise<void> {
  await platform.jobs.add(siteJobName, { siteId }, { ...options, key: `${siteJobName} ${siteId}` });
}

const mostAttempts = 12;
/** Targets that one process sends to at once: other jobs share its workers. */
const mostAtOnce = 2;
/** Milliseconds. */
const turnPause = 3000;
const firstPause = 1000;
const longestPause = 5 * 60_000;
/** Progress in between is written down at most this often, in milliseconds. */
const reportPause = 500;

/** Another attempt can mend these. */
const passing = new Set(['upstream_unavailable', 'unavailable', 'too_many_requests', 'internal']);

interface SiteWork extends Work {
  /** How far it came, written down or not yet. */
  latest?: Progress;
}

async function findWork({ db }: Context, siteId: number): Promise<SiteWork | undefined> {
  const site = await selectSite(db, siteId);
  const run = site && (await selectRun(db, site.run_id));
  const bundle = run && (await selectSigned(db, run.bundle_id));
  return site && run && bundle ? { site, run, bundle } : undefined;
}

const makeFigures = ({ files, bytes }: Progress) => ({ sent_files: files, sent_bytes: bytes });

function reporter(context: Context, work: SiteWork): (progress: Progress) => Promise<void> {
  let last = 0;
  return async (progress) => {
    work.latest = progress;
    const now = performance.now();
    if (last !== 0 && now - last < reportPause && progress.current !== null) return;
    last = now;
    if (!(await record(context, work, { ...makeFigures(progress), file_in_progress: progress.current }))) throw superseded(work);
  };
}

/** The target has deleted it. Once all targets of the run have, the version goes here too where that was asked for: both are written down, or neither. */
async function finishDeletion(context: Context, work: SiteWork): Promise<void> {
  const { db, storage } = context;
  const { run, bundle } = work;
  await db.transaction().execute(async (tx) => {
    const row = await lockReleaseBundle(tx, bundle.name, bundle.version);
    const isRecorded = await recordIn(context, tx, work, { status: 'Completed', error: null, said: null, finished_at: new Date() });
    if (!isRecorded || run.on_success !== 'delete' || row?.id !== bundle.id) return;
    if ((await selectSites(tx, [run.id])).some(({ status }) => status !== 'Completed')) return;
    await storage.drop({ repository: row.storing_repository, name: row.name, version: row.version }, run.created_by);
    await deleteReleaseBundleRow(tx, row.id);
    await announce(context, tx, 'deleted', row, { by: run.created_by });
    const doer = { actor: { name: run.created_by }, address: '' };
    await audit(context, tx, doer, 'release-bundle.deleted', `${row.name}/${row.version}`, { before: { type: row.type, distribution: run.id } });
  });
}

async function carryOut(context: Context, work: SiteWork, signal: AbortSignal): Promise<void> {
  const { site, run, bundle } = work;
  const target = await makeReach(context, await needTarget(context.db, site.target));
  if (run.type === 'delete') {
    await withdrawFrom(context, bundle, target, run.ordered_at, signal);
    return finishDeletion(context, work);
  }
  await sendReleaseBundle(context, bundle, target, {
    createRepositories: run.auto_create,
    orderedAt: run.ordered_at,
    report: reporter(context, work),
    requireCurrent: () => requireCurrent(context, work),
    signal,
  });
  const all = { sent_files: bundle.files, sent_bytes: bundle.bytes };
  await record(context, work, { status: 'Completed', error: null, said: null, file_in_progress: null, finished_at: new Date(), ...all });
}

async function giveUpOrWait(context: Context, work: SiteWork, attempts: number, error: unknown): Promise<void> {
  const { log } = context;
  const { site } = work;
  const known = error instanceof AppError ? error : new AppError(distributionWords.run_failed, {}, { cause: error });
  log.warn({ err: error, target: site.target, attempts }, 'a release bundle could not be sent');
  const figures = { ...(work.latest ? makeFigures(work.latest) : {}), error: known.message, said: getOrigin(saidBy(known)), file_in_progress: null };
  const canPass = passing.has(known.code) && attempts < mostAttempts;
  if (!canPass) return void (await record(context, work, { ...figures, status: 'Failed', finished_at: new Date() }));
  if (!(await record(context, work, { ...figures, status: 'In queue' }))) return;
  const delay = Math.min(firstPause * 2 ** (attempts - 1), longestPause);
  await queueSite(context, site.id, { delay });
}

async function runSite(context: Context, siteId: number, signal: AbortSignal): Promise<void> {
  const work = await findWork(context, siteId);
  if (!work || work.site.finished_at !== null) return;
  const attempts = work.site.attempts + 1;
  if (!(await record(context, work, { status: 'In progress', attempts }))) return;
  try {
    await carryOut(context, work, signal);
  } catch (error) {
    if (!signal.aborted) return giveUpOrWait(context, work, attempts, error);
    // The process stops: another goes on at once, or this one when it is back.
    if (work.latest) await record(context, work, { ...makeFigures(work.latest), status: 'In queue', file_in_progress: null });
    await queueSite(context, siteId);
  }
}

/** Brings one target as far as it should be. It may run again at any time: the target says what it has. */
export function siteJob(context: Context): Job<{ siteId: number }> {
  let running = 0;
  return {
    name: siteJobName,
    async run({ siteId }, signal) {
      if (running >= mostAtOnce) return queueSite(context, siteId, { delay: turnPause });
      running++;
      try {
        await runSite(context, siteId, signal);
      } finally {
        running--;
      }
    },
  };
}
