import { setTimeout as wait } from 'node:timers/promises';
import { policyWords } from '@packhouse/contract/scanning/policy-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { WantedFile } from '@packhouse/peers/gate.ts';
import type { Context } from '../context.ts';
import { evaluateThese } from './evaluate.ts';
import { type Blocking, selectBlocking, selectScan } from './gate-queries.ts';

/** Milliseconds for which a download waits for its scan, and between two looks. */
const longestWait = 15_000;
const lookEvery = 250;

type Asking = Pick<Context, 'db' | 'peers' | 'platform'>;

/** Judges a version, or waits a moment for whoever does so. */
async function judge(context: Asking, id: number): Promise<void> {
  if ((await evaluateThese(context, [id])) === 0) await wait(lookEvery);
}

/**
 * Answers how the scan of a file stands when it did not end in time; nothing when it did, or when there is nothing to scan. What was judged before waits for nobody when it is to be
 * judged anew, as everything is whenever a policy changes: what blocks it is kept until then.
 */
export async function awaitScan(context: Asking, file: WantedFile, isGone: () => boolean): Promise<Said | string | undefined> {
  const { db, peers } = context;
  for (const end = Date.now() + longestWait; ; ) {
    const scan = await selectScan(db, file);
    if (!scan && !(await peers.contents?.leads(file.repository, [file.path]))?.length) return undefined;
    const isRead = scan !== undefined && (scan.is_read || scan.state === 'not supported');
    if (isRead && !scan.unjudged) return undefined;
    if (scan?.state === 'scan failed' || isGone() || Date.now() > end) return isRead ? say(policyWords.not_judged_yet) : (scan?.state ?? 'not scanned');
    await (isRead ? judge(context, scan.id) : wait(lookEvery));
  }
}

/** What blocks a file, or will. Nothing is refused for what may be ignored or over since: what waits to be judged is judged first. */
export async function readBlocking(context: Asking, file: WantedFile, isGone: () => boolean): Promise<Blocking | undefined> {
  for (const end = Date.now() + longestWait; ; ) {
    const blocking = await selectBlocking(context.db, file);
    if (!blocking?.is_due || isGone() || Date.now() > end) return blocking;
    await judge(context, blocking.target_id);
  }
}
