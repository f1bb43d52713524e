import * as routes from '@packhouse/contract/access/access-scim-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type HandlerContext, handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { checked } from '../compatible/checked.ts';
import type { Context } from '../context.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './scim-descriptions.ts';
import { scimErrors } from './scim-error.ts';
import { parseFilter } from './scim-filter.ts';
import { createScimGroup, deleteScimGroup, patchScimGroup, readScimGroup, replaceScimGroup, toScimGroup } from './scim-group.ts';
import type { Json } from './scim-patch.ts';
import { isWanted, projected } from './scim-projection.ts';
import { countScimGroups, countScimUsers, selectScimGroups, selectScimUsers } from './scim-queries.ts';
import { createScimUser, deleteScimUser, patchScimUser, readScimUser, replaceScimUser, toScimUser } from './scim-user.ts';

const by = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });

function readList(found: readonly Json[], total = found.length, startIndex = 1): routes.ScimList {
  return { schemas: [routes.scimUrns.list], totalResults: total, startIndex, itemsPerPage: found.length, Resources: [...found] };
}

function pageAsked({ filter, startIndex, count }: routes.ScimListQuery) {
  const start = Math.min(Math.max(1, startIndex), 2 ** 31);
  return { filter: filter ? parseFilter(filter) : undefined, start, limit: Math.min(Math.max(0, count), routes.scimPageSize) };
}

function created(resource: Json, { reply }: HandlerContext): Json {
  reply.header('location', (resource.meta as { location: string }).location);
  return resource;
}

function userRoutes(scope: FastifyInstance, context: Context, getBase: (caller: HandlerContext) => string): void {
  const { db, platform } = context;
  const { scimUsers } = routes;
  handle(scope, platform, scimUsers.list, async ({ query }, caller) => {
    const { filter, start, limit } = pageAsked(query);
    const [rows, total] = await Promise.all([selectScimUsers(db, filter, start - 1, limit), countScimUsers(db, filter)]);
    return readList(
      rows.map((row) => projected(toScimUser(row, getBase(caller)), query)),
      total,
      start,
    );
  });
  handle(scope, platform, scimUsers.create, async ({ body }, caller) =>
    created(toScimUser(await createScimUser(context, body, by(caller)), getBase(caller)), caller),
  );
  handle(scope, platform, scimUsers.read, async ({ params, query }, caller) =>
    projected(toScimUser(await readScimUser(db, params.id), getBase(caller)), query),
  );
  handle(scope, platform, scimUsers.replace, async ({ params, body }, caller) =>
    toScimUser(await replaceScimUser(context, params.id, body, by(caller)), getBase(caller)),
  );
  handle(scope, platform, scimUsers.patch, async ({ params, body }, caller) => {
    const { Operations } = checked(routes.ScimPatch, body);
    return toScimUser(await patchScimUser(context, params.id, Operations, by(caller)), getBase(caller));
  });
  handle(scope, platform, scimUsers.remove, ({ params }, caller) => deleteScimUser(context, params.id, by(caller)));
}

function groupRoutes(scope: FastifyInstance, context: Context, getBase: (caller: HandlerContext) => string): void {
  const { db, platform } = context;
  const { scimGroups } = routes;
  handle(scope, platform, scimGroups.list, async ({ query }, caller) => {
    const { filter, start, limit } = pageAsked(query);
    const [rows, total] = await Promise.all([selectScimGroups(db, filter, start - 1, limit, isWanted('members', query)), countScimGroups(db, filter)]);
    return readList(
      rows.map((row) => projected(toScimGroup(row, getBase(caller)), query)),
      total,
      start,
    );
  });
  handle(scope, platform, scimGroups.create, async ({ body }, caller) =>
    created(toScimGroup(await createScimGroup(context, body, by(caller)), getBase(caller)), caller),
  );
  handle(scope, platform, scimGroups.read, async ({ params, query }, caller) =>
    projected(toScimGroup(await readScimGroup(db, params.id, isWanted('members', query)), getBase(caller)), query),
  );
  handle(scope, platform, scimGroups.replace, async ({ params, body }, caller) =>
    toScimGroup(await replaceScimGroup(context, params.id, body, by(caller)), getBase(caller)),
  );
  handle(scope, platform, scimGroups.patch, async ({ params, body }, caller) => {
    const { Operations } = checked(routes.ScimPatch, body);
    return toScimGroup(await patchScimGroup(context, params.id, Operations, by(caller)), getBase(caller));
  });
  handle(scope, platform, scimGroups.remove, ({ params }, caller) => deleteScimGroup(context, params.id, by(caller)));
}

function descriptionRoutes(scope: FastifyInstance, { platform }: Context, getBase: (caller: HandlerContext) => string): void {
  const one = (found: readonly Json[], id: string) => {
    const resource = found.find((known) => known.id === id);
    if (!resource) throw new AppError('not_found');
    return resource;
  };
  handle(scope, platform, routes.readScimServiceProviderConfig, async (_, caller) => serviceProviderConfig(getBase(caller)));
  handle(scope, platform, routes.listScimResourceTypes, async (_, caller) => readList(resourceTypes(getBase(caller))));
  handle(scope, platform, routes.readScimResourceType, async ({ params }, caller) => one(resourceTypes(getBase(caller)), params.id));
  handle(scope, platform, routes.listScimSchemas, async (_, caller) => readList(schemas(getBase(caller))));
  handle(scope, platform, routes.readScimSchema, async ({ params }, caller) => one(schemas(getBase(caller)), params.id));
}

/** SCIM 2.0 for identity providers that push users and groups. https://www.rfc-editor.org/rfc/rfc7644 */
export function scimRoutes(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    scimErrors(scope);
    scope.addContentTypeParser(routes.scimMedia, { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'));
    scope.addHook('preHandler', async (_request, reply) => {
      reply.type(`${routes.scimMedia}; charset=utf-8`);
    });
    const getBase = ({ request }: HandlerContext) => publicBaseUrl(request, context.platform.config);
    userRoutes(scope, context, getBase);
    groupRoutes(scope, context, getBase);
    descriptionRoutes(scope, context, getBase);
  });
}
