import type { TrendDay } from '@packhouse/contract/scanning/overview-routes.ts';
import { DayOf, formatNumber } from '@packhouse/ui/core.ts';
import { t } from './overview-words.ts';

const height = 120;
const width = 600;

/** Active violations by day as a line over its area, and below it what was opened and closed. */
export function TrendChart({ days }: { days: readonly TrendDay[] }) {
  const most = Math.max(1, ...days.map(({ active }) => active));
  const step = width / Math.max(1, days.length - 1);
  const points = days.map(({ active }, at) => `${(at * step).toFixed(1)},${(height - (active / most) * (height - 8)).toFixed(1)}`);
  const sum = (read: (day: TrendDay) => number) => formatNumber(days.reduce((all, day) => all + read(day), 0));
  const says = t('trendSays', {
    first: formatNumber(days[0]?.active ?? 0),
    last: formatNumber(days.at(-1)?.active ?? 0),
    opened: sum(({ opened }) => opened),
    closed: sum(({ closed }) => closed),
  });
  return (
    <figure className="scan-trend">
      <div className="scan-trend-frame">
        <span className="scan-trend-most ph-muted">{formatNumber(most)}</span>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={says}>
          <title>{says}</title>
          <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} />
          <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
        </svg>
        <ol className="scan-trend-days" aria-hidden>
          {days.map(({ day, active, opened, closed }) => (
            <li key={day} title={t('trendDay', { day, active: formatNumber(active), opened: formatNumber(opened), closed: formatNumber(closed) })} />
          ))}
        </ol>
      </div>
      <div className="scan-trend-ends ph-muted">
        <DayOf at={`${days[0]?.day ?? ''}T12:00:00Z`} />
        <DayOf at={`${days.at(-1)?.day ?? ''}T12:00:00Z`} />
      </div>
      <figcaption className="ph-muted">{says}</figcaption>
    </figure>
  );
}
