import { query } from '@packhouse/console-kit/calls/calls.ts';
import { useLive } from '@packhouse/console-kit/calls/live-events.ts';
import { Loaded } from '@packhouse/console-kit/lists/failure.tsx';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { getArtifactCount } from '@packhouse/contract/repositories/package-routes.ts';
import { repositoryData } from '@packhouse/contract/shell/shell-routes.ts';
import { FormatIcon, formatNumber, Page, Section, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { t } from '../console-words.ts';
import { Health, Services } from './health.tsx';
import { NeedsSection } from './needs-section.tsx';
import { PublishedSection } from './published-section.tsx';
import './overview.css';
import './overview-aside.css';

const StorageFacts = lazy(async () => ({ default: (await import('./storage-parts.tsx')).StorageFacts }));
const StorageTrend = lazy(async () => ({ default: (await import('./storage-parts.tsx')).StorageTrend }));

function Numbers() {
  const repositories = useQuery(query(repositoryData, {}));
  const artifacts = useQuery(query(getArtifactCount, {}));
  const formats = new Set(repositories.data?.map(({ format }) => format)).size;
  const numbers: [string, number | undefined, string][] = [
    [t('repositories'), repositories.data?.length, '/repos/tree'],
    [t('formats'), repositories.data && formats, '/packages'],
    [t('artifacts'), artifacts.data?.artifactCount, '/repos/tree'],
  ];
  return (
    <ul className="overview-numbers">
      {numbers.map(([label, value, to]) => (
        <li key={label}>
          <Link to={to} className="ph-card">
            <span className="ph-muted">{label}</span>
            <strong>{value === undefined ? '–' : formatNumber(value)}</strong>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Formats by what people call them, whichever was first. */
function listFormats<Row extends { format: string }>(list: readonly Row[]) {
  return [...Map.groupBy(list, ({ format }) => format)].sort(([one], [other]) => getFormatTitle(one).localeCompare(getFormatTitle(other)));
}

function Formats() {
  const repositories = useQuery(query(repositoryData, {}));
  return (
    <Loaded result={repositories} skeleton={<Skeleton lines={3} />}>
      {(list) =>
        list.length === 0 ? null : (
          <Section title={t('formats')}>
            <ul className="overview-formats">
              {listFormats(list).map(([format, own]) => (
                <li key={format}>
                  <Link to={`/packages?type=${format}`} className="overview-format">
                    <FormatIcon format={format} size={32} />
                    <span>
                      <strong>{getFormatTitle(format)}</strong>
                      <span className="ph-muted">{t('repositoriesShown', { count: own.length })}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        )
      }
    </Loaded>
  );
}

/** What needs the reader, what changed, how full it is and how healthy: each part asks for itself, and fails for itself. */
export function OverviewPage() {
  const { serverName, administrator, services } = useSession();
  useLive(['artifact.', 'repository.', 'package.'], repositoryData, getArtifactCount);
  const seesStorage = administrator && 'insight' in services;
  return (
    <Page
      title={t('overview')}
      subtitle={serverName}
      aside={
        <>
          {seesStorage && (
            <Suspense fallback={<Skeleton lines={4} />}>
              <StorageFacts />
            </Suspense>
          )}
          {administrator && <Health />}
          <Services />
        </>
      }
    >
      <NeedsSection />
      <Numbers />
      <PublishedSection />
      {seesStorage && (
        <Suspense>
          <StorageTrend />
        </Suspense>
      )}
      <Formats />
    </Page>
  );
}
