import type { Context } from '../context.ts';
import { matchComponents } from '../match/match-components.ts';
import { planOf } from './plan.ts';
import { queueScan } from './scan-job.ts';
import type { TargetRow } from './target.ts';

/** Reads and judges versions again. What was found stays to be seen meanwhile. */
export async function rescan(context: Context, targets: readonly TargetRow[]): Promise<void> {
  const { db } = context;
  await matchComponents(
    context,
    targets.flatMap(({ component_id }) => component_id ?? []),
  );
  for (const target of targets) {
    if (!('read' in planOf(target))) continue;
    // Without its inventory the content is read again; layers are not, since a layer never changes.
    await db.updateTable('subject').set({ extractor: 0 }).where('digest', '=', target.sha256).execute();
    await db.updateTable('target').set({ state: 'in progress', reason: null, attempts: 0 }).where('id', '=', target.id).execute();
    await queueScan(context, target);
  }
}
