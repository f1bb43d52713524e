import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import type { PromotionOperation } from '@packhouse/contract/distribution/promotion-routes.ts';
import { promotionWords } from '@packhouse/contract/distribution/promotion-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { announce, audit } from '../release-bundle/announce.ts';
import { type Doer, missing, needReleaseBundle, type Place } from '../release-bundle/release-bundle.ts';
import { lockReleaseBundle, selectFiles } from '../release-bundle/release-bundle-queries.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';
import { carryOutPromotion, queuePromotion } from './promotion-job.ts';
import {
  deleteFinished,
  insertPromotion,
  type PromotionRow,
  selectLastCompleted,
  selectPromotion,
  selectPromotionAt,
  selectPromotions,
} from './promotion-queries.ts';
import { findReceivers, placeFiles, requireReceived } from './receivers.ts';

/** A promotion as it is written down, with the version that it is of. */
export type PromotionRecord = PromotionRow;

export interface PromotionOrder {
  environment: string;
  included: readonly string[];
  excluded: readonly string[];
  operation: PromotionOperation;
}

/** Milliseconds after which the job goes on with what somebody waited for and a dying process left. */
const rescuePause = 60_000;

/** Whoever orders it has the rights for all of it: the version may be promoted, every file may go to its places and leave others. */
export async function orderPromotion(context: Context, at: Place, order: PromotionOrder, doer: Doer, delay = 0): Promise<PromotionRecord> {
  const { db, storage } = context;
  authorise(doer.actor, 'annotate', releaseBundleResource(at.name, at.version));
  const bundle = await needReleaseBundle(context, doer.actor, at);
  if (bundle.state !== 'SIGNED' || bundle.incoming) throw new AppError(distributionWords.bundle_unsigned, { name: at.name, version: at.version });
  await context.peers.admitReleaseBundle?.(at, 'promotion');
  const files = await selectFiles(db, bundle.id);
  const receivers = requireReceived(await findReceivers(context, order), files, order.environment);
  const id = await db.transaction().execute(async (tx) => {
    if ((await lockReleaseBundle(tx, at.name, at.version))?.id !== bundle.id) throw missing(at);
    const leaves = order.operation === 'move' ? ((await selectLastCompleted(tx, bundle.id))?.receivers ?? null) : null;
    const { replaces } = await storage.considerPromotion(placeFiles({ ...bundle, ...order, receivers, leaves }, files), doer.actor);
    const row = await insertPromotion(tx, {
      bundle_id: bundle.id,
      environment: order.environment,
      operation: order.operation,
      included: [...order.included],
      excluded: [...order.excluded],
      receivers: JSON.stringify(receivers),
      leaves: leaves && JSON.stringify(leaves),
      replaces,
      message: null,
      created_by: doer.actor.name,
    });
    await announce(context, tx, 'promotion-started', bundle, { by: doer.actor.name, environment: order.environment });
    await queuePromotion(context, tx, row.id, delay);
    const after = { environment: order.environment, operation: order.operation, repositories: receivers.map(({ key }) => key) };
    await audit(context, tx, doer, 'release-bundle.promoted', `${at.name}/${at.version}`, { after });
    return row.id;
  });
  return needPromotion(context, at, id);
}

async function needPromotion({ db }: Context, { name, version }: Place, id: number): Promise<PromotionRecord> {
  const row = await selectPromotion(db, id);
  if (!row) throw new AppError(promotionWords.no_promotion, { name, version });
  return row;
}

/** Carries it out and answers when it is done. @throws AppError why it failed, which stands in the list of promotions, too */
export async function promoteNow(context: Context, at: Place, order: PromotionOrder, doer: Doer): Promise<PromotionRecord> {
  const { id } = await orderPromotion(context, at, order, doer, rescuePause);
  const failure = await carryOutPromotion(context, id);
  if (failure) throw failure;
  return needPromotion(context, at, id);
}

/** By the moment of its order. @throws AppError `not_found` */
export async function findPromotion(context: Context, doer: Pick<Doer, 'actor'>, at: Place, millis: number): Promise<PromotionRecord> {
  const bundle = await needReleaseBundle(context, doer.actor, at);
  const row = await selectPromotionAt(context.db, bundle.id, millis);
  if (!row) throw new AppError(promotionWords.no_promotion, { name: at.name, version: at.version });
  return row;
}

/** Promotions of a bundle, as far as the actor may read its versions. */
export function findPromotions(
  { db }: Context,
  { actor }: Pick<Doer, 'actor'>,
  filter: Parameters<typeof selectPromotions>[2],
  part: Parameters<typeof selectPromotions>[3],
) {
  return selectPromotions(db, actor, filter, part);
}

/** Forgets that the version was promoted; files stay where they are. @throws AppError `conflict` while it is under way */
export async function forgetPromotion(context: Context, at: Place, millis: number, doer: Doer): Promise<void> {
  authorise(doer.actor, 'delete', releaseBundleResource(at.name, at.version));
  const row = await findPromotion(context, doer, at, millis);
  await context.db.transaction().execute(async (tx) => {
    if (!(await deleteFinished(tx, row.id))) throw new AppError(promotionWords.promotion_under_way);
    const before = { environment: row.environment, createdMillis: millis };
    await audit(context, tx, doer, 'release-bundle.promotion-deleted', `${at.name}/${at.version}`, { before });
  });
}
