import type { listFederationConflicts } from '@packhouse/contract/mission-control/federation-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';

type Conflict = RouteReply<typeof listFederationConflicts>['items'][number];

/**
 * Conflicts of all members, the newest first: each once, though several members noted it, since using the other value at one of them is using it everywhere.
 * Members tell of some deployments by their ids; `getName` knows what these are called.
 */
export function gatherConflicts(found: readonly Conflict[], getName: (deployment: string) => string): Conflict[] {
  const named = found.map((one) => ({ ...one, keptBy: getName(one.keptBy), lostBy: getName(one.lostBy) }));
  const sorted = named.toSorted((one, other) => (one.at < other.at ? 1 : -1));
  const groups = Map.groupBy(sorted, ({ kind, name, register, kept, lost, keptBy, lostBy }) =>
    JSON.stringify([kind, name, register, kept, lost, keptBy, lostBy]),
  );
  return [...groups.values()].map(([first]) => first!);
}
