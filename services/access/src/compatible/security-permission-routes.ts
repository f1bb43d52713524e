import { type Permission, PermissionChange, PermissionInput } from '@packhouse/contract/access/access-permission-routes.ts';
import * as routes from '@packhouse/contract/access/access-security-routes.ts';
import { handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { changePermission, createPermission, deletePermission, readPermission } from '../permission/permission.ts';
import { everyPermission } from '../permission/permission-list.ts';
import { checked } from './checked.ts';
import { fromSecurityPermission, isUnspoken, toSecurityPermission } from './security-permission.ts';

export function securityPermissionRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, routes.listSecurityPermissions, async (_, { request }) => {
    const base = `${publicBaseUrl(request, platform.config)}/artifactory/api/v2/security/permissions`;
    return (await everyPermission(db)).map(({ name }) => ({ name, uri: `${base}/${encodeURIComponent(name)}` }));
  });
  handle(app, platform, routes.readSecurityPermission, async ({ params }) => toSecurityPermission(await readPermission(db, params.name)));
  handle(app, platform, routes.createSecurityPermission, async ({ params, body }, { actor, address }) => {
    const input = checked(PermissionInput, { name: params.name, sections: fromSecurityPermission(body) });
    await createPermission(context, input, { actor: actor.name, address });
  });
  handle(app, platform, routes.updateSecurityPermission, async ({ params, body }, { actor, address }) => {
    // What these clients have no words for stays.
    const change = ({ sections }: Permission) => checked(PermissionChange, { sections: [...fromSecurityPermission(body), ...sections.filter(isUnspoken)] });
    await changePermission(context, params.name, change, { actor: actor.name, address });
  });
  handle(app, platform, routes.deleteSecurityPermission, async ({ params }, { actor, address }) => {
    await deletePermission(context, params.name, { actor: actor.name, address });
    return `Permission '${params.name}' has been removed successfully.`;
  });
}
