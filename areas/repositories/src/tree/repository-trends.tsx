import { PeriodChoice, TrendCharts } from '@packhouse/console-kit/charts.ts';
import { Loaded, query } from '@packhouse/console-kit/console-kit.ts';
import { type InsightPeriod, insightPeriods } from '@packhouse/contract/insight/insight-metrics.ts';
import { readRepositoryTrends } from '@packhouse/contract/insight/insight-routes.ts';
import { Section, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from './tree-words.ts';

/** New figures come every five minutes. */
const refetchInterval = 5 * 60_000;

/** What clients asked a repository for and moved, and how much it held. */
export function RepositoryTrends({ repository }: { repository: string }) {
  const [period, setPeriod] = useState<InsightPeriod>('week');
  const result = useQuery({ ...query(readRepositoryTrends, { params: { key: repository }, query: { period } }), refetchInterval });
  return (
    <Section title={t('trends')} actions={<PeriodChoice periods={insightPeriods} period={period} onPeriod={setPeriod} />}>
      <Loaded result={result} skeleton={<Skeleton lines={8} />}>
        {(trends) => <TrendCharts trends={trends} />}
      </Loaded>
    </Section>
  );
}
