import { LoadedPage, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { readSecurityOverview, trendDays } from '@packhouse/contract/scanning/overview-routes.ts';
import { Page, Section } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Figures, FixFirstPart, NewestPart, type Overview, SourcesPart, useFirstThingsFirst } from './overview-parts.tsx';
import { t } from './overview-words.ts';
import { TrendChart } from './trend-chart.tsx';
import { WaitingPart } from './waiting-part.tsx';
import '../scanning.css';
import './overview.css';

/** The page that is opened every morning: what waits, what to mend first, what is new, the trend, and what all of it rests on. */
export function SecurityOverviewPage() {
  useLive(['violation.'], readSecurityOverview);
  const result = useQuery(query(readSecurityOverview, { query: {} }));
  return (
    <LoadedPage result={result} title={t('title')} lines={12}>
      {(overview) => <Known overview={overview} />}
    </LoadedPage>
  );
}

function Known({ overview }: { overview: Overview }) {
  const first = useFirstThingsFirst(overview);
  const { trend, fix_first, day, sources } = overview;
  return (
    <Page title={t('title')} subtitle={t('about')}>
      {first ?? (
        <div className="scan-overview-parts">
          <WaitingPart />
          <Figures overview={overview} />
          <FixFirstPart rows={fix_first} isJudged={sources.length > 0} />
          <NewestPart rows={day.newest} isJudged={sources.length > 0} />
          <div className="scan-overview">
            <Section title={t('trend', { count: trendDays })} lead={t('trendLead')}>
              {trend ? <TrendChart days={trend} /> : <p className="ph-muted">{t('noTrend')}</p>}
            </Section>
            <SourcesPart overview={overview} />
          </div>
        </div>
      )}
    </Page>
  );
}
