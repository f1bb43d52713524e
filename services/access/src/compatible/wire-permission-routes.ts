import * as wire from '@packhouse/contract/access/access-compatible-permission-routes.ts';
import { type Permission, PermissionChange, PermissionInput } from '@packhouse/contract/access/access-permission-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type HandlerContext, handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { changePermission, createPermission, deletePermission, readPermission } from '../permission/permission.ts';
import { everyPermission, readPermissionNames } from '../permission/permission-list.ts';
import { checked } from './checked.ts';
import { fromFirstPermission, toFirstPermission } from './security-permission.ts';
import { cutPage, readCursor } from './wire-page.ts';
import { readType, replaceTypes, tellResource, toWirePermission } from './wire-permission.ts';

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });

/** What a permission says about a type, or a refusal where it says nothing. */
function needResource(permission: Permission, type: string): wire.WireResource {
  const found = tellResource(permission, readType(type, 'params.type'));
  if (!found) throw new AppError('permission_not_found');
  return found;
}

function firstPermissions(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, wire.listFirstPermissions, async (_, { request }) => {
    const base = `${publicBaseUrl(request, platform.config)}/artifactory/api/security/permissions`;
    const about = (await everyPermission(db)).filter(({ sections }) => sections.some(({ resourceType }) => resourceType === 'repository'));
    return about.map(({ name }) => ({ name, uri: `${base}/${encodeURIComponent(name)}` }));
  });
  handle(app, platform, wire.readFirstPermission, async ({ params }) => toFirstPermission(await readPermission(db, params.name)));
  handle(app, platform, wire.putFirstPermission, async ({ params, body }, call) => {
    const section = fromFirstPermission(body);
    const existing = await readPermission(db, params.name).catch((error: AppError) => {
      if (error.code === 'permission_not_found') return undefined;
      throw error;
    });
    if (!existing) await createPermission(context, checked(PermissionInput, { name: params.name, sections: [section] }), nameDoer(call));
    else {
      const others = (before: Permission) => before.sections.filter(({ resourceType }) => resourceType !== 'repository');
      const wanted = (before: Permission) => checked(PermissionChange, { sections: [section, ...others(before)] });
      await changePermission(context, params.name, wanted, nameDoer(call));
    }
  });
  handle(app, platform, wire.deleteFirstPermission, async ({ params }, call) => {
    await deletePermission(context, params.name, nameDoer(call));
    return `Permission '${params.name}' has been removed successfully.`;
  });
}

export function wirePermissionRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  firstPermissions(app, context);
  const change = (name: string, resources: wire.WireResources, call: HandlerContext) =>
    changePermission(context, name, (before) => checked(PermissionChange, { sections: replaceTypes(before.sections, resources) }), nameDoer(call));

  handle(app, platform, wire.wireListPermissions, async ({ query }, { request }) => {
    const { limit, descendingOrder: descending } = query;
    const page = cutPage(await readPermissionNames(db, { cursor: readCursor(query.cursor), limit: limit + 1, descending }), limit);
    const base = `${publicBaseUrl(request, platform.config)}/access/api/v2/permissions`;
    const permissions = page.rows.map(({ name }) => ({ name, uri: `${base}/${encodeURIComponent(name)}` }));
    return { permissions, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) };
  });
  handle(app, platform, wire.wireCreatePermission, async ({ body }, call) => {
    const input = checked(PermissionInput, { name: body.name, sections: replaceTypes([], body.resources) });
    return toWirePermission(await createPermission(context, input, nameDoer(call)));
  });
  handle(app, platform, wire.wireReadPermission, async ({ params }) => toWirePermission(await readPermission(db, params.name)));
  handle(app, platform, wire.wireUpdatePermission, async ({ params, body }, call) => toWirePermission(await change(params.name, body.resources, call)));
  handle(app, platform, wire.wireDeletePermission, ({ params }, call) => deletePermission(context, params.name, nameDoer(call)));

  handle(app, platform, wire.wireReadResource, async ({ params }) => needResource(await readPermission(db, params.name), params.type));
  handle(app, platform, wire.wirePutResource, async ({ params, body }, call) =>
    needResource(await change(params.name, { [params.type]: body }, call), params.type),
  );
  handle(app, platform, wire.wireDeleteResource, async ({ params }, call) => {
    needResource(await readPermission(db, params.name), params.type);
    await change(params.name, { [params.type]: null }, call);
  });
}
