import type { TrendFigure } from '@packhouse/contract/insight/insight-routes.ts';
import { formatBytes, formatNumber } from '@packhouse/ui/core.ts';
import { t } from './trends-words.ts';

const percent = (share: number) => `${formatNumber(Math.round(share * 1000) / 10)} %`;

function formatFigure({ id }: TrendFigure, value: number): string {
  if (id === 'cache') return percent(value);
  return id === 'findings' ? formatNumber(value) : formatBytes(value);
}

/** How a figure has changed: shares by points, all else by parts of what it was. */
function tellChange({ id, value, before }: TrendFigure): string {
  if (value === null || before === null) return t('noBefore');
  const more = value - before;
  if (more === 0) return t('same');
  const amount = Math.abs(more);
  const points = formatNumber(Math.round(amount * 1000) / 10);
  const change =
    id === 'cache'
      ? t('points', { count: points })
      : before === 0 || id === 'findings'
        ? formatFigure({ id, value, before }, amount)
        : percent(amount / before);
  return more > 0 ? t('more', { change }) : t('less', { change });
}

/** The four figures above the charts. */
export function TrendFigures({ figures }: { figures: readonly TrendFigure[] }) {
  return (
    <dl className="trend-figures" aria-label={t('figures')}>
      {figures.map((figure) => (
        <div key={figure.id}>
          <dt>{t(`figure_${figure.id}`)}</dt>
          <dd>
            <strong>{figure.value === null ? t('unknown') : formatFigure(figure, figure.value)}</strong>
            <span className="ph-muted">{tellChange(figure)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
