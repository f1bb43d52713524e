import type { Bucket } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { Banner, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import { t } from './buckets-words.ts';

const dayMilliseconds = 86_400_000;
const warnedFrom = 30;

/** Whole days until the licences of a bucket are over; undefined for those that never are. */
function countDays(expiryDate: string | null): number | undefined {
  return expiryDate === null ? undefined : Math.ceil((Date.parse(expiryDate) - Date.now()) / dayMilliseconds);
}

/** When a bucket ends, in words. */
export function Expiry({ date }: { date: string | null }) {
  if (date === null) return t('never');
  const isOver = Date.parse(date) <= Date.now();
  return (
    <>
      <RelativeTime at={date} /> {isOver && <Tag accent>{t('expired')}</Tag>}
    </>
  );
}

/** Tells of buckets that end within thirty days, or have ended. */
export function ExpiryBanners({ buckets }: { buckets: readonly Bucket[] }) {
  const ending = buckets.filter(({ parent, expiryDate }) => parent === null && (countDays(expiryDate) ?? warnedFrom + 1) <= warnedFrom);
  return ending.map(({ id, name, expiryDate }) => {
    const count = countDays(expiryDate) ?? 0;
    return (
      <Banner key={id} kind="warning">
        {count <= 0 ? t('expiredBanner', { name }) : t('expiresSoon', { name, count })}
      </Banner>
    );
  });
}
