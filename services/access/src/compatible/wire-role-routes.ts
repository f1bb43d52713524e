import * as wire from '@packhouse/contract/access/access-compatible-role-routes.ts';
import { EnvironmentInput } from '@packhouse/contract/access/access-environment-routes.ts';
import { NewRole, RoleChange } from '@packhouse/contract/access/access-project-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import * as environment from '../project/environment.ts';
import { keptProject, seenProject } from '../project/project.ts';
import * as role from '../project/role.ts';
import { checked } from './checked.ts';

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });
const getName = ({ name }: { name: string }) => ({ name });
const environmentName = (name: string) => checked(EnvironmentInput, { name }).name;

function getInput({ name, description, environments, actions }: wire.WireRoleBody) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description == null ? {} : { description }),
    ...(environments ? { environments } : {}),
    ...(actions ? { actions } : {}),
  };
}
const newRole = (body: wire.WireRoleBody) => checked(NewRole, getInput(body));
const makeChange = (body: wire.WireRoleBody) => checked(RoleChange, getInput(body));

function projectRoles(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const kept = (actor: Actor, key: string) => keptProject(db, actor, key, 'members');

  handle(app, platform, wire.wireListRoles, async ({ params }, { actor }) => role.readRoles(db, await seenProject(db, actor, params.key)));
  handle(app, platform, wire.wireReadRole, async ({ params }, { actor }) => role.needRole(db, await seenProject(db, actor, params.key), params.name));
  handle(app, platform, wire.wireCreateRole, async ({ params, body }, call) =>
    role.createRole(context, await kept(call.actor, params.key), newRole(body), call),
  );
  handle(app, platform, wire.wireUpdateRole, async ({ params, body }, call) =>
    role.changeRole(context, await kept(call.actor, params.key), params.name, makeChange(body), call),
  );
  handle(app, platform, wire.wireDeleteRole, async ({ params }, call) => role.deleteRole(context, await kept(call.actor, params.key), params.name, call));
}

function globalRoles(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, wire.wireListGlobalRoles, () => role.readRoles(db, null));
  handle(app, platform, wire.wireReadGlobalRole, ({ params }) => role.needRole(db, null, params.name));
  handle(app, platform, wire.wireCreateGlobalRole, ({ body }, call) => role.createRole(context, null, newRole(body), call));
  handle(app, platform, wire.wireUpdateGlobalRole, ({ params, body }, call) => role.changeRole(context, null, params.name, makeChange(body), call));
  handle(app, platform, wire.wireDeleteGlobalRole, ({ params }, call) => role.deleteRole(context, null, params.name, call));
}

function environments(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const kept = (actor: Actor, key: string) => keptProject(db, actor, key, 'resources');

  handle(app, platform, wire.wireListEnvironments, async () => (await environment.readEnvironments(db, [])).map(getName));
  handle(app, platform, wire.wireCreateEnvironment, async ({ body }, call) =>
    getName(await environment.createEnvironment(context, null, environmentName(body.name), nameDoer(call))),
  );
  handle(app, platform, wire.wireRenameEnvironment, async ({ params, body }, call) =>
    getName(await environment.renameEnvironment(context, null, params.name, environmentName(body.new_name), nameDoer(call))),
  );
  handle(app, platform, wire.wireDeleteEnvironment, ({ params }, call) => environment.deleteEnvironment(context, null, params.name, nameDoer(call)));

  handle(app, platform, wire.wireListProjectEnvironments, async ({ params }, { actor }) => {
    const { id, key } = await seenProject(db, actor, params.key);
    return (await environment.readEnvironments(db, [id])).filter(({ project }) => project === key).map(getName);
  });
  handle(app, platform, wire.wireCreateProjectEnvironment, async ({ params, body }, call) =>
    getName(await environment.createEnvironment(context, await kept(call.actor, params.key), environmentName(body.name), nameDoer(call))),
  );
  handle(app, platform, wire.wireRenameProjectEnvironment, async ({ params, body }, call) =>
    getName(await environment.renameEnvironment(context, await kept(call.actor, params.key), params.name, environmentName(body.new_name), nameDoer(call))),
  );
  handle(app, platform, wire.wireDeleteProjectEnvironment, async ({ params }, call) =>
    environment.deleteEnvironment(context, await kept(call.actor, params.key), params.name, nameDoer(call)),
  );
}

/** Roles and environments, as existing clients ask for them. */
export function wireRoleRoutes(app: FastifyInstance, context: Context): void {
  projectRoles(app, context);
  globalRoles(app, context);
  environments(app, context);
}
