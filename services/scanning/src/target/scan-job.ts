import { createHash } from 'node:crypto';
import { dirname } from 'node:path/posix';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { FoundComponent } from '../component/component.ts';
import { componentKey, keepComponents } from '../component/component-queries.ts';
import type { Context } from '../context.ts';
import { evaluationInTurns } from '../evaluation-queue.ts';
import { UnreadableError, usualLimits } from '../inventory/limits.ts';
import { matchComponents } from '../match/match-components.ts';
import { queueRisks } from '../risk-queue.ts';
import { selectHasCycles } from '../support/support-queries.ts';
import { readAsked } from './asked.ts';
import { AbsentError, gatherImages, UnsupportedError } from './image-parts.ts';
import { listGaps, makePlan } from './plan.ts';
import { extractorVersion, type Inventory, scanContent } from './scan-content.ts';
import type { TargetRow } from './target.ts';
import { awaitScan, countAttempt, finishTargets, replaceInventory, selectSubject, selectUnfinished } from './target-queries.ts';

const scanJobName = 'scan-content';
const archivesJobName = 'scan-archives';
/** A scan that ends in a way nobody foresaw, or with the process, is tried so often. */
export const mostAttempts = 3;
const unforeseen = say(scanningWords.scan_failed_unexpectedly);

interface Scan extends Record<string, unknown> {
  sha256: string;
  read: 'image' | 'archive';
}

/** How the file of a version is read; undefined where nothing can be. */
export function findRead(target: TargetRow): Scan['read'] | undefined {
  const plan = makePlan(target);
  return 'read' in plan ? plan.read : undefined;
}

/** Archives that one job reads, one after the other: most are small, and a job costs as much as reading one. */
const together = 10;

/** Has the content of versions read, together with what a transaction writes when there is one. The same waits once. */
export async function queueScans({ platform }: Pick<Context, 'platform'>, targets: readonly TargetRow[], transaction?: AnyTransaction): Promise<void> {
  const options = transaction ? { transaction } : {};
  const contents = { image: new Set<string>(), archive: new Set<string>() };
  for (const target of targets) {
    const read = findRead(target);
    if (read) contents[read].add(target.sha256);
  }
  // Whoever queues several does it in one order, and no two wait for each other.
  const archives = [...contents.archive].sort();
  for (const sha256 of [...contents.image].sort())
    await platform.jobs.add(scanJobName, { sha256, read: 'image' }, { key: `${scanJobName} image ${sha256}`, ...options });
  for (let at = 0; at < archives.length; at += together) {
    const part = archives.slice(at, at + together);
    const key = `${archivesJobName} ${createHash('sha256').update(part.join()).digest('hex')}`;
    await platform.jobs.add(archivesJobName, { contents: part }, { key, ...options });
  }
}

/** Has the content of versions read that wait for it. */
export async function queueWaiting(context: Context, targets: readonly TargetRow[]): Promise<void> {
  const readable = targets.filter(findRead);
  await awaitScan(
    context.db,
    readable.map(({ id }) => id),
  );
  await queueScans(context, readable);
}

/** Each component once, where it was found first, with the licences that anything says of it. */
function distinct(found: readonly FoundComponent[]): FoundComponent[] {
  return [...Map.groupBy(found, ({ component }) => componentKey(component)).values()].map(([first, ...others]) => ({
    ...first!,
    licences: [...new Set([...(first!.licences ?? []), ...others.flatMap(({ licences = [] }) => licences)])],
  }));
}

async function keepInventory(context: Context, digest: string, inventory: Inventory, lacksImages: boolean): Promise<number> {
  const found = distinct(inventory.components);
  const ids = await keepComponents(
    context.db,
    found.map(({ component }) => component),
  );
  await matchComponents(context, [...ids.values()]);
  const nodes = found.map(({ component, location, layer, licences = [] }) => ({
    component_id: ids.get(componentKey(component))!,
    location: location.slice(0, 1000),
    layer: layer ?? null,
    licences,
  }));
  const partial = inventory.notes.length > 0 ? inventory.notes.join('. ') : null;
  // What lacks a part is read again when there is more of it.
  const extractor = lacksImages ? 0 : extractorVersion;
  return context.db.transaction().execute((tx) => replaceInventory(tx, { digest, extractor, partial }, nodes, inventory.platforms));
}

