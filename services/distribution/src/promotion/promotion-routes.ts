import * as contract from '@packhouse/contract/distribution/promotion-routes.ts';
import { authorise, isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import { tellSaid } from '@packhouse/kernel/database/said-columns.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { needReleaseBundle } from '../release-bundle/release-bundle.ts';
import { selectFiles } from '../release-bundle/release-bundle-queries.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';
import { promoteNow } from './promotion.ts';
import { type PromotionRow, selectPromotionsOfVersion } from './promotion-queries.ts';
import { findReceivers } from './receivers.ts';

const shownPromotions = 50;

const toPromotion = (row: PromotionRow): contract.Promotion => ({
  createdMillis: row.created_millis,
  environment: row.environment,
  operation: row.operation,
  repositories: row.receivers.map(({ key }) => key),
  status: row.status,
  ...(row.message === null ? {} : { said: { message: row.message, ...tellSaid(row) } }),
  createdBy: row.created_by,
  createdAt: new Date(row.created_millis).toISOString(),
  ...(row.finished_at === null ? {} : { finishedAt: row.finished_at.toISOString() }),
});

/** Promotions of release bundles to environments, for the console. */
export function promotionRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.listPromotions, async ({ params }, { actor }) => {
    const { id } = await needReleaseBundle(context, actor, params);
    return { items: (await selectPromotionsOfVersion(db, id, shownPromotions)).map(toPromotion) };
  });

  handle(app, platform, contract.considerPromotion, async ({ params, query }, { actor }) => {
    authorise(actor, 'annotate', releaseBundleResource(params.name, params.version));
    const { id } = await needReleaseBundle(context, actor, params);
    const formats = new Set((await selectFiles(db, id)).map(({ format }) => format));
    const receivers = await findReceivers(context, { environment: query.environment, included: [], excluded: [] });
    const mayPut = ({ key }: { key: string }) => isAllowed(actor, 'deploy', repositoryResource({ key, class: 'local', environments: [query.environment] }));
    return { repositories: receivers.filter((one) => formats.has(one.format) && mayPut(one)) };
  });

  handle(app, platform, contract.promoteReleaseBundle, async ({ params, body }, call) => toPromotion(await promoteNow(context, params, body, call)));
}
