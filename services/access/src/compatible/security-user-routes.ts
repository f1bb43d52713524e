import * as routes from '@packhouse/contract/access/access-security-routes.ts';
import { NewUser, type User, UserChange } from '@packhouse/contract/access/access-user-routes.ts';
import type { AppError } from '@packhouse/contract/errors.ts';
import { handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { changeUser, createUser, deleteUser, readUser } from '../user/user.ts';
import { everyUser } from '../user/user-list.ts';
import { checked } from './checked.ts';
import { readDuties, tellDuties } from './kept-duty-fields.ts';

function toSecurityUser(user: User) {
  return {
    name: user.name,
    email: user.email,
    admin: user.administrator,
    profileUpdatable: user.profileUpdatable,
    disableUIAccess: !user.consoleAccess,
    internalPasswordDisabled: !user.passwordEnabled,
    ...(user.lastLoggedInAt ? { lastLoggedIn: user.lastLoggedInAt } : {}),
    lastLoggedInMillis: user.lastLoggedInAt ? Date.parse(user.lastLoggedInAt) : 0,
    realm: user.realm,
    groups: user.groups,
    ...tellDuties(user.keptDuties),
    mfaStatus: 'NONE' as const,
    status: user.status,
  };
}

/** Reads what the body says, in our words; what it leaves out is left out. */
function fromBody(body: routes.SecurityUserBody) {
  return {
    ...(body.email === undefined ? {} : { email: body.email }),
    ...(body.password === undefined ? {} : { password: body.password }),
    ...(body.admin === undefined ? {} : { administrator: body.admin }),
    ...(body.profileUpdatable === undefined ? {} : { profileUpdatable: body.profileUpdatable }),
    ...(body.disableUIAccess === undefined ? {} : { consoleAccess: !body.disableUIAccess }),
    ...(body.internalPasswordDisabled === undefined ? {} : { passwordEnabled: !body.internalPasswordDisabled }),
    ...(body.groups ? { groups: body.groups } : {}),
    ...readDuties(body),
  };
}

export function securityUserRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, routes.listSecurityUsers, async (_, { request }) => {
    const base = `${publicBaseUrl(request, platform.config)}/artifactory/api/security/users`;
    const users = await everyUser(db);
    return users.map(({ name, realm, status }) => ({ name, uri: `${base}/${encodeURIComponent(name)}`, realm, status }));
  });
  handle(app, platform, routes.readSecurityUser, async ({ params }) => toSecurityUser(await readUser(db, params.name)));
  handle(app, platform, routes.putSecurityUser, async ({ params, body }, { actor, address }) => {
    const by = { actor: actor.name, address };
    const existing = await readUser(db, params.name).catch((error: AppError) => {
      if (error.code === 'user_not_found') return undefined;
      throw error;
    });
    if (existing) await changeUser(context, params.name, checked(UserChange, fromBody(body)), by);
    else await createUser(context, checked(NewUser, { name: params.name, ...fromBody(body) }), by);
  });
  handle(app, platform, routes.updateSecurityUser, async ({ params, body }, { actor, address }) => {
    await changeUser(context, params.name, checked(UserChange, fromBody(body)), { actor: actor.name, address });
  });
  handle(app, platform, routes.deleteSecurityUser, async ({ params }, { actor, address }) => {
    await deleteUser(context, params.name, { actor: actor.name, address });
    return `User '${params.name}' has been removed successfully.`;
  });
}
