import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import type { Db } from '../schema.ts';
import { selectHeldRoles, selectRolesNamed } from './project-queries.ts';
import { getGrantsOfRole } from './role-grants.ts';

/** Reads what roles in projects give to a user and to these groups; `throughOf` says in words how they come by it. */
export async function grantsFromProjects(
  db: Db,
  userId: number | null,
  groupIds: readonly number[],
  tellThrough: (group: string | null) => string,
): Promise<Grant[]> {
  const roles = await selectHeldRoles(db, userId, groupIds);
  return roles.flatMap(({ key, manage_members, manage_resources, group, ...role }) =>
    getGrantsOfRole({ role, project: { key, manageMembers: manage_members, manageResources: manage_resources }, through: tellThrough(group) }),
  );
}

/** What these roles of a project give, whoever has them; undefined when one of them is none of that project. */
export async function grantsOfRoles(db: Db, project: string, names: readonly string[]): Promise<Grant[] | undefined> {
  const roles = await selectRolesNamed(db, project, names);
  const found = new Set(roles.map(({ name }) => name.toLowerCase()));
  if (!names.every((name) => found.has(name.toLowerCase()))) return undefined;
  return roles.flatMap(({ key, manage_members, manage_resources, ...role }) =>
    getGrantsOfRole({ role, project: { key, manageMembers: manage_members, manageResources: manage_resources }, through: 'token scope' }),
  );
}

/** Whether a grant comes from one of these roles in a project. */
export function isOfRoles(grant: Grant, { project, names }: { project: string; names: readonly string[] }): boolean {
  return grant.project?.key === project && names.some((name) => name.toLowerCase() === grant.permission.toLowerCase());
}
