import * as routes from '@packhouse/contract/access/access-oauth-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { autoRedirect, loginPageVisualMode, oauthProviders } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { signInOptions } from '../external/external-settings.ts';
import { navigated } from '../external/return-to-console.ts';
import { readInvitation } from '../invitation/invitation.ts';
import { samlLink } from '../saml/saml-settings.ts';
import * as provider from './oauth-provider.ts';
import { selectProvider, selectProviders } from './oauth-queries.ts';
import { callbackAddress, oauthSignIn } from './oauth-sign-in.ts';
import { testProvider } from './try-provider.ts';

const startAddress = (name: string) => `${prefixes.consoleApi}/ui/auth/oauth/start/${encodeURIComponent(name)}`;

/** Lists what the sign-in page shows, before anybody has proved anything: names, kinds and where to go. */
async function offered(context: Context, registrationToken?: string) {
  const rows = await selectProviders(context.db);
  const query = registrationToken === undefined ? '' : `?${new URLSearchParams({ registrationToken })}`;
  return rows.filter(({ enabled }) => enabled).map(({ name, type }) => ({ name, type, url: startAddress(name) + query }));
}

export function oauthRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const signIn = oauthSignIn(context);

  handle(app, platform, routes.listOauthProviders, async (_, { request }) => ({
    items: (await selectProviders(db)).map(provider.toProvider),
    callbackUrl: callbackAddress(context, request),
  }));
  handle(app, platform, routes.createOauthProvider, ({ body }, { actor, address }) => provider.createProvider(context, body, { actor: actor.name, address }));
  handle(app, platform, routes.readOauthProvider, ({ params }) => provider.readProvider(db, params.name));
  handle(app, platform, routes.updateOauthProvider, ({ params, body }, { actor, address }) =>
    provider.changeProvider(context, params.name, body, { actor: actor.name, address }),
  );
  handle(app, platform, routes.deleteOauthProvider, ({ params }, { actor, address }) =>
    provider.deleteProvider(context, params.name, { actor: actor.name, address }),
  );
  handle(app, platform, routes.testOauthProvider, async ({ body }, { request }) => {
    const stored = body.clientSecret === undefined ? await selectProvider(db, body.name) : undefined;
    if (stored) provider.requireSameServer(stored, body);
    const secret = stored ? provider.getSecret(context, stored) : body.clientSecret || undefined;
    return { checks: await testProvider(body, secret, callbackAddress(context, request), platform.outgoing) };
  });

  handle(app, platform, routes.startOauthSignIn, ({ params, query }, { request, reply }) =>
    navigated(context, 'oauth', reply, () => signIn.start(params.name, request, reply, query.registrationToken)),
  );
  handle(app, platform, routes.finishOauthSignIn, (_, { request, reply }) => navigated(context, 'oauth', reply, () => signIn.finish(request, reply)));

  handle(app, platform, oauthProviders, async ({ query: { registrationToken } }) => {
    if (registrationToken && !(await readInvitation(context, registrationToken))) throw new AppError(accessWords.invitation_used);
    return offered(context, registrationToken || undefined);
  });
  handle(app, platform, loginPageVisualMode, async () => {
    const { externalOnly } = await signInOptions(db);
    // With nobody to go to, the form is the only way in.
    return { loginIsExternal: externalOnly && ((await samlLink(db)) !== null || (await offered(context)).length > 0) };
  });
  handle(app, platform, autoRedirect, async () => {
    const wanted = (await signInOptions(db)).autoRedirect;
    const url = wanted === 'saml' ? await samlLink(db) : ((await offered(context)).find(({ name }) => wanted === `oauth:${name}`)?.url ?? null);
    return { autoRedirect: url !== null, url };
  });
}
