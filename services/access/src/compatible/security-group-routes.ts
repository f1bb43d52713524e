import { GroupChange, type GroupDetails, NewGroup } from '@packhouse/contract/access/access-group-routes.ts';
import * as routes from '@packhouse/contract/access/access-security-routes.ts';
import type { AppError } from '@packhouse/contract/errors.ts';
import { handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { changeGroup, createGroup, deleteGroup, readGroup } from '../group/group.ts';
import { everyGroup } from '../group/group-list.ts';
import { checked } from './checked.ts';
import { readDuties, tellDuties } from './kept-duty-fields.ts';

function toSecurityGroup(group: z.output<typeof GroupDetails>, withUsers: boolean) {
  return {
    name: group.name,
    description: group.description,
    externalId: group.externalId,
    autoJoin: group.autoJoin,
    newUserDefault: group.autoJoin,
    adminPrivileges: group.administrator,
    realm: group.realm,
    realmAttributes: group.realmAttributes ?? '',
    ...tellDuties(group.keptDuties),
    ...(withUsers ? { userNames: group.members } : {}),
  };
}

function fromBody(body: routes.SecurityGroupBody) {
  const autoJoin = body.autoJoin ?? body.newUserDefault;
  return {
    ...(body.description == null ? {} : { description: body.description }),
    ...(body.externalId == null ? {} : { externalId: body.externalId }),
    ...(autoJoin === undefined ? {} : { autoJoin }),
    ...(body.adminPrivileges === undefined ? {} : { administrator: body.adminPrivileges }),
    ...(body.realmAttributes == null ? {} : { realmAttributes: body.realmAttributes }),
    ...readDuties(body),
    ...(body.userNames ? { members: body.userNames } : {}),
  };
}

export function securityGroupRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, routes.listSecurityGroups, async (_, { request }) => {
    const base = `${publicBaseUrl(request, platform.config)}/artifactory/api/security/groups`;
    return (await everyGroup(db)).map(({ name }) => ({ name, uri: `${base}/${encodeURIComponent(name)}` }));
  });
  handle(app, platform, routes.readSecurityGroup, async ({ params, query }) => toSecurityGroup(await readGroup(db, params.name), query.includeUsers));
  handle(app, platform, routes.putSecurityGroup, async ({ params, body }, { actor, address }) => {
    const by = { actor: actor.name, address };
    const existing = await readGroup(db, params.name).catch((error: AppError) => {
      if (error.code === 'group_not_found') return undefined;
      throw error;
    });
    if (existing) await changeGroup(context, params.name, checked(GroupChange, fromBody(body)), by);
    else await createGroup(context, checked(NewGroup, { name: params.name, ...fromBody(body) }), by);
  });
  handle(app, platform, routes.updateSecurityGroup, async ({ params, body }, { actor, address }) => {
    await changeGroup(context, params.name, checked(GroupChange, fromBody(body)), { actor: actor.name, address });
  });
  handle(app, platform, routes.deleteSecurityGroup, async ({ params }, { actor, address }) => {
    await deleteGroup(context, params.name, { actor: actor.name, address });
    return `Group '${params.name}' has been removed successfully.`;
  });
}
