import type { DownloadDay } from '@packhouse/contract/repositories/package-graphql.ts';
import { formatNumber } from '@packhouse/ui/core.ts';
import { t } from './packages-words.ts';

/** All downloads, and those of the last days as a row of bars. */
export function Downloads({ total, days }: { total: number; days: readonly DownloadDay[] }) {
  const most = days.reduce((best, one) => (one.count > best.count ? one : best), { day: '', count: 0 });
  const recent = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <span className="pkg-downloads">
      <span>{t('downloadsCount', { count: total })}</span>
      {most.count > 0 && (
        <span
          className="pkg-bars"
          role="img"
          aria-label={t('downloadsRecently', { count: recent, days: days.length, most: formatNumber(most.count), day: most.day })}
        >
          {days.map(({ day, count }) => (
            <i
              key={day}
              style={{ height: `${Math.max(count === 0 ? 4 : 12, Math.round((100 * count) / most.count))}%` }}
              data-some={count > 0 || undefined}
              title={`${day}: ${formatNumber(count)}`}
            />
          ))}
        </span>
      )}
      {most.count > 0 && <span className="ph-muted">{t('downloadsInDays', { count: recent, days: days.length })}</span>}
    </span>
  );
}
