import { AppError } from '@packhouse/contract/errors.ts';
import type { Job } from '@packhouse/kernel/jobs.ts';
import type { FoundComponent } from '../component/component.ts';
import { componentKey, keepComponents } from '../component/keep-components.ts';
import type { Context } from '../context.ts';
import { UnreadableError } from '../inventory/limits.ts';
import { matchComponents } from '../match/match-components.ts';
import { planOf } from './plan.ts';
import { AbsentError, extractorVersion, type Inventory, scanContent, UnsupportedError } from './scan-content.ts';
import type { TargetRow } from './target.ts';
import { countAttempt, finishTargets, replaceInventory, selectSubject, selectTarget } from './target-queries.ts';

const scanJobName = 'scan-content';
/** A scan that ends in a way nobody foresaw is tried again so often. */
const mostAttempts = 3;

/** Has the content of a version read; the same content waits once. */
export async function queueScan({ platform }: Pick<Context, 'platform'>, { id, sha256 }: Pick<TargetRow, 'id' | 'sha256'>): Promise<void> {
  await platform.jobs.add(scanJobName, { targetId: id }, { key: `${scanJobName} ${sha256}` });
}

/** Each component once, where it was found first. */
function distinct(found: readonly FoundComponent[]): FoundComponent[] {
  return [...new Map(found.toReversed().map((one) => [componentKey(one.component), one])).values()];
}

async function keepInventory(context: Context, digest: string, inventory: Inventory): Promise<number> {
  const found = distinct(inventory.components);
  const ids = await keepComponents(
    context.db,
    found.map(({ component }) => component),
  );
  await matchComponents(context, [...ids.values()]);
  const nodes = found.map(({ component, location, layer }) => ({
    component_id: ids.get(componentKey(component))!,
    location: location.slice(0, 1000),
    layer: layer ?? null,
  }));
  const partial = inventory.notes.length > 0 ? inventory.notes.join('. ') : null;
  return context.db.transaction().execute((tx) => replaceInventory(tx, { digest, extractor: extractorVersion, partial }, nodes));
}

async function scan(context: Context, target: TargetRow, read: 'image' | 'archive', signal: AbortSignal): Promise<void> {
  const known = await selectSubject(context.db, target.sha256, extractorVersion);
  const subjectId = known?.id ?? (await keepInventory(context, target.sha256, await scanContent(context, { read, sha256: target.sha256 }, { signal })));
  await finishTargets(context.db, target.sha256, { state: 'scanned', reason: null, subjectId });
}

/** How a scan that could not be done ends; undefined for what nobody foresaw. */
function outcomeOf(error: unknown): { state: 'scan failed' | 'not supported' | 'not scanned'; reason: string } | undefined {
  if (error instanceof UnsupportedError) return { state: 'not supported', reason: error.message };
  if (error instanceof AbsentError) return { state: 'not scanned', reason: error.message };
  if (error instanceof UnreadableError || error instanceof AppError) return { state: 'scan failed', reason: error.message };
  return undefined;
}

/** Reads one version's content and says what was found. */
export function scanJob(context: Context): Job<{ targetId: number }> {
  return {
    name: scanJobName,
    async run({ targetId }, signal) {
      const target = await selectTarget(context.db, targetId);
      const plan = target && planOf(target);
      if (target?.state !== 'in progress' || !plan || !('read' in plan)) return;
      try {
        await scan(context, target, plan.read, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        const outcome = outcomeOf(error);
        if (!outcome && (await countAttempt(context.db, target.id)) < mostAttempts) throw error;
        await finishTargets(context.db, target.sha256, outcome ?? { state: 'scan failed', reason: 'It could not be read; the log of the service says why' });
        context.log.warn({ err: error, repository: target.repository, path: target.path }, 'a scan ended without a result');
      }
    },
  };
}
