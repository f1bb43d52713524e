import { dirname } from 'node:path/posix';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { evaluationInTurns } from '../evaluation-queue.ts';
import { extractorVersion } from './scan-content.ts';
import { findRead, mostAttempts, scan } from './scan-job.ts';
import type { TargetRow } from './target.ts';
import { countAttempt, keepReadAgain, selectOutdated } from './target-queries.ts';

const jobName = 'read-again';
const doneName = `read again by ${extractorVersion}`;
const atOnce = 100;

/** The same content counts once; of an image, what one repository holds says nothing of what another one does. */
function groupByContent(targets: readonly TargetRow[]): TargetRow[][] {
  const key = (target: TargetRow) => (findRead(target) === 'image' ? `${target.sha256} ${target.repository}/${dirname(dirname(target.path))}` : target.sha256);
  return [...Map.groupBy(targets, key).values()];
}

/** Reads one content for versions that are scanned, or that could not be: where that fails, what was known of them stays. */
async function readOne(context: Context, targets: readonly TargetRow[], signal: AbortSignal): Promise<void> {
  const { db, log } = context;
  const first = targets[0]!;
  const read = findRead(first);
  if (!read) return;
  const ids = targets.map(({ id }) => id);
  // Counted before it is read: content that ends the process must not do so for ever.
  if ((await countAttempt(db, ids)) > mostAttempts) return;
  try {
    await keepReadAgain(db, ids, await scan(context, read, first, signal));
  } catch (error) {
    await countAttempt(db, ids, -1);
    if (signal.aborted) throw error;
    log.warn({ err: error, repository: first.repository, path: first.path }, 'content could not be read again, and what was known of it stays');
  }
}

/**
 * Reads what the extractors of an older version read, since those of this one may find more. Versions count as scanned meanwhile, with all that was found in them: nothing is held
 * back that was given out before. One content after the other, the newest last, so that what is published in the meantime goes first.
 */
export function readAgainJob(context: Context): Job {
  const judge = evaluationInTurns(context);
  return {
    name: jobName,
    async run(_payload, signal) {
      for (let after = 0; ; ) {
        const targets = await selectOutdated(context.db, after, atOnce, extractorVersion);
        for (const those of groupByContent(targets)) {
          signal.throwIfAborted();
          await readOne(context, those, signal);
        }
        if (targets.length > 0) await judge();
        after = targets.at(-1)?.id ?? after;
        if (targets.length < atOnce) break;
      }
      await context.db
        .insertInto('progress')
        .values({ name: doneName })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}

/** After an upgrade, has everything read again once. */
export async function queueReadAgain({ db, platform }: Pick<Context, 'db' | 'platform'>): Promise<void> {
  const done = await db.selectFrom('progress').select('name').where('name', '=', doneName).executeTakeFirst();
  if (!done) await platform.jobs.add(jobName, {}, { key: jobName });
}
