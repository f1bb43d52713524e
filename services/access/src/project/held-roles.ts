import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import type { Db } from '../schema.ts';
import { selectHeldRoles } from './project-queries.ts';
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
