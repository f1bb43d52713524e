import * as contract from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { createRule, keptRules, needRule, removeRule, toRule } from './ignore-rule.ts';

/** Has judged anew what a rule hides, before the caller is answered. */
export type Settle = () => Promise<void>;

type ListRoute = typeof contract.listIgnoreRules;
type CreateRoute = typeof contract.createIgnoreRule;
type DeleteRoute = typeof contract.deleteIgnoreRule;

function listRoute(app: FastifyInstance, context: Context, route: ListRoute): void {
  handle(app, context.platform, route, async ({ query }, { actor }) =>
    keptRules(context, actor, query.projectKey, {
      vulnerability: query.vulnerability,
      order: query.order_by,
      direction: query.direction,
      limit: query.num_of_rows,
      offset: (query.page_num - 1) * query.num_of_rows,
    }),
  );
}

function createRoute(app: FastifyInstance, context: Context, route: CreateRoute, settle: Settle): void {
  handle(app, context.platform, route, async ({ query, body }, { actor, address }) => {
    const { uuid } = await createRule(context, { actor, address }, body as z.output<typeof contract.IgnoreRuleInput>, query.projectKey);
    await settle();
    return { info: `Successfully added Ignore rule with id: ${uuid}` };
  });
}

function deleteRoute(app: FastifyInstance, context: Context, route: DeleteRoute, settle: Settle): void {
  handle(app, context.platform, route, async ({ params }, { actor, address }) => {
    await removeRule(context, { actor, address }, await needRule(context, actor, params.id));
    await settle();
  });
}

/** Ignore rules, for the console. `settle` judges what they touch before the caller is answered. */
export function ignoreRoutes(app: FastifyInstance, context: Context, settle: Settle): void {
  listRoute(app, context, contract.listIgnoreRules);
  listRoute(app, context, contract.listIgnoreRules2);
  createRoute(app, context, contract.createIgnoreRule, settle);
  deleteRoute(app, context, contract.deleteIgnoreRule, settle);
}

/** Ignore rules, for existing clients. */
export function compatibleIgnoreRoutes(app: FastifyInstance, context: Context, settle: Settle): void {
  listRoute(app, context, contract.listXrayIgnoreRules);
  createRoute(app, context, contract.createXrayIgnoreRule, settle);
  deleteRoute(app, context, contract.deleteXrayIgnoreRule, settle);
  handle(app, context.platform, contract.getXrayIgnoreRule, async ({ params }, { actor }) => toRule(await needRule(context, actor, params.id)));
}
