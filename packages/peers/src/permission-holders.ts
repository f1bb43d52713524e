import type { KeptAction } from '@packhouse/contract/access/kept-rights.ts';
import type { Action, Resource } from '@packhouse/kernel/access/authorisation.ts';

/** Rights as permissions name them: those that decide something here, and those that are kept for other services. */
export type HeldRight = Action | KeptAction;

/** Users and groups by their names, with what permissions let them do. */
export interface PermissionHolders {
  users: ReadonlyMap<string, readonly HeldRight[]>;
  groups: ReadonlyMap<string, readonly HeldRight[]>;
}

/** The access service tells whom permissions name for a resource; who administers everything is not among them for that. */
export type FindPermissionHolders = (resource: Resource) => Promise<PermissionHolders>;
