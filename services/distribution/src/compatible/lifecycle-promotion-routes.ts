import * as contract from '@packhouse/contract/distribution/lifecycle-promotion-compatible-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findPromotion, findPromotions, forgetPromotion, orderPromotion, type PromotionRecord, promoteNow } from '../promotion/promotion.ts';
import { needReleaseBundle, type Place } from '../release-bundle/release-bundle.ts';
import { requireChosenKey, requireNoProject, requireStore, serviceId } from './lifecycle-place.ts';

const createdAt = ({ created_millis: millis }: PromotionRecord) => new Date(millis).toISOString();

const toMessages = ({ message, finished_at: at }: PromotionRecord) =>
  message === null ? [] : [{ source: 'distribution', text: message, created: (at ?? new Date()).toISOString() }];

const toListed = (context: Context, row: PromotionRecord, withMessages: boolean): contract.LifecyclePromotion => ({
  status: row.status,
  repository_key: row.storing_repository,
  release_bundle_name: row.name,
  release_bundle_version: row.version,
  environment: row.environment,
  service_id: serviceId(context),
  created_by: row.created_by,
  created: createdAt(row),
  created_millis: row.created_millis,
  ...(withMessages ? { messages: toMessages(row) } : {}),
});

async function list(context: Context, actor: Actor, at: { name: string; version?: string }, query: contract.LifecyclePromotionListing) {
  requireNoProject(query);
  const { offset, limit, order_by: orderBy, order_asc: ascending, filter_by: environment } = query;
  const { rows, total } = await findPromotions(context, { actor }, { ...at, environment }, { offset, limit, orderBy, ascending: ascending === 'true' });
  return { promotions: rows.map((row) => toListed(context, row, query.include !== '')), total, limit, offset };
}

const toKeys = (keys: readonly string[]) => (keys.length === 0 ? undefined : [...keys]);

const toOrdered = (row: PromotionRecord) => ({
  repository_key: row.storing_repository,
  release_bundle_name: row.name,
  release_bundle_version: row.version,
  environment: row.environment,
  included_repository_keys: toKeys(row.included),
  excluded_repository_keys: toKeys(row.excluded),
  created: createdAt(row),
  created_millis: row.created_millis,
});

/** Promotions of release bundles in their second version, as existing clients call them. */
export function lifecyclePromotionRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  const requirePlace = async (place: Place, query: { project?: string | undefined; repository_key?: string | undefined }, actor: Actor) => {
    requireNoProject(query);
    requireStore(query.repository_key, await needReleaseBundle(context, actor, place));
  };

  handle(app, platform, contract.promoteLifecycleReleaseBundle, async ({ params, query, body }, call) => {
    await requirePlace(params, query, call.actor);
    await requireChosenKey(context, call.request);
    const order = {
      environment: body.environment,
      operation: query.operation,
      included: body.included_repository_keys ?? [],
      excluded: body.excluded_repository_keys ?? [],
    };
    if (query.async !== 'true') return toOrdered(await promoteNow(context, params, order, call));
    const ordered = toOrdered(await orderPromotion(context, params, order, call));
    call.reply.code(202).send(ordered);
    return ordered;
  });

  handle(app, platform, contract.listLifecyclePromotions, async ({ params, query }, { actor }) => {
    await needReleaseBundle(context, actor, params);
    return list(context, actor, params, query);
  });

  handle(app, platform, contract.listLifecyclePromotionsOfName, ({ params, query }, { actor }) => list(context, actor, params, query));

  handle(app, platform, contract.readLifecyclePromotion, async ({ params }, call) => {
    const row = await findPromotion(context, call, params, Number(params.millis));
    return { status: row.status, messages: toMessages(row) };
  });

  handle(app, platform, contract.deleteLifecyclePromotion, async ({ params, query }, call) => {
    await requirePlace(params, query, call.actor);
    await forgetPromotion(context, params, Number(params.millis), call);
  });
}
