import type { Grant } from '@packhouse/kernel/access/authorisation.ts';

/** Makes what a permission gives on these names, on all of each or on the paths that are included. */
export function makeGrant(resourceType: Grant['resourceType'], names: string[], actions: Grant['actions'], include: string[] = []): Grant {
  return { permission: 'test', resourceType, names, include, exclude: [], actions, through: 'user' };
}
