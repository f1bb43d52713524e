import { DayChart } from '@packhouse/console-kit/charts.ts';
import type { DownloadDay } from '@packhouse/contract/repositories/package-graphql.ts';
import { t } from './packages-words.ts';

/** Downloads on each of the last days. Nothing is drawn before the first. */
export function DownloadsSection({ days }: { days: readonly DownloadDay[] }) {
  const [first] = days;
  if (!first || days.every(({ count }) => count === 0)) return null;
  return (
    <DayChart
      id="downloads"
      title={t('downloads')}
      lead={t('downloadsLead', { days: days.length })}
      name="downloads"
      kind="counter"
      unit="count"
      from={`${first.day}T00:00:00.000Z`}
      values={days.map(({ count }) => count)}
    />
  );
}
