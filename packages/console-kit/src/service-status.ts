import { highAvailability, type ServiceStatus } from '@packhouse/contract/operations-status-routes.ts';
import { call, query, queryClient } from './calls.ts';

/** How the services and their nodes are at this moment; false, and not a word, when it cannot be found out. */
export async function fetchServiceStatus(): Promise<ServiceStatus | false> {
  return call(highAvailability, {}).catch(() => false as const);
}

/** The same, asked for once: the start of the console does, and pages go by what it found. */
export async function knownServiceStatus(): Promise<ServiceStatus | false> {
  return queryClient.ensureQueryData(query(highAvailability, {})).catch(() => false as const);
}
