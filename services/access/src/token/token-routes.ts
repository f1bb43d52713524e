import * as routes from '@packhouse/contract/access/access-token-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { orderToken } from './order.ts';
import { issueToken } from './token.ts';
import { listTokens, readToken, revokeToken } from './token-list.ts';

export function tokenRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, routes.listTokens, ({ query: { search, user, after, limit } }, { actor }) =>
    listTokens(context, actor, { search, ...(user ? { subject: user } : {}) }, after, limit),
  );

  handle(app, platform, routes.createToken, async ({ body }, { actor, address }) => {
    const order = await orderToken(context, actor, { ...body, includeReference: body.includeReferenceToken });
    const issued = await issueToken(context, order, { actor: actor.name, address });
    const stored = await readToken(context, { ...actor, name: issued.subject }, issued.id);
    return { ...stored, accessToken: issued.accessToken, referenceToken: issued.referenceToken ?? null, refreshToken: issued.refreshToken ?? null };
  });

  handle(app, platform, routes.revokeToken, ({ params }, { actor, address }) => revokeToken(context, actor, params.id, { actor: actor.name, address }));
}
