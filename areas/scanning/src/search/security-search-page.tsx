import { Failure, Findings, query } from '@packhouse/console-kit/console-kit.ts';
import { readSearch } from '@packhouse/contract/repositories/search-query.ts';
import { type ComponentRow, componentRowsPerPage, searchComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import { Button, EmptyState, FormatIcon, Page, type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { z } from 'zod';
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
  const [params, setParams] = useSearchParams();
  const { name } = readSearch(params.get('query') ?? '');
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1);
  const search = { num_of_rows: componentRowsPerPage, page_num: page, order_by: 'name', direction: 'asc', ...(name === '' ? {} : { search: name }) } as const;
  const { data, error, refetch } = useQuery(query(searchComponents, { query: search, body: 'all_components' }));
  const pages = Math.max(1, Math.ceil((data?.total_count ?? 0) / componentRowsPerPage));
  const turn = (to: number) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set('page', String(to));
      return next;
    });
  return (
    <Page title={t('securitySearch')} count={data?.total_count} subtitle={t('searchAbout')}>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          id="security-search"
          label={t('securitySearch')}
          columns={columns()}
          rows={data?.data}
          rowKey={(row) => `${row.component_id} ${row.version}`}
          href={versionPath}
          empty={
            <EmptyState icon="shield" title={name === '' ? t('nothingScanned') : t('nothingFound')}>
              {name !== '' && t('nothingFoundHelp')}
            </EmptyState>
          }
        />
      )}
      {pages > 1 && (
        <nav className="scan-pages" aria-label={t('securitySearch')}>
          <Button disabled={page <= 1} onClick={() => turn(page - 1)}>
            {t('previous')}
          </Button>
          <span aria-live="polite">{t('pageOf', { page, pages })}</span>
          <Button disabled={page >= pages} onClick={() => turn(page + 1)}>
            {t('next')}
          </Button>
        </nav>
      )}
    </Page>
  );
}
