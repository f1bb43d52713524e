import type { Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import { type Actor, actions, anonymousActor, type Grant, isAllowed, type Resource } from '@packhouse/kernel/access/authorisation.ts';
import type { HeldRight, PermissionHolders } from '@packhouse/peers/permission-holders.ts';
import type { Db } from '../schema.ts';
import { everyPermission } from './permission-list.ts';

type Section = Permission['sections'][number];

type Principal = Section['users'][number];

/** Somebody who has nothing but one grant, so that the one function that decides says what it gives. */
function makeHolder(permission: string, section: Section, { name, actions }: Pick<Principal, 'name' | 'actions'>): Actor {
  const { resourceType, names, include, exclude } = section;
  const grant: Grant = { permission, resourceType, names, include, exclude, actions, through: name };
  return { ...anonymousActor([grant]), kind: 'user', name };
}

/** What a section gives somebody for a resource. What is kept for other services reaches as far as reading would. */
function readRights(permission: string, section: Section, principal: Principal, resource: Resource): HeldRight[] {
  const holder = makeHolder(permission, section, principal);
  const { name, keptActions: kept = [] } = principal;
  const isThere = kept.length > 0 && isAllowed(makeHolder(permission, section, { name, actions: ['read'] }), 'read', resource);
  return [...actions.filter((action) => isAllowed(holder, action, resource)), ...(isThere ? kept : [])];
}

/** Everybody whom permissions name for a resource, with what they may do there. */
export async function findPermissionHolders(db: Db, resource: Resource): Promise<PermissionHolders> {
  const found = { users: new Map<string, HeldRight[]>(), groups: new Map<string, HeldRight[]>() };
  for (const { name, sections } of await everyPermission(db))
    for (const section of sections)
      for (const side of ['users', 'groups'] as const)
        for (const principal of section[side]) {
          const held = new Set([...(found[side].get(principal.name) ?? []), ...readRights(name, section, principal, resource)]);
          if (held.size > 0) found[side].set(principal.name, [...held]);
        }
  return found;
}
