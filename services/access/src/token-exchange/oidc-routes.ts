import * as routes from '@packhouse/contract/access/access-oidc-routes.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { tokenExchange } from './exchange.ts';
import * as integration from './integration.ts';
import * as mapping from './mapping.ts';

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });

/** Exchange of outside tokens: trusted issuers, their rules, and the exchange itself. */
export function oidcRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const exchange = tokenExchange(context);

  handle(app, platform, routes.listOidcIntegrations, () => integration.listIntegrations(db));
  handle(app, platform, routes.createOidcIntegration, ({ body }, caller) => integration.createIntegration(context, body, nameDoer(caller)));
  handle(app, platform, routes.readOidcIntegration, async ({ params }) => (await integration.findIntegration(db, params.name)).value);
  handle(app, platform, routes.updateOidcIntegration, ({ params, body }, caller) =>
    integration.changeIntegration(context, params.name, body, nameDoer(caller)),
  );
  handle(app, platform, routes.deleteOidcIntegration, ({ params }, caller) => integration.deleteIntegration(context, params.name, nameDoer(caller)));

  handle(app, platform, routes.listOidcMappings, async ({ params }) => mapping.listMappings(db, (await integration.findIntegration(db, params.provider)).id));
  handle(app, platform, routes.createOidcMapping, ({ params, body }, caller) => mapping.createMapping(context, params.provider, body, nameDoer(caller)));
  handle(app, platform, routes.readOidcMapping, ({ params }) => mapping.readMapping(db, params.provider, params.name));
  handle(app, platform, routes.updateOidcMapping, ({ params, body }, caller) =>
    mapping.changeMapping(context, params.provider, params.name, body, nameDoer(caller)),
  );
  handle(app, platform, routes.deleteOidcMapping, ({ params }, caller) => mapping.deleteMapping(context, params.provider, params.name, nameDoer(caller)));

  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    handle(scope, platform, routes.exchangeOidcToken, ({ body }, { address }) => exchange(body, address));
  });
}
