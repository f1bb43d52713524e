import type { withdrawReleaseBundle } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import type { RouteParsed } from '@packhouse/contract/route.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { type Doer, deleteLocked, missing, needReleaseBundle, type Place, requireSame } from '../release-bundle/release-bundle.ts';
import { lockReleaseBundle } from '../release-bundle/release-bundle-queries.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';
import { takeOrder } from './orders.ts';

type Recall = RouteParsed<typeof withdrawReleaseBundle>['query'];

/**
 * Deletes a received version as its sender orders. That it was ordered is kept also when there is nothing to delete: what was sent before may still be
 * under way. @throws AppError `not_found`, `version_exists` (another bundle has that name and version), `conflict` (a later order sent it)
 */
export async function recallReleaseBundle(context: Context, place: Place, { dryRun, manifestSha256, orderedAt }: Recall, doer: Doer): Promise<void> {
  authorise(doer.actor, 'delete', releaseBundleResource(place.name, place.version));
  if (dryRun) return requireSame(await needReleaseBundle(context, doer.actor, place, 'target'), manifestSha256);
  const wasHere = await context.db.transaction().execute(async (tx) => {
    if (manifestSha256 !== undefined) await takeOrder(tx, place, 'recalled', { manifestSha256, orderedAt });
    const row = await lockReleaseBundle(tx, place.name, place.version);
    if (row?.type !== 'target') return false;
    requireSame(row, manifestSha256);
    await deleteLocked(context, tx, row, doer);
    return true;
  });
  if (!wasHere) throw missing(place);
}
