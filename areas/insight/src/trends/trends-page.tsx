import { isPeriod, PeriodChoice, TrendSection } from '@packhouse/console-kit/charts.ts';
import { Loaded, query } from '@packhouse/console-kit/console-kit.ts';
import { useAddress } from '@packhouse/console-kit/lists.ts';
import { insightPeriods } from '@packhouse/contract/insight/insight-metrics.ts';
import { readTrends, type Trends } from '@packhouse/contract/insight/insight-routes.ts';
import { absoluteTime, EmptyState, Page, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { TrendFigures } from './trend-figures.tsx';
import { t } from './trends-words.ts';
import './trends.css';

/** New figures come every five minutes. */
const refetchInterval = 5 * 60_000;

interface TrendsContentProps {
  trends: Trends;
  table: string;
  onTable: (table: string) => void;
}

function TrendsContent({ trends, table, onTable }: TrendsContentProps) {
  const { since, from, figures, charts } = trends;
  if (since === null)
    return (
      <EmptyState icon="chart" title={t('none')}>
        {t('noneHelp')}
      </EmptyState>
    );
  return (
    <>
      <TrendFigures figures={figures} />
      {since > from && <p className="ph-muted">{t('counting', { time: absoluteTime(new Date(since)) })}</p>}
      <div className="trend-sections">
        {charts.map((chart) => (
          <TrendSection
            key={chart.id}
            title={t(`chart_${chart.id}`)}
            lead={t(`lead_${chart.id}`)}
            chart={chart}
            trends={trends}
            isTable={chart.id === table}
            onTable={(isTable) => onTable(isTable ? chart.id : '')}
          />
        ))}
      </div>
    </>
  );
}

/** What was stored, moved, answered from caches and found; the period and an open table are in the address. */
export function TrendsPage() {
  const [{ period: asked, table }, change] = useAddress('period', 'table');
  const period = isPeriod(asked) ? asked : 'week';
  const result = useQuery({ ...query(readTrends, { query: { period } }), refetchInterval });
  return (
    <Page
      title={t('trends')}
      subtitle={t('about')}
      actions={<PeriodChoice periods={insightPeriods} period={period} onPeriod={(one) => change({ period: one === 'week' ? '' : one })} />}
    >
      <Loaded result={result} skeleton={<Skeleton lines={12} />}>
        {(trends) => <TrendsContent trends={trends} table={table} onTable={(one) => change({ table: one })} />}
      </Loaded>
    </Page>
  );
}
