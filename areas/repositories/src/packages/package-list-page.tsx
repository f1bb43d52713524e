import { useLive, useSession } from '@packhouse/console-kit/console-kit.ts';
import { UnusedFilters } from '@packhouse/console-kit/lists.ts';
import { queryPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { packageSearchMinimum } from '@packhouse/contract/repositories/package-search.ts';
import { findUnusedFilters } from '@packhouse/contract/repositories/used-filters.ts';
import { Banner, Button, EmptyState, LinkButton, Page, Skeleton } from '@packhouse/ui/core.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { findFilter, isFiltered, useListState } from './list-state.ts';
import { MigrationBanner } from './migration-banner.tsx';
import { packagePages } from './package-data.ts';
import { PackageFilters } from './package-filters.tsx';
import { PackageItems, type View } from './package-items.tsx';
import { t } from './package-list-words.ts';
import './packages.css';

const viewKey = 'packhouse.packages.view';

/** Asks for more when the end of the list comes into sight. */
function useEndInSight(onSight: () => void): (element: HTMLElement | null) => void {
  const latest = useRef(onSight);
  useEffect(() => {
    latest.current = onSight;
  });
  const observer = useRef<IntersectionObserver>(undefined);
  useEffect(() => () => observer.current?.disconnect(), []);
  return (element) => {
    observer.current?.disconnect();
    if (!element || typeof IntersectionObserver === 'undefined') return;
    observer.current = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), { rootMargin: '400px' });
    observer.current.observe(element);
  };
}

/** All packages of all readable repositories. */
export function PackageListPage() {
  const [state, change] = useListState();
  useLive(['artifact.', 'package.', 'repository.'], queryPackages);
  const [view, setView] = useState<View>(() => (localStorage.getItem(viewKey) === 'cards' ? 'cards' : 'rows'));
  const inProject = useSession().projectKey !== undefined;
  const filter = findFilter(state, inProject);
  const result = useInfiniteQuery({
    ...packagePages(filter ?? findFilter({ ...state, text: '' }, inProject) ?? {}, { field: state.order, direction: state.direction }),
    enabled: filter !== undefined,
  });
  const more = () => {
    if (result.hasNextPage && !result.isFetching) void result.fetchNextPage();
  };
  const end = useEndInSight(more);
  // A list that cannot be loaded is an empty list that says so; the page stands.
  const packages = result.data?.pages.flatMap((page) => page.nodes) ?? [];
  const count = result.data?.pages[0]?.totalCount;
  const unused = [
    ...findUnusedFilters('packages', state.filters, { scans: true }),
    ...(filter === undefined ? [] : (result.data?.pages[0]?.unusedFilters ?? [])),
  ];
  const choose = (next: View) => {
    localStorage.setItem(viewKey, next);
    setView(next);
  };
  return (
    <Page
      title={t('packages')}
      breadcrumb={[{ label: t('packages') }]}
      count={count}
      actions={
        <LinkButton to="/set-me-up" icon="bolt">
          {t('setMeUp')}
        </LinkButton>
      }
    >
      <MigrationBanner />
      <PackageFilters state={state} unused={unused} onChange={change} view={view} onView={choose} />
      <UnusedFilters
        model={{ name: state.text, filters: state.filters }}
        line={state.text}
        unused={unused}
        onChange={({ name, filters }) => change({ text: name, filters })}
      />
      {filter === undefined && (
        <p className="pkg-hint" role="status">
          {t('tooShort', { count: packageSearchMinimum })}
        </p>
      )}
      {result.error && (
        <Banner
          kind="warning"
          action={
            <Button size="small" onClick={() => void result.refetch()}>
              {t('retry')}
            </Button>
          }
        >
          {t('listFailed')} {result.error.message}
        </Banner>
      )}
      {result.isPending && filter !== undefined ? (
        <Skeleton lines={12} shape="rows" />
      ) : (
        <PackageItems packages={packages} view={view} busy={result.isPlaceholderData} />
      )}
      {result.isSuccess && packages.length === 0 && (
        <Nothing filtered={isFiltered(state)} onClear={() => change({ text: '', types: [], repos: [], filters: {} })} />
      )}
      {result.hasNextPage && (
        <div ref={end} className="pkg-more">
          <Button onClick={more} loading={result.isFetchingNextPage}>
            {t('loadMore')}
          </Button>
        </div>
      )}
    </Page>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <EmptyState icon="search" title={t('nothingFits')} action={<Button onClick={onClear}>{t('clearFilters')}</Button>} />;
  return (
    <EmptyState
      title={t('noPackages')}
      action={
        <LinkButton to="/set-me-up" kind="primary" icon="bolt">
          {t('setMeUp')}
        </LinkButton>
      }
    >
      {t('noPackagesHelp')}
    </EmptyState>
  );
}
