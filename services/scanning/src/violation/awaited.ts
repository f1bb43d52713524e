import { setTimeout as wait } from 'node:timers/promises';
import { policyWords } from '@packhouse/contract/scanning/policy-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Asking, WantedFile } from '@packhouse/peers/gate.ts';
import type { Context } from '../context.ts';
import { usualLimits } from '../inventory/limits.ts';
import { AbsentError, gatherImages } from '../target/image-parts.ts';
import { takeUp } from '../target/take-up.ts';
import { evaluateThese } from './evaluate.ts';
import { type Blocking, type ScanOfFile, selectBlocking, selectScan } from './gate-queries.ts';

/** Milliseconds for which a download waits for its scan, and between two looks. */
const longestWait = 15_000;
const lookEvery = 250;

type Judging = Pick<Context, 'db' | 'peers' | 'platform'>;

/** Judges a version, or waits a moment for whoever does so. */
async function judge(context: Judging, id: number): Promise<void> {
  if ((await evaluateThese(context, [id])) === 0) await wait(lookEvery);
}

/** A file that is judged, and the one of its images that somebody wants to have. */
export interface Judged extends WantedFile {
  image?: string | undefined;
}

/** How somebody waits. */
export type Waiting = Pick<Asking, 'isGone' | 'fetch'>;

/** Whether what was read of an index is all that is here of it, and holds one of its images. Nothing has to be asked where all of them were here. */
async function holdsImage(context: Context, { repository, image }: Judged, { path, sha256, subject }: ScanOfFile): Promise<boolean> {
  if (image === undefined || subject === sha256) return true;
  try {
    const gathered = await gatherImages(context, { repository, path, sha256 }, usualLimits);
    return gathered.held.includes(image) && gathered.subject === subject;
  } catch (error) {
    if (error instanceof AbsentError) return false;
    throw error;
  }
}

/** Whether it is known what a file holds, or that nobody can know it. */
async function isReadOf(context: Context, file: Judged, scan: ScanOfFile | undefined): Promise<boolean> {
  if (!scan) return false;
  return scan.state === 'not supported' || (scan.is_read && (await holdsImage(context, file, scan)));
}

/** How a scan stands that did not end in time. */
function describeState(scan: ScanOfFile | undefined, isRead: boolean, { fetch }: Waiting): Said | string {
  if (isRead) return say(policyWords.not_judged_yet);
  const state = scan?.state ?? 'not scanned';
  return fetch && state === 'not scanned' ? say(policyWords.still_fetched) : state;
}

/** Has what a scan needs fetched, and a version taken up that nothing told of. */
async function begin(context: Context, { repository, path }: Judged, scan: ScanOfFile | undefined, { fetch }: Waiting): Promise<void> {
  fetch?.();
  if (!scan) await takeUp(context, repository, [path]);
}

/**
 * Answers how the scan of a file stands when it did not end in time; nothing when it did, or when there is nothing to scan. What was judged before waits for nobody when it is to be
 * judged anew, as everything is whenever a policy changes: what blocks it is kept until then.
 */
export async function awaitScan(context: Context, file: Judged, waiting: Waiting): Promise<Said | string | undefined> {
  const { db, peers } = context;
  let isBegun = false;
  for (const end = Date.now() + longestWait; ; ) {
    const scan = await selectScan(db, file);
    if (!scan && !(await peers.contents?.leads(file.repository, [file.path]))?.length) return undefined;
    const isRead = await isReadOf(context, file, scan);
    if (isRead && !scan?.unjudged) return undefined;
    if (!scan && peers.repositories?.peek(file.repository)?.scanned === false) return say(policyWords.not_indexed);
    const isOver = scan?.state === 'scan failed' || Date.now() > end;
    if (isOver || waiting.isGone()) return describeState(scan, isRead, waiting);
    if (isRead) await judge(context, scan!.id);
    else if (isBegun) await wait(lookEvery);
    else await begin(context, file, scan, waiting);
    isBegun ||= !isRead;
  }
}

/** What blocks a file, or will. Nothing is refused for what may be ignored or over since: what waits to be judged is judged first. */
export async function readBlocking(context: Judging, file: WantedFile, isGone: () => boolean): Promise<Blocking | undefined> {
  for (const end = Date.now() + longestWait; ; ) {
    const blocking = await selectBlocking(context.db, file);
    if (!blocking?.is_due || isGone() || Date.now() > end) return blocking;
    await judge(context, blocking.target_id);
  }
}
