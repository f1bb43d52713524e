import type { RoleAction } from '@packhouse/contract/access/access-project-names.ts';
import type { Role } from '@packhouse/contract/access/access-project-routes.ts';
import { type Action, actions, type Grant, type ResourceType } from '@packhouse/kernel/access/authorisation.ts';

/** Parts of a project that permissions tell apart; those of governing are named as the duties are, and beside them what is ignored, asking for scans, and seeing policies. */
export const projectParts = ['settings', 'members', 'resources', 'policies', 'watches', 'reports', 'rules', 'scans', 'seen-policies'] as const;
export type ProjectPart = (typeof projectParts)[number];

/** A role as somebody has it in a project. */
export interface HeldRole {
  role: Pick<Role, 'name' | 'type' | 'environments' | 'actions'>;
  project: { key: string; manageMembers: boolean; manageResources: boolean };
  /** How they come by it: `user alice`, `group developers`. */
  through: string;
}

const allowing: Partial<Record<RoleAction, [ResourceType, Action]>> = {
  READ_REPOSITORY: ['repository', 'read'],
  ANNOTATE_REPOSITORY: ['repository', 'annotate'],
  DEPLOY_CACHE_REPOSITORY: ['repository', 'deploy'],
  DELETE_OVERWRITE_REPOSITORY: ['repository', 'delete'],
  MANAGE_RESOURCES: ['repository', 'manage'],
  READ_BUILD: ['build', 'read'],
  ANNOTATE_BUILD: ['build', 'annotate'],
  DEPLOY_BUILD: ['build', 'deploy'],
  DELETE_BUILD: ['build', 'delete'],
  READ_RELEASE_BUNDLE: ['releaseBundle', 'read'],
  ANNOTATE_RELEASE_BUNDLE: ['releaseBundle', 'annotate'],
  CREATE_RELEASE_BUNDLE: ['releaseBundle', 'deploy'],
  DELETE_RELEASE_BUNDLE: ['releaseBundle', 'delete'],
};

/** Rights on single kinds of resources beside the actions. */
const verdicts: Partial<Record<ResourceType, RoleAction>> = {
  repository: 'MANAGE_XRAY_MD_REPOSITORY',
  build: 'MANAGE_XRAY_MD_BUILD',
  releaseBundle: 'MANAGE_XRAY_MD_RELEASE_BUNDLE',
};
const governing: Partial<Record<ProjectPart, RoleAction>> = {
  policies: 'POLICIES_SECURITY',
  watches: 'WATCHES_SECURITY',
  reports: 'REPORTS_SECURITY',
  rules: 'RULES_SECURITY',
  scans: 'TRIGGER_SECURITY',
  'seen-policies': 'READ_POLICIES_SECURITY',
};

/** Whether a role gives a right that no action of ours is. */
const gives = ({ role }: HeldRole, right: RoleAction | undefined) => role.type === 'ADMIN' || (right !== undefined && role.actions.includes(right));

const rightsBeside = (type: ResourceType, held: HeldRole): Pick<Grant, 'verdicts' | 'distributes'> => ({
  ...(gives(held, verdicts[type]) ? { verdicts: true } : {}),
  ...(type === 'releaseBundle' && gives(held, 'DISTRIBUTE_RELEASE_BUNDLE') ? { distributes: true } : {}),
});

function actionsOn(type: ResourceType, { role, project }: HeldRole): Action[] {
  if (role.type === 'ADMIN') return actions.filter((action) => action !== 'manage' || project.manageResources);
  return role.actions.flatMap((name) => {
    if (name === 'MANAGE_RESOURCES' && !project.manageResources) return [];
    const [on, action] = allowing[name] ?? [];
    return on === type && action ? [action] : [];
  });
}

/** Tells what of the project itself the role lets its members change; what platform administrators kept to themselves, no role does. */
function readParts(held: HeldRole): ProjectPart[] {
  const { role, project } = held;
  const isAdministrator = role.type === 'ADMIN';
  return projectParts.filter((part) => {
    if (part === 'settings') return isAdministrator;
    if (part === 'members') return project.manageMembers && (isAdministrator || role.actions.includes('MANAGE_MEMBERS'));
    if (part !== 'resources') return gives(held, governing[part]);
    return project.manageResources && (isAdministrator || role.actions.includes('MANAGE_RESOURCES'));
  });
}

/** Tells what a role gives: actions on what belongs to the project, sight of the project, and what of it may be changed. */
export function getGrantsOfRole(held: HeldRole): Grant[] {
  const { role, project, through } = held;
  const shared = { permission: role.name, exclude: [], through };
  const within = { key: project.key, environments: role.type === 'ADMIN' ? ('all' as const) : role.environments };
  const onResources = (['repository', 'build', 'releaseBundle'] as const)
    .map((resourceType): Grant => {
      const actionsThere = actionsOn(resourceType, held);
      return { ...shared, resourceType, names: ['ANY'], include: [], actions: actionsThere, ...rightsBeside(resourceType, held), project: within };
    })
    .filter((grant) => grant.actions.length > 0 || grant.verdicts || grant.distributes);
  const onProject = { ...shared, resourceType: 'project' as const, names: [project.key], project: within };
  const parts = readParts(held);
  return [
    ...onResources,
    { ...onProject, include: [], actions: ['read'] },
    ...(parts.length > 0 ? [{ ...onProject, include: parts, actions: ['manage' as const] }] : []),
  ];
}
