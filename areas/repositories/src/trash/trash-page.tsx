import { Failure, pages, query, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { trashKey } from '@packhouse/contract/repositories/artifact-routes.ts';
import { listTrash, listTrashRepositories, type TrashedFile } from '@packhouse/contract/repositories/trash-routes.ts';
import { Button, Bytes, Digest, EmptyState, Menu, type MenuEntry, Page, RefusedState, RelativeTime, SearchField } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { treePath } from '../tree/tree-path.ts';
import { DeleteFiles, EmptyTrash } from './delete-dialogs.tsx';
import { restoreFiles } from './trash-actions.ts';
import { TrashUpkeep } from './trash-upkeep.tsx';
import { t } from './trash-words.ts';
import './trash.css';

function columns(): Column<TrashedFile>[] {
  return [
    {
      id: 'file',
      title: t('file'),
      card: 'title',
      width: '44%',
      render: ({ path }) => (
        <span className="trash-file">
          <b>{path.split('/').at(-1)}</b>
          <span className="ph-muted">{path}</span>
        </span>
      ),
    },
    { id: 'repository', title: t('repository'), card: 'fact', render: ({ repoKey }) => <code>{repoKey}</code> },
    { id: 'size', title: t('size'), align: 'end', width: '100px', render: ({ size }) => <Bytes value={size} /> },
    { id: 'deleted', title: t('deleted'), card: 'fact', width: '140px', render: ({ deletedAt }) => <RelativeTime at={deletedAt} /> },
    { id: 'deletedBy', title: t('deletedBy'), width: '140px', render: ({ deletedBy }) => deletedBy },
    { id: 'checksum', title: t('checksum'), optional: true, render: ({ sha256 }) => <Digest value={sha256} /> },
  ];
}

/** Search and repository, as the address has them. */
function useFilters() {
  const [params, setParams] = useSearchParams();
  const change = (part: { search?: string; repo?: string }) =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(part)) value ? now.set(name, value) : now.delete(name);
        return now;
      },
      { replace: true },
    );
  return { search: params.get('search') ?? '', repo: params.get('repo') ?? '', change };
}

/** Everything that was deleted and can still be put back. */
export function TrashPage() {
  const { search, repo, change } = useFilters();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<readonly TrashedFile[]>();
  const [emptying, setEmptying] = useState(false);
  const refusal = useRefusal(listTrash);
  const totals = useQuery({ ...query(listTrashRepositories, {}), enabled: refusal === undefined });
  const list = useInfiniteQuery({
    ...pages(listTrash, { query: { ...(search && { search }), ...(repo && { repoKey: repo }) } }),
    enabled: refusal === undefined,
  });
  useLive(['artifact.'], listTrash, listTrashRepositories);
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const chosen = (rows ?? []).filter(({ id }) => selected.has(String(id)));
  const inScope = (totals.data?.items ?? []).filter(({ repoKey }) => repo === '' || repoKey === repo);
  const act = (work: Promise<void>) => void work.finally(() => setSelected(new Set()));
  const rowActions = (file: TrashedFile): MenuEntry[] => [
    { label: t('restore'), icon: 'history', onSelect: () => act(restoreFiles([file])) },
    { label: t('showInTree'), icon: 'tree', to: treePath({ repoKey: trashKey, path: `${file.repoKey}/${file.path}` }) },
    { line: true },
    { label: t('deleteForGood'), icon: 'trash', danger: true, onSelect: () => setRemoving([file]) },
  ];
  if (refusal !== undefined)
    return (
      <Page title={t('trash')}>
        <RefusedState message={refusal} />
      </Page>
    );
  const bulk = (
    <>
      <Button size="small" icon="history" onClick={() => act(restoreFiles(chosen))}>
        {t('restore')}
      </Button>
      <Button size="small" kind="danger" icon="trash" onClick={() => setRemoving(chosen)}>
        {t('deleteForGood')}
      </Button>
    </>
  );
  const emptyButton = (
    <Button kind="danger" icon="trash" disabled={inScope.length === 0} onClick={() => setEmptying(true)}>
      {repo ? t('emptyOne', { key: repo }) : t('emptyTrash')}
    </Button>
  );
  return (
    <Page title={t('trash')} count={list.data?.pages[0]?.total} subtitle={t('about')} actions={emptyButton}>
      <TrashUpkeep />
      {list.error && !rows ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          id="trash"
          label={t('trash')}
          columns={columns()}
          rows={rows}
          rowKey={({ id }) => String(id)}
          rowName={({ path }) => path}
          selected={selected}
          onSelect={setSelected}
          bulkActions={bulk}
          rowActions={rowActions}
          onDelete={(file) => setRemoving([file])}
          total={list.data?.pages[0]?.total}
          onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
          loadingMore={list.isFetchingNextPage}
          toolbar={<Toolbar search={search} repo={repo} keys={totals.data?.items.map(({ repoKey }) => repoKey) ?? []} change={change} />}
          empty={<Empty filtered={search !== '' || repo !== ''} onClear={() => change({ search: '', repo: '' })} />}
        />
      )}
      {removing && <DeleteFiles files={removing} onClose={() => setRemoving(undefined)} onDeleted={() => setSelected(new Set())} />}
      {emptying && <EmptyTrash repoKey={repo || undefined} totals={inScope} onClose={() => setEmptying(false)} />}
    </Page>
  );
}

interface ToolbarProps {
  search: string;
  repo: string;
  keys: readonly string[];
  change: (part: { search?: string; repo?: string }) => void;
}

function Toolbar({ search, repo, keys, change }: ToolbarProps) {
  const entries: MenuEntry[] = [
    { label: t('allRepositories'), checked: repo === '', onSelect: () => change({ repo: '' }) },
    ...keys.map((key) => ({ label: key, checked: key === repo, onSelect: () => change({ repo: key }) })),
  ];
  return (
    <>
      <SearchField label={t('search')} value={search} onChange={(text) => change({ search: text })} />
      <Menu label={t('repository')} entries={entries}>
        {(trigger) => (
          <Button icon="filter" {...trigger}>
            {repo ? t('fromRepository', { key: repo }) : t('allRepositories')}
          </Button>
        )}
      </Menu>
    </>
  );
}

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered)
    return (
      <EmptyState icon="trash" title={t('nothing')}>
        {t('nothingHelp')}
      </EmptyState>
    );
  return (
    <EmptyState icon="search" title={t('nothingFits')} action={<Button onClick={onClear}>{t('clear')}</Button>}>
      {t('nothingFitsHelp')}
    </EmptyState>
  );
}
