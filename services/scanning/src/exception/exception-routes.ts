import * as contract from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { Settle } from '../ignore/ignore-routes.ts';
import { askException, decideException, endException, listExceptions } from './exception.ts';

/** Exceptions from policies that people ask for, and what others decide about them. */
export function exceptionRoutes(app: FastifyInstance, context: Context, settle: Settle): void {
  const { platform } = context;
  handle(app, platform, contract.listPolicyExceptions, ({ query: { state, after, limit } }, { actor }) =>
    listExceptions(context, actor, { state, after, limit }),
  );
  handle(app, platform, contract.askPolicyException, ({ params, body }, by) => askException(context, by, params.id, body));
  handle(app, platform, contract.decidePolicyException, async ({ params, body }, by) => {
    const decided = await decideException(context, by, params.id, body);
    await settle();
    return decided;
  });
  handle(app, platform, contract.endPolicyException, async ({ params }, by) => {
    const ended = await endException(context, by, params.id);
    await settle();
    return ended;
  });
}
