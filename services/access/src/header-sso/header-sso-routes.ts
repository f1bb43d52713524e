import * as routes from '@packhouse/contract/access/access-header-sso-routes.ts';
import { httpSsoLogin } from '@packhouse/contract/access/auth-sso-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { signInExternal } from '../external/external-user.ts';
import { changeSettings, readProof, readSettings, toldBy } from './header-sso.ts';

export function headerSsoRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, routes.readHeaderSsoSettings, () => readSettings(db));
  handle(app, platform, routes.updateHeaderSsoSettings, ({ body }, { actor, address }) => changeSettings(context, body, { actor: actor.name, address }));
  handle(app, platform, routes.testHeaderSso, async ({ body }, { request }) => toldBy(request, body));
  handle(app, platform, httpSsoLogin, async (_, { request, reply }) => {
    const { identity, rules } = await readProof(context, request);
    return signInExternal(context, identity, rules, { request, reply });
  });
}
