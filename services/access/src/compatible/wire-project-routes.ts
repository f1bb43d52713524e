import * as wire from '@packhouse/contract/access/access-compatible-project-routes.ts';
import { NewProject, type Project, ProjectChange } from '@packhouse/contract/access/access-project-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { needMember, readMembers, removeMember, setMember } from '../project/member.ts';
import * as project from '../project/project.ts';
import { findRepository, managedRepository, releaseRepository, takeRepository, toSharingView } from '../project/project-repositories.ts';
import { visibleProjects } from '../project/project-routes.ts';
import { shareWith, shareWithAll, unshareWith, unshareWithAll } from '../project/sharing.ts';
import { checked } from './checked.ts';

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });
const kindByPath = { users: 'user', groups: 'group' } as const;

type Privileges = Project['privileges'];

/** What cannot be given apart from the rest. */
const getFixed = ({ manageResources }: Pick<Privileges, 'manageResources'>) => ({
  manage_remote_repository: manageResources,
  manage_security_assets: true,
  allow_ignore_rules: true,
});

/** @throws AppError `bad_request` for a privilege that is not so here */
function requireFixed(given: NonNullable<wire.WireProjectBody['admin_privileges']>, privileges: Privileges): Privileges {
  for (const [field, value] of Object.entries(getFixed(privileges)))
    if ((given[field as keyof typeof given] ?? value) !== value) throw new AppError(accessWords.project_privilege_fixed, { field, value: String(value) });
  return privileges;
}

function toWire({ key, name, description, privileges, quotaBytes, softLimit, quotaNotification }: Project): wire.WireProject {
  return {
    project_key: key,
    display_name: name,
    description,
    admin_privileges: {
      manage_members: privileges.manageMembers,
      manage_resources: privileges.manageResources,
      index_resources: privileges.indexResources,
      ...getFixed(privileges),
    },
    storage_quota_bytes: quotaBytes ?? -1,
    soft_limit: softLimit,
    storage_quota_email_notification: quotaNotification,
  };
}

const unlimited = { manageMembers: true, manageResources: true, indexResources: true };

function fromWire(body: wire.WireProjectBody, privileges: Privileges) {
  const given = body.admin_privileges;
  const { storage_quota_bytes: quota } = body;
  return {
    ...(body.display_name === undefined ? {} : { name: body.display_name }),
    ...(body.description == null ? {} : { description: body.description }),
    ...(given
      ? {
          privileges: requireFixed(given, {
            manageMembers: given.manage_members ?? privileges.manageMembers,
            manageResources: given.manage_resources ?? privileges.manageResources,
            indexResources: given.index_resources ?? privileges.indexResources,
          }),
        }
      : {}),
    ...(quota == null ? {} : { quotaBytes: quota <= 0 ? null : quota }),
    ...(body.soft_limit == null ? {} : { softLimit: body.soft_limit }),
    ...(body.storage_quota_email_notification == null ? {} : { quotaNotification: body.storage_quota_email_notification }),
  };
}

function projectsOnTheWire(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, wire.wireListProjects, async (_, { actor }) => (await visibleProjects(context, actor)).map((row) => toWire(project.toProject(row))));
  handle(app, platform, wire.wireCreateProject, async ({ body }, call) => {
    const input = checked(NewProject, { key: body.project_key, ...fromWire(body, unlimited) });
    return toWire(project.toProject(await project.createProject(context, input, nameDoer(call))));
  });
  handle(app, platform, wire.wireReadProject, async ({ params }, { actor }) => toWire(project.toProject(await project.seenProject(db, actor, params.key))));
  handle(app, platform, wire.wireUpdateProject, async ({ params, body }, { actor, address }) => {
    const { privileges } = project.toProject(await project.keptProject(db, actor, params.key, 'settings'));
    return toWire(project.toProject(await project.changeProject(context, actor, params.key, checked(ProjectChange, fromWire(body, privileges)), address)));
  });
  handle(app, platform, wire.wireDeleteProject, ({ params }, call) => project.deleteProject(context, params.key, nameDoer(call)));
}

