import { ListPage, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type BuildSummary, listBuilds } from '@packhouse/contract/repositories/build-routes.ts';
import { EmptyState, RelativeTime, SearchField } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { buildPath, buildRunsPath } from './builds-screens.ts';
import { t } from './builds-words.ts';

const lastRun = ({ name, repository, lastNumber, lastStartedMillis }: BuildSummary) =>
  buildPath({ name, repository, number: lastNumber, startedMillis: lastStartedMillis });

const columns = (): Column<BuildSummary>[] => [
  { id: 'name', title: t('build'), card: 'title', render: (row) => <Link to={buildRunsPath(row.name, row.repository)}>{row.name}</Link> },
  { id: 'last', title: t('lastNumber'), card: 'fact', render: (row) => <Link to={lastRun(row)}>{row.lastNumber}</Link> },
  { id: 'started', title: t('lastStarted'), card: 'fact', width: '160px', render: (row) => <RelativeTime at={row.lastStarted} /> },
  { id: 'runs', title: t('runs'), align: 'end', width: '100px', render: (row) => row.runs },
  { id: 'repository', title: t('documents'), optional: true, render: (row) => <span className="ph-mono ph-muted">{row.repository}</span> },
];

/** Builds the reader may see, the last to run first. */
export function BuildListPage() {
  const filters = useFilters('name');
  const list = usePagedList(listBuilds, { query: filters.asked }, { live: ['artifact.'] });
  return (
    <ListPage
      id="builds"
      title={t('builds')}
      count={undefined}
      list={list}
      columns={columns()}
      rowKey={(row) => `${row.repository}/${row.name}`}
      href={(row) => buildRunsPath(row.name, row.repository)}
      filters={filters}
      toolbar={<SearchField label={t('searchBuilds')} value={filters.values.name} onChange={(name) => filters.change({ name })} />}
      noneFits={{ title: t('noneFits'), clear: t('clearSearch') }}
      none={
        <EmptyState icon="build" title={t('noBuilds')}>
          {t('noBuildsHelp')}
        </EmptyState>
      }
    />
  );
}
