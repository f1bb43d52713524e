import type { NodeStorage, ServiceStatus } from '@packhouse/contract/operations/operations-status-routes.ts';

/** Of the operations service: how this deployment itself is. */
export interface Health {
  /** Services by their type, with the nodes that run them. */
  services(): Promise<ServiceStatus['services']>;
  /** How the blob store is, as every node that is online sees it. */
  storage(): Promise<readonly NodeStorage[]>;
}
