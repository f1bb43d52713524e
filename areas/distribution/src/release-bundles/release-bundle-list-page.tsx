import { Failure, pages, query, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { listDistributionRepositories } from '@packhouse/contract/distribution/distribution-routes.ts';
import { createReleaseBundle, listReleaseBundles, type ReleaseBundleType } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { readSearch } from '@packhouse/contract/repositories/search-query.ts';
import { Banner, Button, EmptyState, LinkButton, Page, RouteTabs, SearchField } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/table/data.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { t } from '../distribution-words.ts';
import { releaseBundleEvents } from '../live.ts';
import { paths, releaseBundlePath, tabOf } from '../paths.ts';
import { NewRepositoryLink } from './new-repository-link.tsx';
import { releaseBundleColumns } from './release-bundle-columns.tsx';
import '../distribution.css';

/** Release bundles made here or received; at its old address and at its new one. */
export function ReleaseBundleListPage() {
  const { activeTab } = useParams();
  const { pathname, search } = useLocation();
  const tab = tabOf(activeTab);
  const base = pathname.startsWith(paths.bundles) ? paths.bundles : '/bundles';
  if (tab === undefined) return <Navigate to={`${base}/source${search}`} replace />;
  return <ReleaseBundleList key={tab} tab={tab} base={base} />;
}

function ReleaseBundleList({ tab, base }: { tab: ReleaseBundleType; base: string }) {
  const [params, setParams] = useSearchParams();
  const text = params.get('query') ?? '';
  const { name } = readSearch(text);
  const change = (next: string) => setParams(next === '' ? {} : { query: next }, { replace: true });
  const list = useInfiniteQuery(pages(listReleaseBundles, { query: { type: tab, ...(name && { search: name }) } }));
  const repositories = useQuery({ ...query(listDistributionRepositories, { query: { type: 'distribution' } }), enabled: name !== '' });
  useLive(releaseBundleEvents, listReleaseBundles);
  const refusal = useRefusal(createReleaseBundle, { on: 'releaseBundle', action: 'deploy' });
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const total = list.data?.pages[0]?.total;
  const lacksRepositories = name !== '' && repositories.data?.length === 0;
  const create = (
    <LinkButton to={paths.newBundle} kind="primary" icon="plus" refusal={refusal}>
      {t('newBundle')}
    </LinkButton>
  );
  return (
    <Page title={t('distribution')} count={total} subtitle={t('about')} actions={create}>
      <RouteTabs
        label={t('distribution')}
        tabs={[
          { to: `${base}/source`, label: t('source') },
          { to: `${base}/target`, label: t('target') },
        ]}
      />
      {lacksRepositories && rows !== undefined && rows.length > 0 && (
        <Banner kind="info" action={<NewRepositoryLink />}>
          {t('noRepositories')}
        </Banner>
      )}
      {list.error && !rows ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          id="release-bundles"
          label={t(tab === 'source' ? 'sourceBundles' : 'targetBundles')}
          columns={releaseBundleColumns()}
          rows={rows}
          rowKey={(bundle) => `${bundle.name} ${bundle.version}`}
          href={(bundle) => releaseBundlePath(bundle, tab)}
          total={total}
          onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
          loadingMore={list.isFetchingNextPage}
          toolbar={<SearchField label={t('searchBundles')} value={text} onChange={change} />}
          empty={<Nothing tab={tab} searching={name !== ''} lacksRepositories={lacksRepositories} onClear={() => change('')} create={create} />}
        />
      )}
    </Page>
  );
}

interface NothingProps {
  tab: ReleaseBundleType;
  searching: boolean;
  lacksRepositories: boolean;
  onClear: () => void;
  create: React.ReactNode;
}

/** Why there is nothing in a list, and what can be done about it. */
function Nothing({ tab, searching, lacksRepositories, onClear, create }: NothingProps) {
  if (searching && lacksRepositories)
    return (
      <EmptyState icon="repository" title={t('noRepositories')} action={<NewRepositoryLink />}>
        {t('noRepositoriesHelp')}
      </EmptyState>
    );
  if (searching)
    return (
      <EmptyState icon="search" title={t('noneFits')} action={<Button onClick={onClear}>{t('clearSearch')}</Button>}>
        {t('noneFitsHelp')}
      </EmptyState>
    );
  if (tab === 'source')
    return (
      <EmptyState icon="tag" title={t('noSource')} action={create}>
        {t('noSourceHelp')}
      </EmptyState>
    );
  return (
    <EmptyState icon="tag" title={t('noTarget')}>
      {t('noTargetHelp')}
    </EmptyState>
  );
}
