import { Failure, query, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { type FormatId, formatIdOf, formatIds, type RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import { createRepository, listRepositories, type RepositorySummary } from '@packhouse/contract/repositories/repository-routes.ts';
import { Button, EmptyState, FilterChips, LinkButton, Menu, type MenuEntry, Page, RouteTabs, SearchField } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { t } from './administration-words.ts';
import { DeleteRepository } from './delete-repository.tsx';
import { repositoryColumns } from './repository-columns.tsx';
import { editPath, listPath, newPath } from './repository-paths.ts';
import './administration.css';

interface Filters {
  search: string;
  format: FormatId | undefined;
  class: RepositoryClass | undefined;
}

function useFilters(): [Filters, (change: { search?: string; format?: string }) => void] {
  const { repositoryClass } = useParams();
  const [params, setParams] = useSearchParams();
  const format = formatIdOf(params.get('format') ?? '');
  const change = (part: { search?: string; format?: string }) =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(part)) value ? now.set(name, value) : now.delete(name);
        return now;
      },
      { replace: true },
    );
  return [{ search: params.get('search') ?? '', format, class: repositoryClass as RepositoryClass | undefined }, change];
}

function newEntries(refusal: string | undefined): MenuEntry[] {
  return [
    { label: t('newLocal'), hint: t('aboutLocal'), to: newPath('local'), refusal },
    { label: t('newRemote'), hint: t('aboutRemote'), to: newPath('remote'), refusal },
    { label: t('newVirtual'), hint: t('aboutVirtual'), to: newPath('virtual'), refusal },
  ];
}

/** Every repository the reader may see, by class and format. */
export function RepositoryListPage() {
  const [filters, change] = useFilters();
  const [removing, setRemoving] = useState<RepositorySummary>();
  const navigate = useNavigate();
  const refusal = useRefusal(createRepository);
  const { search, format } = filters;
  const result = useQuery(
    query(listRepositories, {
      query: { limit: 500, ...(search ? { search } : {}), ...(format ? { format } : {}), ...(filters.class ? { class: filters.class } : {}) },
    }),
  );
  useLive(['repository.'], listRepositories);
  const rows = result.data?.items;
  const rowActions = (row: RepositorySummary): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editPath(row) },
    { label: t('browse'), icon: 'tree', to: `/repos/tree/${encodeURIComponent(row.class === 'remote' ? `${row.key}-cache` : row.key)}` },
    { label: t('setMeUp'), icon: 'bolt', to: `/set-me-up/${encodeURIComponent(row.key)}` },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, refusal, onSelect: () => setRemoving(row) },
  ];
  return (
    <Page
      title={t('repositories')}
      count={result.data?.total}
      actions={
        <Menu label={t('newRepository')} entries={newEntries(refusal)} align="end">
          {(trigger) => (
            <Button kind="primary" icon="plus" {...trigger}>
              {t('newRepository')}
            </Button>
          )}
        </Menu>
      }
    >
      <RouteTabs
        label={t('classes')}
        tabs={[
          { to: listPath(), label: t('all'), end: true },
          ...(['local', 'remote', 'virtual'] as const).map((one) => ({ to: listPath(one), label: t(one), end: true })),
        ]}
      />
      {result.error && !rows ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <DataTable
          id="repositories"
          label={t('repositories')}
          columns={repositoryColumns()}
          rows={rows}
          rowKey={({ key }) => key}
          href={editPath}
          onEdit={(row) => void navigate(editPath(row))}
          {...(refusal === undefined ? { onDelete: setRemoving } : {})}
          rowActions={rowActions}
          total={result.data?.total}
          toolbar={<Toolbar search={search} format={format} change={change} />}
          empty={
            search || format ? (
              <NothingFits onClear={() => change({ search: '', format: '' })} />
            ) : (
              <NoneYet refusal={refusal} kind={filters.class ?? 'local'} />
            )
          }
        />
      )}
      {removing && <DeleteRepository repository={removing} onClose={() => setRemoving(undefined)} />}
    </Page>
  );
}

function Toolbar({ search, format, change }: { search: string; format: FormatId | undefined; change: (part: { search?: string; format?: string }) => void }) {
  const entries: MenuEntry[] = [
    { label: t('allFormats'), checked: format === undefined, onSelect: () => change({ format: '' }) },
    ...formatIds.map((one) => ({ label: one, checked: one === format, onSelect: () => change({ format: one }) })),
  ];
  return (
    <>
      <SearchField label={t('searchRepositories')} value={search} onChange={(text) => change({ search: text })} />
      <Menu label={t('format')} entries={entries}>
        {(trigger) => (
          <Button icon="filter" {...trigger}>
            {t('format')}
          </Button>
        )}
      </Menu>
      <FilterChips chips={format ? [{ key: 'format', label: `${t('format')}: ${format}`, onRemove: () => change({ format: '' }) }] : []} />
    </>
  );
}

function NothingFits({ onClear }: { onClear: () => void }) {
  return <EmptyState icon="search" title={t('noneFits')} action={<Button onClick={onClear}>{t('clearFilters')}</Button>} />;
}

function NoneYet({ refusal, kind }: { refusal: string | undefined; kind: RepositoryClass }) {
  return (
    <EmptyState
      icon="repository"
      title={t('noneYet')}
      action={
        <>
          <LinkButton to="/quick-setup" icon="wand" refusal={refusal}>
            {t('quickCreate')}
          </LinkButton>
          <LinkButton to={newPath(kind)} kind="primary" icon="plus" refusal={refusal}>
            {t('newRepository')}
          </LinkButton>
        </>
      }
    >
      {t('noneYetHelp')}
    </EmptyState>
  );
}
