import type { Follower } from '@packhouse/kernel/events/followers.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { evaluationJobName, queueEvaluation } from '../evaluation-queue.ts';
import type { ScanningSchema } from '../schema.ts';
import { evaluateSome, evaluateThese } from './evaluate.ts';
import { awaitOthers, awaitOthersOf, markDescribed, markLapsed, markRepository, selectNewestMark } from './evaluation-queries.ts';
import { deleteClosed, deleteOldHours, foldTallies } from './keep-queries.ts';

/** Versions that a request judges itself, so that what it did holds when it is answered; the rest follows. */
const mostAtOnce = 2000;

/** So many judge beside each other: while the database writes what one has judged, another one reads and thinks. */
const lanes = 2;

/** Judges all that waits; answers how many versions those were. */
async function judgeAll(context: Context, signal: AbortSignal): Promise<number> {
  let judged = 0;
  const judge = async () => {
    for (let some = await evaluateSome(context); some > 0; some = await evaluateSome(context)) {
      judged += some;
      signal.throwIfAborted();
    }
  };
  // What one cannot judge keeps the others from nothing.
  const ends = await Promise.allSettled(Array.from({ length: lanes }, judge));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return judged;
}

/** Judges what waits for it. It comes round every minute, for what changes by the clock and for what a process could not ask for any more. */
export function evaluationJob(context: Context): Job {
  return {
    name: evaluationJobName,
    cron: '* * * * *',
    async run(_payload, signal) {
      await markLapsed(context.db);
      const judged = await judgeAll(context, signal);
      // Whatever changes what was found has it judged.
      if (judged > 0) await context.peers.insight?.lookAtFindings();
      await foldTallies(context.db);
    },
  };
}

/** A request waits so many times at most for others that judge what it changed. */
const mostWaits = 5;

/**
 * Judges here and now what a request changed, up to a bound, and has the rest judged. Others may judge part of it at the same time, as the judging of every
 * minute does: what they hold is waited for, since until they are done nobody sees what it came to.
 */
export async function settle(context: Pick<Context, 'db' | 'peers' | 'platform'>): Promise<void> {
  const newest = await selectNewestMark(context.db);
  if (newest === undefined) return;
  for (let done = 0, waits = 0; done < mostAtOnce && waits < mostWaits; ) {
    const count = await evaluateSome(context);
    done += count;
    if (count > 0) continue;
    if (!(await awaitOthers(context.db, newest))) return;
    waits++;
  }
  await queueEvaluation(context);
}

/**
 * Judges some versions, builds and release bundles here and now where they wait for it, and waits for others that do so; whatever else waits, before or behind them. Answers whether
 * none of them waits any more: what changes at every moment may do so still.
 */
export async function settleThese(context: Pick<Context, 'db' | 'peers' | 'platform'>, ids: readonly number[]): Promise<boolean> {
  for (let done = 0, waits = 0; done < Math.max(mostAtOnce, ids.length) && waits < mostWaits; ) {
    const count = await evaluateThese(context, ids);
    done += count;
    if (count > 0) continue;
    if (!(await awaitOthersOf(context.db, ids))) return true;
    waits++;
  }
  return false;
}

/** Days for which a violation that is over is kept. */
const keptFor = 180;
const forgottenAtOnce = 5000;

/** Forgets what has been over for long. */
export function forgetViolationsJob({ db }: Pick<Context, 'db'>): Job {
  return {
    name: 'forget-violations',
    cron: '40 2 * * *',
    async run(_payload, signal) {
      while ((await deleteClosed(db, keptFor, forgottenAtOnce)) === forgottenAtOnce) signal.throwIfAborted();
      await deleteOldHours(db, keptFor);
    },
  };
}

/** Hears when a repository comes, goes, or belongs to another project, which decides about watches. */
export function repositoryFollower(context: Context): Follower<ScanningSchema> {
  const { db, platform } = context;
  return {
    name: 'scanning.watches',
    types: ['repository.created', 'repository.updated', 'repository.deleted'],
    gather: 300,
    db,
    async take(events, transaction) {
      for (const key of new Set(events.map(({ subject }) => subject))) await markRepository(transaction, key);
      await queueEvaluation({ platform }, { transaction });
    },
  };
}

/** Hears what is said of files otherwise than before, which decides about watches that look at properties. */
export function propertyFollower(context: Context): Follower<ScanningSchema> {
  const { db, platform } = context;
  return {
    name: 'scanning.properties',
    types: ['artifact.properties.changed'],
    gather: 300,
    db,
    async take(events, transaction) {
      for (const { data } of events) await markDescribed(transaction, String(data.repository), { path: String(data.path), recursive: data.recursive === true });
      await queueEvaluation({ platform }, { transaction });
    },
  };
}
