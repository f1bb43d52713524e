import { highAvailability, type ServiceStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { query, queryClient } from './calls.ts';

/** How the services and their nodes are, asked for once: the start of the console does, and pages go by what it found. False, and not a word, when it cannot be found out. */
export async function knownServiceStatus(): Promise<ServiceStatus | false> {
  return queryClient.ensureQueryData(query(highAvailability, {})).catch(() => false as const);
}
