import type { withdrawBundle } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import type { RouteParsed } from '@packhouse/contract/route.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import { type Doer, deleteLocked, missing, needBundle, type Place, requireSame } from '../bundle/bundle.ts';
import { lockBundle } from '../bundle/bundle-rows.ts';
import { bundleResource } from '../bundle/readable-bundles.ts';
import type { Context } from '../context.ts';
import { takeOrder } from './orders.ts';

type Recall = RouteParsed<typeof withdrawBundle>['query'];

/**
 * Deletes a received version as its sender orders. That it was ordered is kept also when there is nothing to delete: what was sent before may still be
 * under way. @throws AppError `not_found`, `version_exists` (another bundle has that name and version), `conflict` (a later order sent it)
 */
export async function recallBundle(context: Context, place: Place, { dryRun, manifestSha256, orderedAt }: Recall, doer: Doer): Promise<void> {
  authorise(doer.actor, 'delete', bundleResource(place.name, place.version));
  if (dryRun) return requireSame(await needBundle(context, doer.actor, place, 'target'), manifestSha256);
  const wasHere = await context.db.transaction().execute(async (tx) => {
    if (manifestSha256 !== undefined) await takeOrder(tx, place, 'recalled', { manifestSha256, orderedAt });
    const row = await lockBundle(tx, place.name, place.version);
    if (row?.type !== 'target') return false;
    requireSame(row, manifestSha256);
    await deleteLocked(context, tx, row, doer);
    return true;
  });
  if (!wasHere) throw missing(place);
}
