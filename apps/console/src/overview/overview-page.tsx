import { query } from '@packhouse/console-kit/calls/calls.ts';
import { useLive } from '@packhouse/console-kit/calls/live-events.ts';
import { Loaded } from '@packhouse/console-kit/lists/failure.tsx';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { labelText } from '@packhouse/console-kit/words/i18n.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { getArtifactCount, listPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { type ServiceName, serviceTitles } from '@packhouse/contract/shell/service-names.ts';
import { repositoryData, systemStatus } from '@packhouse/contract/shell/shell-routes.ts';
import { EmptyState, FormatIcon, formatNumber, LinkButton, Page, RelativeTime, Section, Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { t } from '../console-words.ts';
import './overview.css';

function Numbers() {
  const repositories = useQuery(query(repositoryData, {}));
  const artifacts = useQuery(query(getArtifactCount, {}));
  const byFormat = Map.groupBy(repositories.data ?? [], ({ format }) => format);
  const numbers: [string, number | undefined, string][] = [
    [t('repositories'), repositories.data?.length, '/repos/tree'],
    [t('formats'), repositories.data && byFormat.size, '/packages'],
    [t('artifacts'), artifacts.data?.artifactCount, '/repos/tree'],
  ];
  return (
    <>
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
      {repositories.isPending && <Skeleton lines={6} height={20} />}
      {byFormat.size > 0 && (
        <Section title={t('formats')}>
          <ul className="overview-formats">
            {[...byFormat].map(([format, list]) => (
              <li key={format}>
                <Link to={`/packages?type=${format}`} className="overview-format">
                  <FormatIcon format={format} size={32} />
                  <span>
                    <strong>{getFormatTitle(format)}</strong>
                    <span className="ph-muted">{t('repositoriesShown', { count: list.length })}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function RecentPackages() {
  const { administrator } = useSession();
  const recent = useQuery(query(listPackages, { query: { limit: 8, sort_by: 'modified', sort_type: 'desc' } }));
  return (
    <Section
      title={t('recentPackages')}
      actions={
        <LinkButton to="/packages" size="small">
          {t('browsePackages')}
        </LinkButton>
      }
    >
      <Loaded result={recent} skeleton={<Skeleton lines={8} shape="rows" />}>
        {({ packages }) =>
          packages.length === 0 ? (
            <EmptyState
              icon="package"
              title={t('overviewEmpty')}
              action={
                administrator && (
                  <LinkButton kind="primary" icon="plus" to="/admin/repositories/local/new">
                    {t('createRepository')}
                  </LinkButton>
                )
              }
            >
              {t('overviewEmptyText')}
            </EmptyState>
          ) : (
            <ul className="overview-recent">
              {packages.map(({ id, name, packageType, latestVersion, modified }) => (
                <li key={id}>
                  <FormatIcon format={packageType} />
                  <Link to={`/packages/${encodeURIComponent(id)}`}>{name}</Link>
                  <code>{latestVersion}</code>
                  <span className="ph-muted">
                    <RelativeTime at={modified} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function Services() {
  const status = useQuery(query(systemStatus, {}));
  const { services } = useSession();
  return (
    <section className="ph-facts" aria-label={t('services')}>
      <h2>{t('services')}</h2>
      <Loaded result={status} skeleton={<Skeleton lines={3} />}>
        {({ services: list }) => (
          <ul className="overview-services">
            {list.map(({ name, status: state }) => (
              <li key={name}>
                <span>{labelText(serviceTitles[name as ServiceName] ?? { en: name })}</span>
                <code className="ph-muted">{services[name]}</code>
                <StatusTag kind={state === 'online' ? 'good' : 'bad'}>{t(state)}</StatusTag>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

/** Shows what is here and what happened last. */
export function OverviewPage() {
  const { serverName } = useSession();
  useLive(['artifact.', 'repository.', 'package.'], repositoryData, listPackages, getArtifactCount);
  return (
    <Page title={t('overview')} subtitle={serverName} aside={<Services />}>
      <Numbers />
      <RecentPackages />
    </Page>
  );
}
