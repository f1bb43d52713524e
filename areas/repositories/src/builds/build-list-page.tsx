import { Failure, pages, useLive } from '@packhouse/console-kit/console-kit.ts';
import { type BuildSummary, listBuilds } from '@packhouse/contract/repositories/build-routes.ts';
import { Button, EmptyState, Page, RelativeTime, SearchField } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { buildPath, buildRunsPath } from './build-paths.ts';
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
  const [params, setParams] = useSearchParams();
  const name = params.get('name') ?? '';
  const search = (text: string) => setParams(text ? { name: text } : {}, { replace: true });
  const result = useInfiniteQuery(pages(listBuilds, { query: name ? { name } : {} }));
  useLive(['artifact.'], listBuilds);
  const rows = result.data?.pages.flatMap((page) => page.items);
  return (
    <Page title={t('builds')}>
      {result.error && !rows ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <DataTable
          id="builds"
          label={t('builds')}
          columns={columns()}
          rows={rows}
          rowKey={(row) => `${row.repository}/${row.name}`}
          href={(row) => buildRunsPath(row.name, row.repository)}
          {...(result.hasNextPage ? { onMore: () => void result.fetchNextPage(), loadingMore: result.isFetchingNextPage } : {})}
          toolbar={<SearchField label={t('searchBuilds')} value={name} onChange={search} />}
          empty={
            name ? (
              <EmptyState icon="search" title={t('noneFits')} action={<Button onClick={() => search('')}>{t('clearSearch')}</Button>} />
            ) : (
              <EmptyState icon="build" title={t('noBuilds')}>
                {t('noBuildsHelp')}
              </EmptyState>
            )
          }
        />
      )}
    </Page>
  );
}
