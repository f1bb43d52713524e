import type { TrendChart, Trends } from '@packhouse/contract/insight/insight-routes.ts';
import { absoluteTime, EmptyState } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './chart-words.ts';
import { TrendSection } from './trend-section.tsx';
import './chart.css';

export type Charted = Pick<Trends, 'period' | 'from' | 'step'> & { since?: string | null; charts: readonly TrendChart[] };

const named = { requests: true, traffic: true, files: true, storage: true, saved: true } as const;
const isNamed = (id: string): id is keyof typeof named => id in named;

/** What clients did with one thing and how much it held, each chart with its table and its file. */
export function TrendCharts({ trends }: { trends: Charted }) {
  const [table, setTable] = useState<string>();
  const { since, charts } = trends;
  if (since === null)
    return (
      <EmptyState icon="chart" title={t('none')}>
        {t('noneHelp')}
      </EmptyState>
    );
  return (
    <>
      {since !== undefined && since > trends.from && <p className="ph-muted">{t('counting', { time: absoluteTime(new Date(since)) })}</p>}
      <div className="trend-sections trend-sections-even">
        {charts.map((chart) => {
          const { id } = chart;
          return isNamed(id) ? (
            <TrendSection
              key={id}
              title={t(`chart_${id}`)}
              lead={t(`lead_${id}`)}
              chart={chart}
              trends={trends}
              isTable={id === table}
              onTable={(isTable) => setTable(isTable ? id : undefined)}
            />
          ) : null;
        })}
      </div>
    </>
  );
}
