import { Findings } from '@packhouse/console-kit/console-kit.ts';
import { filterChips, ListPage, UnusedFilters, useAddress, useList } from '@packhouse/console-kit/lists.ts';
import { readSearch, type SearchModel, writeSearch } from '@packhouse/contract/repositories/search-query.ts';
import { type ComponentRow, componentRowsPerPage, searchComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import { EmptyState, FilterChips, FormatIcon, LinkButton, type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { createSearchParams, Link } from 'react-router';
import type { z } from 'zod';
import { TurnPages, usePageNumber } from '../paging/turn-pages.tsx';
import { t } from '../scanning-words.ts';
import '../scanning.css';

type Row = z.output<typeof ComponentRow>;

const kinds: Record<Row['status'], StatusKind> = {
  'not scanned': 'neutral',
  'in progress': 'running',
  scanned: 'good',
  'scan failed': 'bad',
  'not supported': 'neutral',
};

const versionPath = ({ component_id, version }: Row) => `/packages/${encodeURIComponent(component_id)}/${encodeURIComponent(version)}`;

function columns(): Column<Row>[] {
  return [
    {
      id: 'name',
      title: t('packageName'),
      card: 'title',
      width: '34%',
      render: (row) => (
        <span className="scan-name">
          <FormatIcon format={row.package_type} size={16} />
          <Link to={versionPath(row)} className="ph-main-link">
            {row.name}
          </Link>
        </span>
      ),
    },
    { id: 'version', title: t('version'), card: 'fact', width: '16%', render: ({ version }) => <span className="ph-mono">{version}</span> },
    { id: 'repository', title: t('repository'), render: ({ repository }) => repository },
    { id: 'scan', title: t('scan'), width: '140px', render: ({ status }) => <StatusTag kind={kinds[status]}>{t(status)}</StatusTag> },
    { id: 'findings', title: t('findings'), card: 'fact', render: ({ vulnerabilities }) => <Findings counts={vulnerabilities} none={t('noFindings')} /> },
  ];
}

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
          {text !== '' && t('nothingFoundHelp')}
        </EmptyState>
      }
    >
      <TurnPages label={t('securitySearch')} page={page} rows={list.answer?.total_count} rowsPerPage={componentRowsPerPage} />
    </ListPage>
  );
}
