import { query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, UnusedFilters, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { createReleaseBundle, listReleaseBundles, type ReleaseBundleType } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { listRepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import { readSearch, writeSearch } from '@packhouse/contract/repositories/search-query.ts';
import { findUnusedFilters } from '@packhouse/contract/repositories/used-filters.ts';
import { Banner, Button, EmptyState, LinkButton, RouteTabs, SearchField } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useParams } from 'react-router';
import { findTab, paths, releaseBundlePath } from '../distribution-screens.ts';
import { t } from '../distribution-words.ts';
import { releaseBundleEvents } from '../live.ts';
import { NewRepositoryLink } from './new-repository-link.tsx';
import { releaseBundleColumns } from './release-bundle-columns.tsx';
import '../distribution.css';

/** Release bundles made here or received; at its old address and at its new one. */
export function ReleaseBundleListPage() {
  const { activeTab } = useParams();
  const { pathname, search } = useLocation();
  const tab = findTab(activeTab);
  const base = pathname.startsWith(paths.bundles) ? paths.bundles : '/bundles';
  if (tab === undefined) return <Navigate to={`${base}/source${search}`} replace />;
  return <ReleaseBundleList key={tab} tab={tab} base={base} />;
}

function ReleaseBundleList({ tab, base }: { tab: ReleaseBundleType; base: string }) {
  const filters = useFilters('query');
  const model = readSearch(filters.values.query);
  const { name } = model;
  const list = usePagedList(listReleaseBundles, { query: { type: tab, ...(name && { search: name }) } }, { live: releaseBundleEvents });
  const repositories = useQuery({ ...query(listRepositoryInfo, { query: { type: 'distribution' } }), enabled: name !== '' });
  const refusal = useRefusal(createReleaseBundle, { on: 'releaseBundle', action: 'deploy' });
  const lacksRepositories = name !== '' && repositories.data?.length === 0;
  const create = (
    <LinkButton to={paths.newBundle} kind="primary" icon="plus" refusal={refusal}>
      {t('newBundle')}
    </LinkButton>
  );
  return (
    <ListPage
      id="release-bundles"
      title={t('distribution')}
      label={t(tab === 'source' ? 'sourceBundles' : 'targetBundles')}
      subtitle={t('about')}
      actions={create}
      above={
        <>
          <RouteTabs
            label={t('distribution')}
            tabs={[
              { to: `${base}/source`, label: t('source') },
              { to: `${base}/target`, label: t('target') },
            ]}
          />
          {lacksRepositories && list.rows !== undefined && list.rows.length > 0 && (
            <Banner kind="info" action={<NewRepositoryLink />}>
              {t('noRepositories')}
            </Banner>
          )}
          <UnusedFilters
            model={model}
            line={filters.values.query}
            unused={findUnusedFilters('releaseBundles', model.filters, { scans: false })}
            onChange={(next) => filters.change({ query: writeSearch(next) })}
          />
        </>
      }
      list={list}
      columns={releaseBundleColumns()}
      rowKey={(bundle) => `${bundle.name} ${bundle.version}`}
      href={(bundle) => releaseBundlePath(bundle, tab)}
      toolbar={<SearchField label={t('searchBundles')} value={filters.values.query} onChange={(text) => filters.change({ query: text })} />}
      none={<Nothing tab={tab} searching={name !== ''} lacksRepositories={lacksRepositories} onClear={filters.clear} create={create} />}
    />
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
