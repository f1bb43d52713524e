import * as routes from '@packhouse/contract/access/access-crowd-routes.ts';
import { crowdSsoLogin } from '@packhouse/contract/access/auth-sso-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { signInExternal } from '../external/external-user.ts';
import { changeSettings, readProofOfSession, readSettings, testSettings } from './crowd.ts';

export function crowdRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, routes.readCrowdSettings, () => readSettings(db));
  handle(app, platform, routes.updateCrowdSettings, ({ body }, { actor, address }) => changeSettings(context, body, { actor: actor.name, address }));
  handle(app, platform, routes.testCrowd, ({ body }) => testSettings(context, body));
  handle(app, platform, crowdSsoLogin, async (_, { request, reply }) => {
    const { identity, rules } = await readProofOfSession(context, request);
    return signInExternal(context, identity, rules, { request, reply });
  });
}
