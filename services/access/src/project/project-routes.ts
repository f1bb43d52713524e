import * as places from '@packhouse/contract/access/access-environment-routes.ts';
import * as routes from '@packhouse/contract/access/access-project-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { listEnvironments, listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { type Actor, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import * as environment from './environment.ts';
import { readMembers, removeMember, setMember } from './member.ts';
import * as project from './project.ts';
import { selectProjects } from './project-queries.ts';
import { managedRepository, readRepositories, releaseRepository, takeRepository } from './project-repositories.ts';
import * as role from './role.ts';
import { setSharing } from './sharing.ts';

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });

/** The projects that somebody belongs to; administrators see all. */
export async function visibleProjects(context: Context, actor: Actor) {
  return (await selectProjects(context.db)).filter(({ key }) => isAllowed(actor, 'read', project.projectResource(key)));
}

function settingRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, listProjects, async (_, { actor }) =>
    (await visibleProjects(context, actor)).map(({ key, name, description }) => ({
      key,
      name,
      description,
      administrator: isAllowed(actor, 'manage', project.projectResource(key, 'settings')),
    })),
  );
  handle(app, platform, routes.createProject, async ({ body }, call) =>
    project.toDetails(await project.createProject(context, body, nameDoer(call)), call.actor),
  );
  handle(app, platform, routes.readProject, async ({ params }, { actor }) => project.toDetails(await project.seenProject(db, actor, params.key), actor));
  handle(app, platform, routes.updateProject, async ({ params, body }, { actor, address }) =>
    project.toDetails(await project.changeProject(context, actor, params.key, body, address), actor),
  );
  handle(app, platform, routes.deleteProject, ({ params }, call) => project.deleteProject(context, params.key, nameDoer(call)));
}

function memberRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, routes.listProjectMembers, async ({ params }, { actor }) => readMembers(db, (await project.seenProject(db, actor, params.key)).id));
  handle(app, platform, routes.setProjectMember, async ({ params: { key, kind, name }, body }, call) =>
    setMember(context, await project.keptProject(db, call.actor, key, 'members'), { kind, name, roles: body.roles }, call),
  );
  handle(app, platform, routes.removeProjectMember, async ({ params: { key, kind, name } }, call) =>
    removeMember(context, await project.keptProject(db, call.actor, key, 'members'), kind, name, call),
  );
}

function roleRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const kept = (actor: Actor, key: string) => project.keptProject(db, actor, key, 'members');

  handle(app, platform, routes.listProjectRoles, async ({ params }, { actor }) => role.readRoles(db, await project.seenProject(db, actor, params.key)));
  handle(app, platform, routes.createProjectRole, async ({ params, body }, call) => role.createRole(context, await kept(call.actor, params.key), body, call));
  handle(app, platform, routes.updateProjectRole, async ({ params, body }, call) =>
    role.changeRole(context, await kept(call.actor, params.key), params.name, body, call),
  );
  handle(app, platform, routes.deleteProjectRole, async ({ params }, call) => role.deleteRole(context, await kept(call.actor, params.key), params.name, call));

  handle(app, platform, routes.listRoles, () => role.readRoles(db, null));
  handle(app, platform, routes.createRole, ({ body }, call) => role.createRole(context, null, body, call));
  handle(app, platform, routes.updateRole, ({ params, body }, call) => role.changeRole(context, null, params.name, body, call));
  handle(app, platform, routes.deleteRole, ({ params }, call) => role.deleteRole(context, null, params.name, call));
}

function environmentRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const kept = (actor: Actor, key: string) => project.keptProject(db, actor, key, 'resources');

  handle(app, platform, listEnvironments, async (_, { actor }) =>
    environment.readEnvironments(
      db,
      (await visibleProjects(context, actor)).map(({ id }) => id),
    ),
  );
  handle(app, platform, places.createEnvironment, ({ body }, call) => environment.createEnvironment(context, null, body.name, nameDoer(call)));
  handle(app, platform, places.renameEnvironment, ({ params, body }, call) =>
    environment.renameEnvironment(context, null, params.name, body.name, nameDoer(call)),
  );
  handle(app, platform, places.deleteEnvironment, ({ params }, call) => environment.deleteEnvironment(context, null, params.name, nameDoer(call)));

  handle(app, platform, places.listProjectEnvironments, async ({ params }, { actor }) =>
    environment.readEnvironments(db, [(await project.seenProject(db, actor, params.key)).id]),
  );
  handle(app, platform, places.createProjectEnvironment, async ({ params, body }, call) =>
    environment.createEnvironment(context, await kept(call.actor, params.key), body.name, nameDoer(call)),
  );
  handle(app, platform, places.renameProjectEnvironment, async ({ params, body }, call) =>
    environment.renameEnvironment(context, await kept(call.actor, params.key), params.name, body.name, nameDoer(call)),
  );
  handle(app, platform, places.deleteProjectEnvironment, async ({ params }, call) =>
    environment.deleteEnvironment(context, await kept(call.actor, params.key), params.name, nameDoer(call)),
  );
}

function repositoryRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, places.listProjectRepositories, async ({ params }, { actor }) =>
    readRepositories(context, (await project.seenProject(db, actor, params.key)).key),
  );
  handle(app, platform, places.setProjectRepository, async ({ params, body }, { actor, address }) => {
    const { key } = await project.keptProject(db, actor, params.key, 'resources');
    return takeRepository(context, { projectKey: key, repository: params.repository, environments: body.environments }, actor, address);
  });
  handle(app, platform, places.removeProjectRepository, async ({ params }, { actor, address }) => {
    const { key } = await project.keptProject(db, actor, params.key, 'resources');
    const repository = await managedRepository(context, actor, params.repository);
    if (repository.projectKey !== key) throw new AppError(accessWords.repository_outside_project, { repository: repository.key });
    await releaseRepository(context, repository, actor, address);
  });
  handle(app, platform, places.shareProjectRepository, async ({ params, body }, { actor, address }) => {
    const { key } = await project.keptProject(db, actor, params.key, 'resources');
    const repository = await managedRepository(context, actor, params.repository);
    if (repository.projectKey !== key) throw new AppError(accessWords.repository_outside_project, { repository: repository.key });
    await setSharing(context, repository.key, body, { actor, address });
  });
}

export function projectRoutes(app: FastifyInstance, context: Context): void {
  settingRoutes(app, context);
  memberRoutes(app, context);
  roleRoutes(app, context);
  environmentRoutes(app, context);
  repositoryRoutes(app, context);
}
