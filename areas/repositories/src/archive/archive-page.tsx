import { session, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { filterChips, ListPage, UnusedFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type ArchivedFile, deleteArchived, listArchived, restoreArchived } from '@packhouse/contract/repositories/archive-routes.ts';
import { readSearch, type SearchModel, writeSearch } from '@packhouse/contract/repositories/search-query.ts';
import { Button, Bytes, EmptyState, FilterChips, FormatIcon, LinkButton, type MenuEntry, RelativeTime, SearchField } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { policyListPath } from '../retention/retention-screens.ts';
import { DeleteQuestion, RestoreQuestion } from './archive-questions.tsx';
import { ArchiveSums } from './archive-sums.tsx';
import { t } from './archive-words.ts';
import { ArchiveWorkDialog, useArchiveWork } from './archive-work.tsx';
import '../trash/trash.css';
import './archive.css';

function columns(): Column<ArchivedFile>[] {
  return [
    {
      id: 'file',
      title: t('file'),
      card: 'title',
      width: '36%',
      render: ({ name, path, format }) => (
        <span className="trash-file">
          <b>
            {format && <FormatIcon format={format} size={16} />} {name}
          </b>
          <span className="ph-muted">{path}</span>
        </span>
      ),
    },
    {
      id: 'version',
      title: t('version'),
      render: ({ package: name, version }) => (name === null ? '' : <span className="ph-mono">{`${name} ${version}`}</span>),
    },
    {
      id: 'repository',
      title: t('repository'),
      card: 'fact',
      render: ({ repoKey, format }) => (
        <>
          <code>{repoKey}</code> {format === null && <span className="ph-muted">{t('gone')}</span>}
        </>
      ),
    },
    { id: 'size', title: t('size'), align: 'end', width: '100px', render: ({ size }) => <Bytes value={size} /> },
    { id: 'archived', title: t('archived'), card: 'fact', width: '140px', render: ({ archivedAt }) => <RelativeTime at={archivedAt} /> },
    { id: 'archivedBy', title: t('archivedBy'), optional: true, render: ({ archivedBy }) => archivedBy },
  ];
}

/** The search in the address, and how it is changed. */
function useSearch(): [{ text: string; model: SearchModel }, (model: SearchModel) => void] {
  const [params, setParams] = useSearchParams();
  const text = params.get('query') ?? '';
  const search = (model: SearchModel) => {
    const next = writeSearch(model);
    setParams(next === '' ? {} : { query: next }, { replace: true });
  };
  return [{ text, model: readSearch(text) }, search];
}

/** What would fill the archive, or that nothing in it fits. */
function NothingHere({ text, onClear }: { text: string; onClear: () => void }) {
  const policies = session().administrator && <LinkButton to={policyListPath}>{t('policies')}</LinkButton>;
  return text === '' ? (
    <EmptyState icon="history" title={t('none')} action={policies}>
      {t('noneHelp')}
    </EmptyState>
  ) : (
    <EmptyState icon="search" title={t('noneFits', { text })} action={<Button onClick={onClear}>{t('clear')}</Button>}>
      {t('noneFitsHelp')}
    </EmptyState>
  );
}

/** What retention put away: searched for, brought back, or deleted for good. */
export function ArchivePage() {
  const [{ text, model }, search] = useSearch();
  const { name, filters } = model;
  const list = usePagedList(listArchived, { query: {}, body: { name, filters } }, { live: ['artifact.', 'retention.run'] });
  const [removing, setRemoving] = useState<readonly ArchivedFile[]>();
  const [bringingAll, setBringingAll] = useState(false);
  const working = useArchiveWork();
  const mayRestore = useRefusal(restoreArchived, { on: 'repository', action: 'deploy' });
  const mayDelete = useRefusal(deleteArchived, { on: 'repository', action: 'manage' });
  const unused = list.answer?.unused ?? [];
  const bring = (files: readonly ArchivedFile[]) => working.start('restore', { files });
  const rowActions = (file: ArchivedFile): MenuEntry[] => [
    { label: t('restore'), icon: 'history', refusal: mayRestore ?? (file.format === null ? t('gone') : undefined), onSelect: () => bring([file]) },
    { line: true },
    { label: t('deleteForGood'), icon: 'trash', danger: true, keys: 'Del', refusal: mayDelete, onSelect: () => setRemoving([file]) },
  ];
  const chips = filterChips({ name: '', filters }, ({ filters: next }) => search({ name, filters: next }), unused);
  return (
    <ListPage
      id="archive"
      title={t('archive')}
      documentTitle={text === '' ? t('archive') : t('found', { text })}
      subtitle={t('about')}
      count={undefined}
      above={
        <>
          {session().administrator && <ArchiveSums />}
          <UnusedFilters model={model} line={text} unused={unused} onChange={search} />
        </>
      }
      list={list}
      columns={columns()}
      rowKey={({ id }) => String(id)}
      rowName={({ path }) => path}
      rowActions={rowActions}
      bulkActions={(chosen, clear) => (
        <>
          <Button
            size="small"
            icon="history"
            refusal={mayRestore}
            onClick={() => {
              bring(chosen);
              clear();
            }}
          >
            {t('restore')}
          </Button>
          <Button size="small" kind="danger" icon="trash" refusal={mayDelete} onClick={() => setRemoving(chosen)}>
            {t('deleteForGood')}
          </Button>
        </>
      )}
      toolbar={
        <>
          <SearchField label={t('search')} value={name} onChange={(next) => search({ name: next, filters })} />
          <FilterChips chips={chips} />
          {text !== '' && (list.rows?.length ?? 0) > 0 && (
            <Button size="small" icon="history" refusal={mayRestore} onClick={() => setBringingAll(true)}>
              {t('restoreAll')}
            </Button>
          )}
        </>
      }
      none={<NothingHere text={text} onClear={() => search({ name: '', filters: {} })} />}
    >
      {removing && (
        <DeleteQuestion
          files={removing}
          onClose={() => setRemoving(undefined)}
          onConfirm={() => {
            setRemoving(undefined);
            working.start('delete', { files: removing });
          }}
        />
      )}
      {bringingAll && (
        <RestoreQuestion
          text={text}
          onClose={() => setBringingAll(false)}
          onConfirm={() => {
            setBringingAll(false);
            working.start('restore', { search: { name, filters } });
          }}
        />
      )}
      <ArchiveWorkDialog {...working} />
    </ListPage>
  );
}
