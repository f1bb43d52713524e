import type { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { Connection } from '@packhouse/contract/mission-control/connections.ts';
import type { DeploymentStatus } from '@packhouse/contract/mission-control/deployment-statuses.ts';

/** A platform deployment that mission control knows. */
export interface KnownDeployment {
  id: string;
  name: string;
  /** Address that clients and other deployments reach it at; empty for a home that has none. */
  url: string;
  /** This deployment itself. */
  home: boolean;
  status: DeploymentStatus;
}

/** Mission control tells the other services this about platform deployments. */
export interface Deployments {
  /** All of them, home first. */
  list(): Promise<readonly KnownDeployment[]>;
  find(id: string): Promise<KnownDeployment | undefined>;
  /** The last that was heard of one: when, and what it said of itself. */
  beacon(id: string): Promise<{ at: Date; beacon: Beacon } | undefined>;
  /** What goes from one to another as of that, of this deployment alone where it is named. */
  connections(id?: string): Promise<readonly Connection[]>;
}
