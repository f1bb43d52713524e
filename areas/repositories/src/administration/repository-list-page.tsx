import { useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useFilters, useList } from '@packhouse/console-kit/lists.ts';
import { type FormatId, findFormatId, formatIds, getFormatTitle, type RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import { createRepository, listRepositories, type RepositorySummary } from '@packhouse/contract/repositories/repository-routes.ts';
import { Button, EmptyState, FilterChips, LinkButton, Menu, type MenuEntry, RouteTabs } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { editPath, listPath, newPath } from './administration-screens.ts';
import { t } from './administration-words.ts';
import { DeleteRepository } from './delete-repository.tsx';
import { repositoryColumns } from './repository-columns.tsx';
import { ZapCaches } from './zap-caches.tsx';
import './administration.css';

function newEntries(refusal: string | undefined): MenuEntry[] {
  return [
    { label: t('newLocal'), hint: t('aboutLocal'), to: newPath('local'), refusal },
    { label: t('newRemote'), hint: t('aboutRemote'), to: newPath('remote'), refusal },
    { label: t('newVirtual'), hint: t('aboutVirtual'), to: newPath('virtual'), refusal },
  ];
}

/** Every repository the reader may see, by class and format. */
export function RepositoryListPage() {
  const { repositoryClass } = useParams();
  const kind = repositoryClass as RepositoryClass | undefined;
  const filters = useFilters('search', 'format');
  const format = findFormatId(filters.values.format);
  const { search } = filters.asked;
  const asked = { limit: 500, ...(search ? { search } : {}), ...(format ? { format } : {}), ...(kind ? { class: kind } : {}) };
  const list = useList(listRepositories, { query: asked }, { rows: ({ items }) => items, total: ({ total }) => total, live: ['repository.'] });
  const [removing, setRemoving] = useState<RepositorySummary>();
  const [zapping, setZapping] = useState<{ keys: readonly string[] | undefined; clear?: () => void }>();
  const refusal = useRefusal(createRepository);
  const rowActions = (row: RepositorySummary): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', keys: 'e', to: editPath(row) },
    { label: t('browse'), icon: 'tree', to: `/repos/tree/${encodeURIComponent(row.class === 'remote' ? `${row.key}-cache` : row.key)}` },
    { label: t('setMeUp'), icon: 'bolt', to: `/set-me-up/${encodeURIComponent(row.key)}` },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', refusal, onSelect: () => setRemoving(row) },
  ];
  const classes = (['local', 'remote', 'virtual'] as const).map((one) => ({ to: listPath(one), label: t(one), end: true }));
  return (
    <ListPage
      id="repositories"
      title={t('repositories')}
      actions={
        <>
          {kind === 'remote' && (
            <Button icon="bolt" refusal={refusal} onClick={() => setZapping({ keys: undefined })}>
              {t('zapAll')}
            </Button>
          )}
          <Menu label={t('newRepository')} entries={newEntries(refusal)} align="end">
            {(trigger) => (
              <Button kind="primary" icon="plus" {...trigger}>
                {t('newRepository')}
              </Button>
            )}
          </Menu>
        </>
      }
      above={<RouteTabs label={t('classes')} tabs={[{ to: listPath(), label: t('all'), end: true }, ...classes]} />}
      list={list}
      columns={repositoryColumns()}
      rowKey={({ key }) => key}
      href={editPath}
      rowActions={rowActions}
      rowName={({ key }) => key}
      bulkActions={(chosen, clear) => <ZapChosen chosen={chosen} onZap={(keys) => setZapping({ keys, clear })} />}
      filters={filters}
      search={t('searchRepositories')}
      toolbar={<FormatFilter format={format} choose={(one) => filters.change({ format: one })} />}
      noneFits={{ title: t('noneFits'), clear: t('clearFilters') }}
      none={<NoneYet refusal={refusal} kind={kind ?? 'local'} />}
    >
      {zapping && <ZapCaches keys={zapping.keys} onClose={() => setZapping(undefined)} {...(zapping.clear ? { onZapped: zapping.clear } : {})} />}
      {removing && <DeleteRepository repository={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}

function ZapChosen({ chosen, onZap }: { chosen: readonly RepositorySummary[]; onZap: (keys: readonly string[]) => void }) {
  const remote = chosen.filter((one) => one.class === 'remote').map(({ key }) => key);
  return (
    <Button icon="bolt" size="small" refusal={remote.length === 0 ? t('zapOnlyRemote') : undefined} onClick={() => onZap(remote)}>
      {t('zap')}
    </Button>
  );
}

function FormatFilter({ format, choose }: { format: FormatId | undefined; choose: (format: FormatId | '') => void }) {
  const entries: MenuEntry[] = [
    { label: t('allFormats'), checked: format === undefined, onSelect: () => choose('') },
    ...formatIds.map((one) => ({ label: getFormatTitle(one), checked: one === format, onSelect: () => choose(one) })),
  ];
  return (
    <>
      <Menu label={t('format')} entries={entries}>
        {(trigger) => (
          <Button icon="filter" {...trigger}>
            {t('format')}
          </Button>
        )}
      </Menu>
      <FilterChips chips={format ? [{ key: 'format', label: `${t('format')}: ${getFormatTitle(format)}`, onRemove: () => choose('') }] : []} />
    </>
  );
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
