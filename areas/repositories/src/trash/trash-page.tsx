import { useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { type Filters, ListPage, useFilters, useList, usePagedList } from '@packhouse/console-kit/lists.ts';
import { trashKey } from '@packhouse/contract/repositories/artifact-routes.ts';
import { listTrash, listTrashRepositories, type TrashedFile } from '@packhouse/contract/repositories/trash-routes.ts';
import { Button, Bytes, Digest, EmptyState, Menu, type MenuEntry, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
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

/** Everything that was deleted and can still be put back. */
export function TrashPage() {
  const filters = useFilters('search', 'repo');
  const refusal = useRefusal(listTrash);
  const { search, repo: repoKey } = filters.asked;
  const list = usePagedList(
    listTrash,
    { query: { ...(search && { search }), ...(repoKey && { repoKey }) } },
    { live: ['artifact.'], stale: [listTrashRepositories], refusal },
  );
  const totals = useList(listTrashRepositories, {}, { rows: ({ items }) => items, refusal }).rows ?? [];
  const [removing, setRemoving] = useState<readonly TrashedFile[]>();
  const [emptying, setEmptying] = useState(false);
  const { repo } = filters.values;
  const inScope = totals.filter((one) => repo === '' || one.repoKey === repo);
  const rowActions = (file: TrashedFile): MenuEntry[] => [
    { label: t('restore'), icon: 'history', onSelect: () => void restoreFiles([file]) },
    { label: t('showInTree'), icon: 'tree', to: treePath({ repoKey: trashKey, path: `${file.repoKey}/${file.path}` }) },
    { line: true },
    { label: t('deleteForGood'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving([file]) },
  ];
  const emptyButton = (
    <Button kind="danger" icon="trash" disabled={inScope.length === 0} onClick={() => setEmptying(true)}>
      {repo ? t('emptyOne', { key: repo }) : t('emptyTrash')}
    </Button>
  );
  return (
    <ListPage
      id="trash"
      title={t('trash')}
      subtitle={t('about')}
      actions={emptyButton}
      above={<TrashUpkeep />}
      list={list}
      columns={columns()}
      rowKey={({ id }) => String(id)}
      rowName={({ path }) => path}
      rowActions={rowActions}
      bulkActions={(chosen, clear) => (
        <>
          <Button size="small" icon="history" onClick={() => void restoreFiles(chosen).finally(clear)}>
            {t('restore')}
          </Button>
          <Button size="small" kind="danger" icon="trash" onClick={() => setRemoving(chosen)}>
            {t('deleteForGood')}
          </Button>
        </>
      )}
      filters={filters}
      search={t('search')}
      toolbar={<RepositoryFilter {...filters} keys={totals.map((one) => one.repoKey)} />}
      noneFits={{ title: t('nothingFits'), clear: t('clear'), help: t('nothingFitsHelp') }}
      none={
        <EmptyState icon="trash" title={t('nothing')}>
          {t('nothingHelp')}
        </EmptyState>
      }
    >
      {removing && <DeleteFiles files={removing} onClose={() => setRemoving(undefined)} />}
      {emptying && <EmptyTrash repoKey={repo || undefined} totals={inScope} onClose={() => setEmptying(false)} />}
    </ListPage>
  );
}

/** Which repository's files are shown. */
function RepositoryFilter({ values: { repo }, change, keys }: Filters<'search' | 'repo'> & { keys: readonly string[] }) {
  const entries: MenuEntry[] = [
    { label: t('allRepositories'), checked: repo === '', onSelect: () => change({ repo: '' }) },
    ...keys.map((key) => ({ label: key, checked: key === repo, onSelect: () => change({ repo: key }) })),
  ];
  return (
    <Menu label={t('repository')} entries={entries}>
      {(trigger) => (
        <Button icon="filter" {...trigger}>
          {repo ? t('fromRepository', { key: repo }) : t('allRepositories')}
        </Button>
      )}
    </Menu>
  );
}