/** Answers the inventory of the content of a version, read now or before. What an image holds depends on the parts that its repository has. */
export async function scan(context: Context, read: Scan['read'], target: TargetRow, signal: AbortSignal): Promise<number> {
  const images = read === 'image' ? await gatherImages(context, target, usualLimits) : undefined;
  const digest = images?.subject ?? target.sha256;
  const known = await selectSubject(context.db, digest, extractorVersion);
  if (known) return known.id;
  const inventory = await scanContent(context, images ?? target, { signal });
  if (!images) {
    inventory.components.push(...(await readAsked(context, target)));
    inventory.notes.push(...listGaps(target));
  }
  return keepInventory(context, digest, inventory, images?.lacksImages ?? false);
}

/** How a scan that could not be done ends; undefined for what nobody foresaw. */
function findOutcome(error: unknown): { state: 'scan failed' | 'not supported' | 'not scanned'; said: Said } | undefined {
  if (error instanceof UnsupportedError) return { state: 'not supported', said: saidBy(error) };
  if (error instanceof AbsentError) return { state: 'not scanned', said: saidBy(error) };
  if (error instanceof UnreadableError || error instanceof AppError) return { state: 'scan failed', said: saidBy(error) };
  return undefined;
}

/** Reads the content of versions in one place, and says of each what was found. */
async function scanOne(
  context: Context,
  { read, attempts }: { read: Scan['read']; attempts: number },
  targets: readonly TargetRow[],
  signal: AbortSignal,
): Promise<void> {
  const { db } = context;
  const first = targets[0]!;
  const ids = targets.map(({ id }) => id);
  try {
    if (attempts > mostAttempts) throw new UnreadableError(unforeseen);
    await finishTargets(db, ids, { state: 'scanned', said: null, subjectId: await scan(context, read, first, signal) });
  } catch (error) {
    const outcome = findOutcome(error);
    if (signal.aborted || (!outcome && attempts < mostAttempts)) throw error;
    await finishTargets(db, ids, outcome ?? { state: 'scan failed', said: unforeseen });
    context.log.warn({ err: error, repository: first.repository, path: first.path }, 'a scan ended without a result');
  }
}

/** Tells those who may read the files that they were looked at. */
async function announceScans({ db, platform }: Context, targets: readonly TargetRow[]): Promise<void> {
  const events = targets.map(({ repository, path }) => ({ type: 'scan.finished', subject: `${repository}/${path}`, data: { repository, path } }));
  await db.transaction().execute((tx) => platform.outbox.publish(tx, ...events));
}

/** Reads some content for all versions that wait for it; answers those. */
async function scanSame(context: Context, { sha256, read }: Scan, signal: AbortSignal): Promise<readonly TargetRow[]> {
  const { db } = context;
  const targets = (await selectUnfinished(db, sha256)).filter((target) => findRead(target) === read);
  if (!targets.some(({ state }) => state === 'in progress')) return [];
  // Counted before it is read: content that ends the process must not do so for ever.
  const ids = targets.map(({ id }) => id);
  const attempts = await countAttempt(db, ids);
  // What one repository holds of an image says nothing of what another one does.
  const places = Map.groupBy(targets, (target) => (read === 'image' ? `${target.repository}/${dirname(dirname(target.path))}` : ''));
  try {
    for (const those of places.values()) await scanOne(context, { read, attempts }, those, signal);
  } catch (error) {
    if (signal.aborted) await countAttempt(db, ids, -1);
    throw error;
  }
  return targets;
}

/** Reads contents one after the other, and tells what was found. One that fails keeps no other from being read. */
async function scanAll(context: Context, judge: () => Promise<void>, scans: readonly Scan[], signal: AbortSignal): Promise<void> {
  const done: TargetRow[] = [];
  const failures: unknown[] = [];
  for (const scan of scans) {
    try {
      done.push(...(await scanSame(context, scan, signal)));
    } catch (error) {
      failures.push(error);
      if (signal.aborted) break;
    }
  }
  if (done.length > 0) {
    await announceScans(context, done);
    // What it consists of may be out of support.
    if (await selectHasCycles(context.db)) await queueRisks(context, done);
    await judge();
  }
  if (failures.length > 0) throw failures[0];
}

/** Reads some content and says of every version that waits for it what was found. */
export function scanJob(context: Context): Job<Scan> {
  const judge = evaluationInTurns(context);
  return { name: scanJobName, run: (scan, signal) => scanAll(context, judge, [scan], signal) };
}

/** Reads some archives. */
export function scanArchivesJob(context: Context): Job<{ contents: readonly string[] }> {
  const judge = evaluationInTurns(context);
  return {
    name: archivesJobName,
    run: ({ contents }, signal) =>
      scanAll(
        context,
        judge,
        contents.map((sha256) => ({ sha256, read: 'archive' })),
        signal,
      ),
  };
}
