import { Failure, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { type IgnoreRule, listIgnoreRules } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { Button, EmptyState, Page } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { EndRule } from './end-rule.tsx';
import { t } from './ignoring-words.ts';
import { ruleColumns } from './rule-columns.tsx';
import '../scanning.css';

const rowsPerPage = 50;

/** Rules by which findings are ignored, newest first; the page is in the address. */
export function RuleListPage() {
  const [params, setParams] = useSearchParams();
  const [ending, setEnding] = useState<IgnoreRule>();
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1);
  useLive(['audit.ignore-rule.'], listIgnoreRules);
  const { data, error, refetch } = useQuery(query(listIgnoreRules, { query: { num_of_rows: rowsPerPage, page_num: page } }));
  const pages = Math.max(1, Math.ceil((data?.total_count ?? 0) / rowsPerPage));
  const turn = (to: number) => setParams({ page: String(to) });
  return (
    <Page title={t('rules')} count={data?.total_count} subtitle={t('about')}>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          id="ignore-rules"
          label={t('rules')}
          columns={ruleColumns()}
          rows={data?.data}
          rowKey={({ id }) => id}
          onDelete={setEnding}
          rowActions={(rule) => [{ label: t('end'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setEnding(rule) }]}
          empty={
            <EmptyState icon="eye" title={t('none')}>
              {t('noneHelp')}
            </EmptyState>
          }
        />
      )}
      {pages > 1 && (
        <nav className="scan-pages" aria-label={t('rules')}>
          <Button disabled={page <= 1} onClick={() => turn(page - 1)}>
            {t('previous')}
          </Button>
          <span aria-live="polite">{t('pageOf', { page, pages })}</span>
          <Button disabled={page >= pages} onClick={() => turn(page + 1)}>
            {t('next')}
          </Button>
        </nav>
      )}
      {ending && <EndRule rule={ending} onClose={() => setEnding(undefined)} />}
    </Page>
  );
}
