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
}
