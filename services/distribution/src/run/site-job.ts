import { AppError } from '@packhouse/contract/errors.ts';
import type { Job, JobOptions } from '@packhouse/kernel/jobs.ts';
import { announce, placeOf } from '../bundle/announce.ts';
import { type BundleRow, deleteBundleRow, lockBundle, selectSigned } from '../bundle/bundle-rows.ts';
import type { Context } from '../context.ts';
import { needTarget, reachOf } from '../target/target-rows.ts';
import { type RunRow, type SiteRow, selectRun, selectSite, selectSites, updateSite } from './run-rows.ts';
import { type Progress, sendBundle, withdrawFrom } from './send-bundle.ts';

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

/** What another attempt can mend. */
const passing = new Set(['upstream_unavailable', 'unavailable', 'too_many_requests', 'internal']);

interface Work {
  site: SiteRow;
  run: RunRow;
  bundle: BundleRow;
  /** How far it came, written down or not yet. */
  latest?: Progress;
}

async function findWork({ db }: Context, siteId: number): Promise<Work | undefined> {
  const site = await selectSite(db, siteId);
  const run = site && (await selectRun(db, site.run_id));
  const bundle = run && (await selectSigned(db, run.bundle_id));
  return site && run && bundle ? { site, run, bundle } : undefined;
}

/** Writes the change down and tells those who may read the bundle, together. */
async function record({ db, platform }: Context, { site, run, bundle }: Work, change: Parameters<typeof updateSite>[2]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await updateSite(tx, site.id, change);
    await platform.outbox.publish(tx, {
      type: 'distribution.progress',
      subject: String(run.id),
      data: {
        ...placeOf(bundle),
        id: String(run.id),
        bundle: bundle.name,
        version: bundle.version,
        target: site.target,
        status: change.status ?? 'In progress',
        distributedFiles: change.sent_files ?? site.sent_files,
        totalFiles: site.total_files,
      },
    });
  });
}

const figuresOf = ({ files, bytes }: Progress) => ({ sent_files: files, sent_bytes: bytes });

function reporter(context: Context, work: Work): (progress: Progress) => Promise<void> {
  let last = 0;
  return async (progress) => {
    work.latest = progress;
    const now = performance.now();
    if (last !== 0 && now - last < reportPause && progress.current !== null) return;
    last = now;
    await record(context, work, { ...figuresOf(progress), file_in_progress: progress.current });
  };
}

/** Deletes the version here once all targets have deleted it. */
async function deleteSource(context: Context, { run, bundle }: Work): Promise<void> {
  const { db, storage } = context;
  await db.transaction().execute(async (tx) => {
    const row = await lockBundle(tx, bundle.name, bundle.version);
    const sites = await selectSites(tx, [run.id]);
    if (row?.id !== bundle.id || sites.some(({ status }) => status !== 'Completed')) return;
    await storage.drop({ repository: row.storing_repository, name: row.name, version: row.version }, run.created_by);
    await deleteBundleRow(tx, row.id);
    await announce(context, tx, 'deleted', row);
  });
}

async function carryOut(context: Context, work: Work, signal: AbortSignal): Promise<void> {
  const { site, run, bundle } = work;
  const target = reachOf(context, await needTarget(context.db, site.target));
  if (run.type === 'delete') await withdrawFrom(context, bundle, target, signal);
  else await sendBundle(context, bundle, target, { createRepositories: run.auto_create, report: reporter(context, work), signal });
  const all = { sent_files: bundle.files, sent_bytes: bundle.bytes };
  await record(context, work, { status: 'Completed', error: null, file_in_progress: null, finished_at: new Date(), ...(run.type === 'delete' ? {} : all) });
  if (run.type === 'delete' && run.on_success === 'delete') await deleteSource(context, work);
}

async function giveUpOrWait(context: Context, work: Work, attempts: number, error: unknown): Promise<void> {
  const { log } = context;
  const { site } = work;
  const known = error instanceof AppError ? error : new AppError('internal', { message: 'Something went wrong; the log says more', cause: error });
  log.warn({ err: error, target: site.target, attempts }, 'a release bundle could not be sent');
  const figures = { ...(work.latest ? figuresOf(work.latest) : {}), error: known.message, file_in_progress: null };
  const canPass = passing.has(known.code) && attempts < mostAttempts;
  if (!canPass) return record(context, work, { ...figures, status: 'Failed', finished_at: new Date() });
  await record(context, work, { ...figures, status: 'In queue' });
  const delay = Math.min(firstPause * 2 ** (attempts - 1), longestPause);
  await queueSite(context, site.id, { delay });
}

async function runSite(context: Context, siteId: number, signal: AbortSignal): Promise<void> {
  const work = await findWork(context, siteId);
  if (!work || work.site.finished_at !== null) return;
  const attempts = work.site.attempts + 1;
  await record(context, work, { status: 'In progress', attempts });
  try {
    await carryOut(context, work, signal);
  } catch (error) {
    if (!signal.aborted) return giveUpOrWait(context, work, attempts, error);
    // The process stops: another goes on at once, or this one when it is back.
    if (work.latest) await record(context, work, { ...figuresOf(work.latest), status: 'In queue', file_in_progress: null });
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
