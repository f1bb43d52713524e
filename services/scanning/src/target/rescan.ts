import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import { matchComponents } from '../match/match-components.ts';
import type { ScanningSchema } from '../schema.ts';
import { makePlan } from './plan.ts';
import { queueScan } from './scan-job.ts';
import type { TargetRow } from './target.ts';

/**
 * Reads and judges versions again. What was found stays to be seen meanwhile. Judging what is known takes transactions of its own, a few components at a
 * time, and comes to the same whoever has it done; what is asked of the queue is written together with `record`.
 */
export async function rescan(context: Context, targets: readonly TargetRow[], record: (tx: Transaction<ScanningSchema>) => Promise<void>): Promise<void> {
  await matchComponents(
    context,
    targets.flatMap(({ component_id }) => component_id ?? []),
  );
  await context.db.transaction().execute(async (tx) => {
    // Always in the same order, so that two of them do not wait for each other.
    for (const target of targets.toSorted((one, other) => one.id - other.id)) {
      if (!('read' in makePlan(target))) continue;
      // Without its inventory the content is read again; layers are not, since a layer never changes.
      await tx.updateTable('subject').set({ extractor: 0 }).where('digest', '=', target.sha256).execute();
      await tx.updateTable('target').set({ state: 'in progress', reason: null, said: null, attempts: 0 }).where('id', '=', target.id).execute();
      await queueScan(context, target, tx);
    }
    await record(tx);
  });
}
