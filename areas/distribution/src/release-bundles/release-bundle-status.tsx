import type { DistributionStatus, ReleaseBundleSummary } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { type StatusKind, StatusTag, Tag } from '@packhouse/ui/core.ts';
import { t } from '../distribution-words.ts';

const kinds: Record<DistributionStatus, StatusKind> = {
  'Not distributed': 'neutral',
  'In queue': 'neutral',
  'In progress': 'running',
  Completed: 'good',
  Failed: 'bad',
};

/** How far a version, a run or a target is. */
export function ProgressTag({ status }: { status: DistributionStatus }) {
  return <StatusTag kind={kinds[status]}>{t(status)}</StatusTag>;
}

/** Whether a version is signed already; received ones always are. */
export function StateTag({ state }: Pick<ReleaseBundleSummary, 'state'>) {
  return <Tag accent={state === 'SIGNED'}>{t(state)}</Tag>;
}
