import type { z } from 'zod';
import type { FederationConflict } from '../access/federation-part-routes.ts';

/** Several deployments note the same conflict: they are told apart by what was lost to what. */
export function getConflictKey({ kind, name, register, kept, lost, keptBy, lostBy }: z.output<typeof FederationConflict>): string {
  return JSON.stringify([kind, name, register, kept, lost, keptBy, lostBy]);
}
