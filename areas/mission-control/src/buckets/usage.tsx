import type { Bucket } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { formatNumber } from '@packhouse/ui/core.ts';
import { t } from './buckets-words.ts';
import './buckets.css';

/** How much of a bucket is used: a bar and the numbers. */
export function Usage({ bucket: { used, size } }: { bucket: Pick<Bucket, 'used' | 'size'> }) {
  return (
    <span className="mc-usage">
      <progress max={Math.max(size, 1)} value={used} aria-label={t('usedOf', { used, size })} />
      {formatNumber(used)} / {formatNumber(size)}
    </span>
  );
}
