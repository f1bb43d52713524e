import { filterChips, ListPage, UnusedFilters, useAddress, useList } from '@packhouse/console-kit/lists.ts';
import { readSearch, type SearchModel, writeSearch } from '@packhouse/contract/repositories/search-query.ts';
import { componentRowsPerPage, searchComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import { EmptyState, FilterChips, LinkButton } from '@packhouse/ui/core.ts';
import { createSearchParams } from 'react-router';
import { TurnPages, usePageNumber } from '../paging/turn-pages.tsx';
import { t } from '../scanning-words.ts';
import { componentColumns, versionPath } from '../scans/component-columns.tsx';
import '../scanning.css';

const columns = () =>
  componentColumns(
    {
      package: t('packageName'),
      version: t('version'),
      repository: t('repository'),
      state: t('scan'),
      findings: t('findings'),
      noFindings: t('noFindings'),
      status: t,
    },
    { package: 'name', state: 'scan' },
    'findings',
  );

/** Versions that were scanned, found by name; the whole search is in the address. */
export function SecuritySearchPage() {
  const [{ query: text }, change] = useAddress('query');
  const model = readSearch(text);
  const { name, filters } = model;
  const page = usePageNumber();
  const asked = { num_of_rows: componentRowsPerPage, page_num: page, order_by: 'name', direction: 'asc', ...(name === '' ? {} : { search: name }) } as const;
  const list = useList(
    searchComponents,
    { query: asked, body: Object.keys(filters).length === 0 ? 'all_components' : { all_components: '', filters } },
    { rows: ({ data }) => data },
  );
  const unused = list.answer?.unused ?? [];
  const search = (next: SearchModel) => change({ query: writeSearch(next) });
  return (
    <ListPage
      id="security-search"
      title={t('securitySearch')}
      count={list.answer?.total_count}
      subtitle={t('searchAbout')}
      actions={
        <LinkButton to={`/xray/where${name === '' ? '' : `?${createSearchParams({ name })}`}`} icon="search">
          {t('whereIs')}
        </LinkButton>
      }
      above={<UnusedFilters model={model} line={text} unused={unused} onChange={search} />}
      toolbar={<FilterChips chips={filterChips(model, search, unused)} />}
      list={list}
      columns={columns()}
      rowKey={(row) => `${row.component_id} ${row.version}`}
      href={versionPath}
      none={
        <EmptyState icon="shield" title={text === '' ? t('nothingScanned') : t('nothingFound')}>
          {t(text === '' ? 'nothingScannedHelp' : 'nothingFoundHelp')}
        </EmptyState>
      }
    >
      <TurnPages label={t('securitySearch')} page={page} rows={list.answer?.total_count} rowsPerPage={componentRowsPerPage} />
    </ListPage>
  );
}
