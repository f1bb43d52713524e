import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import { matchComponents } from '../match/match-components.ts';
import type { ScanningSchema } from '../schema.ts';
import { makePlan } from './plan.ts';
import { queueScans } from './scan-job.ts';
import type { TargetRow } from './target.ts';
import { reopenTargets } from './target-queries.ts';

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
    const readable = targets.filter((target) => 'read' in makePlan(target));
    await reopenTargets(tx, readable);
    // The queue keeps one row a key, so that these too are taken in one order.
    await queueScans(context, readable, tx);
    await record(tx);
  });
}
