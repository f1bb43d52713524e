import * as routes from '@packhouse/contract/access/access-ldap-routes.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { testServer } from './ldap.ts';
import { groupsToImport, importGroups } from './ldap-import.ts';
import * as setting from './ldap-setting.ts';

const by = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });

export function ldapRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, routes.listLdapServers, async () => ({ items: await setting.listServers(db) }));
  handle(app, platform, routes.createLdapServer, ({ body: { key, ...input } }, caller) => setting.createServer(context, key, input, by(caller)));
  handle(app, platform, routes.updateLdapServer, ({ params, body }, caller) => setting.changeServer(context, params.key, body, by(caller)));
  handle(app, platform, routes.deleteLdapServer, ({ params }, caller) => setting.deleteServer(context, params.key, by(caller)));
  handle(app, platform, routes.orderLdapServers, async ({ body }, caller) => ({ items: await setting.orderServers(context, body.keys, by(caller)) }));
  handle(app, platform, routes.testLdapServer, ({ body }) => testServer(context, body));

  handle(app, platform, routes.listLdapGroupSettings, async () => ({ items: await setting.listGroupSettings(db) }));
  handle(app, platform, routes.createLdapGroupSetting, ({ body: { key, ...input } }, caller) => setting.createGroupSetting(context, key, input, by(caller)));
  handle(app, platform, routes.updateLdapGroupSetting, ({ params, body }, caller) => setting.changeGroupSetting(context, params.key, body, by(caller)));
  handle(app, platform, routes.deleteLdapGroupSetting, ({ params }, caller) => setting.deleteGroupSetting(context, params.key, by(caller)));

  handle(app, platform, routes.listLdapGroups, ({ params }) => groupsToImport(context, params.key));
  handle(app, platform, routes.importLdapGroups, ({ params, body }, caller) => importGroups(context, params.key, body.names, by(caller)));
}
