import type { Action, Resource } from '@packhouse/kernel/access/authorisation.ts';

/** Users and groups by their names, with what permissions let them do. */
export interface PermissionHolders {
  users: ReadonlyMap<string, readonly Action[]>;
  groups: ReadonlyMap<string, readonly Action[]>;
}

/** The access service tells whom permissions name for a resource; who administers everything is not among them for that. */
export type FindPermissionHolders = (resource: Resource) => Promise<PermissionHolders>;
