import { PeriodChoice, TrendCharts } from '@packhouse/console-kit/charts.ts';
import { Loaded, query } from '@packhouse/console-kit/console-kit.ts';
import { useAddress } from '@packhouse/console-kit/lists.ts';
import type { ProjectDetails } from '@packhouse/contract/access/access-project-routes.ts';
import { type InsightPeriod, insightPeriods } from '@packhouse/contract/insight/insight-metrics.ts';
import { readProjectTrends } from '@packhouse/contract/insight/insight-routes.ts';
import { Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { ProjectFrame, useProject } from './project-frame.tsx';

/** What clients asked the repositories of a project for and moved, and how much these held; the period is in the address. */
export function TrendsPage() {
  const found = useProject('trends');
  return 'without' in found ? found.without : <Trends {...found} />;
}

function Trends({ project, isAdministration }: { project: ProjectDetails; isAdministration: boolean }) {
  const [{ period: asked }, change] = useAddress('period');
  const period: InsightPeriod = insightPeriods.find((one) => one === asked) ?? 'week';
  const result = useQuery(query(readProjectTrends, { params: { key: project.key }, query: { period } }));
  return (
    <ProjectFrame
      project={project}
      isAdministration={isAdministration}
      tab="trends"
      actions={<PeriodChoice periods={insightPeriods} period={period} onPeriod={(one) => change({ period: one === 'week' ? '' : one })} />}
    >
      <Loaded result={result} skeleton={<Skeleton lines={12} />}>
        {(trends) => <TrendCharts trends={trends} />}
      </Loaded>
    </ProjectFrame>
  );
}