function membersOnTheWire(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const answer = ({ name, roles }: { name: string; roles: string[] }) => ({ name, roles });

  handle(app, platform, wire.wireListMembers, async ({ params }, { actor }) => {
    const { id } = await project.seenProject(db, actor, params.key);
    return { members: (await readMembers(db, id)).filter(({ kind }) => kind === kindByPath[params.kind]).map(answer) };
  });
  handle(app, platform, wire.wireReadMember, async ({ params }, { actor }) => {
    const { id } = await project.seenProject(db, actor, params.key);
    return answer(await needMember(db, id, kindByPath[params.kind], params.name));
  });
  handle(app, platform, wire.wirePutMember, async ({ params: { key, kind, name }, body }, call) => {
    const row = await project.keptProject(db, call.actor, key, 'members');
    return answer(await setMember(context, row, { kind: kindByPath[kind], name, roles: body.roles }, call));
  });
  handle(app, platform, wire.wireDeleteMember, async ({ params: { key, kind, name } }, call) =>
    removeMember(context, await project.keptProject(db, call.actor, key, 'members'), kindByPath[kind], name, call),
  );
}

function repositoriesOnTheWire(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, wire.wireAttachRepository, async ({ params, query }, { actor, address }) => {
    const { key } = await project.keptProject(db, actor, params.key, 'resources');
    const found = await findRepository(context, params.repository);
    const isElsewhere = found?.projectKey !== undefined && found.projectKey !== key;
    // Where it belongs is only for those who may know of it; the others are refused as if there were no such repository.
    if (isElsewhere && !query.force && isAllowed(actor, 'read', repositoryResource(found)))
      throw new AppError(accessWords.repository_in_other_project, { repository: params.repository, project: String(found.projectKey) });
    await takeRepository(context, { projectKey: key, repository: params.repository, environments: undefined }, actor, address);
  });
  handle(app, platform, wire.wireDetachRepository, async ({ params }, { actor, address }) => {
    const repository = await managedRepository(context, actor, params.repository);
    if (repository.projectKey === undefined) return;
    if (!isAllowed(actor, 'manage', project.projectResource(repository.projectKey, 'resources'))) throw new AppError(accessWords.repository_kept_by_project);
    await releaseRepository(context, repository, actor, address);
  });
  handle(app, platform, wire.wireShareWithAll, ({ params, query }, by) => shareWithAll(context, params.repository, query.readOnly, by));
  handle(app, platform, wire.wireUnshareWithAll, ({ params }, by) => unshareWithAll(context, params.repository, by));
  handle(app, platform, wire.wireShareRepository, ({ params, query }, by) => shareWith(context, params.repository, params.key, query.readOnly, by));
  handle(app, platform, wire.wireUnshareRepository, ({ params }, by) => unshareWith(context, params.repository, params.key, by));
  handle(app, platform, wire.wireReadRepository, async ({ params }, { actor }) => {
    const found = (await context.peers.repositories?.list())?.find(({ key }) => key === params.repository);
    if (!found || !isAllowed(actor, 'read', repositoryResource(found))) throw new AppError(sharedWords.repository_missing, { key: params.repository });
    const { projects, withAll, readOnly } = toSharingView(found.sharing);
    return {
      resource_name: found.key,
      environments: [...(found.environments ?? [])],
      shared_with_projects: projects,
      shared_with_all_projects: withAll,
      shared_read_only: readOnly,
      assigned_to: found.projectKey ?? '',
    };
  });
}

/** Projects, their members and repositories, as existing clients ask for them. */
export function wireProjectRoutes(app: FastifyInstance, context: Context): void {
  projectsOnTheWire(app, context);
  membersOnTheWire(app, context);
  repositoriesOnTheWire(app, context);
}
