import { labelText } from '@packhouse/console-kit/console-kit.ts';
import { type DeploymentStatus, deploymentStatusNames } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import { type StatusKind, StatusTag } from '@packhouse/ui/core.ts';

const kinds: Readonly<Record<DeploymentStatus, StatusKind>> = {
  ONLINE: 'good',
  PARTIAL: 'warning',
  OFFLINE: 'bad',
  UNAUTHORIZED: 'bad',
  UNAVAILABLE: 'bad',
};

/** How a deployment is, in the word of its status. */
export function DeploymentState({ status }: { status: DeploymentStatus }) {
  return <StatusTag kind={kinds[status]}>{labelText(deploymentStatusNames[status].label)}</StatusTag>;
}
