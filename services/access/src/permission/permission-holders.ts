import type { Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import { type Action, type Actor, actions, anonymousActor, type Grant, isAllowed, type Resource } from '@packhouse/kernel/access/authorisation.ts';
import type { PermissionHolders } from '@packhouse/peers/permission-holders.ts';
import type { Db } from '../schema.ts';
import { everyPermission } from './permission-list.ts';

type Section = Permission['sections'][number];

/** Somebody who has nothing but one grant, so that the one function that decides says what it gives. */
function makeHolder(permission: string, section: Section, principal: Section['users'][number]): Actor {
  const { resourceType, names, include, exclude } = section;
  const grant: Grant = { permission, resourceType, names, include, exclude, actions: principal.actions, through: principal.name };
  return { ...anonymousActor([grant]), kind: 'user', name: principal.name };
}

/** Everybody whom permissions name for a resource, with what they may do there. */
export async function findPermissionHolders(db: Db, resource: Resource): Promise<PermissionHolders> {
  const found = { users: new Map<string, Action[]>(), groups: new Map<string, Action[]>() };
  for (const { name, sections } of await everyPermission(db))
    for (const section of sections)
      for (const side of ['users', 'groups'] as const)
        for (const principal of section[side]) {
          const holder = makeHolder(name, section, principal);
          const before = found[side].get(principal.name) ?? [];
          const may = actions.filter((action) => before.includes(action) || isAllowed(holder, action, resource));
          if (may.length > 0) found[side].set(principal.name, may);
        }
  return found;
}
