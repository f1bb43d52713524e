import { Failure, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { type BuildRun, listBuildRuns } from '@packhouse/contract/build-routes.ts';
import { EmptyState, Page, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/data.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { buildPath } from './build-paths.ts';
import { t } from './messages.ts';

const columns = (): Column<BuildRun>[] => [
  { id: 'number', title: t('number'), card: 'title', render: (row) => <Link to={buildPath(row)}>{row.number}</Link> },
  { id: 'started', title: t('started'), card: 'fact', width: '160px', render: (row) => <RelativeTime at={row.started} /> },
  { id: 'status', title: t('status'), card: 'fact', render: (row) => (row.status ? <Tag accent>{row.status}</Tag> : null) },
  { id: 'agent', title: t('agent'), render: (row) => row.agent },
  { id: 'by', title: t('publishedBy'), render: (row) => row.createdBy },
];

/** Every run of one build, newest first. */
export function BuildRunsPage() {
  const { name = '' } = useParams();
  const [params] = useSearchParams();
  const repository = params.get('buildRepo') ?? undefined;
  const result = useQuery(query(listBuildRuns, { query: { name, ...(repository ? { repository } : {}) } }));
  useLive(['artifact.'], listBuildRuns);
  const rows = result.data?.items;
  return (
    <Page title={name} breadcrumb={[{ label: t('builds'), to: '/builds' }, { label: name }]} count={rows?.length}>
      {result.error && !rows ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <DataTable
          id="build-runs"
          label={t('runs')}
          columns={columns()}
          rows={rows}
          rowKey={(row) => `${row.repository}/${row.number}/${row.startedMillis}`}
          href={buildPath}
          empty={<EmptyState icon="build" title={t('noBuilds')} />}
        />
      )}
    </Page>
  );
}
