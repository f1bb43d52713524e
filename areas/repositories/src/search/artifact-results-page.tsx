import { filterChips, ListPage, UnusedFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import {
  type ArtifactSearchType,
  artifactSearchTypes,
  type SearchFilters,
  type SearchModel,
  writeSearch,
} from '@packhouse/contract/repositories/search-query.ts';
import { type FoundArtifact, searchArtifacts } from '@packhouse/contract/repositories/search-routes.ts';
import { Button, Bytes, EmptyState, FilterChips, FormatIcon, Menu, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { MigrationBanner } from '../packages/migration-banner.tsx';
import { treePath } from '../tree/tree-path.ts';
import { useResultsState } from './results-state.ts';
import { t } from './search-words.ts';
import './results.css';

const getFolder = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function columns(inside: boolean): Column<FoundArtifact>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      render: (row) => (
        <span className="results-name">
          <FormatIcon format={row.format} size={18} />
          <Link to={treePath(row)}>{row.name}</Link>
        </span>
      ),
    },
    ...(inside
      ? [{ id: 'entry', title: t('found'), card: 'fact' as const, render: (row: FoundArtifact) => <span className="ph-mono">{row.entry}</span> }]
      : []),
    {
      id: 'repository',
      title: t('repository'),
      card: 'fact',
      width: '190px',
      render: (row) => <Link to={treePath({ repoKey: row.repoKey, path: '' })}>{row.repoKey}</Link>,
    },
    {
      id: 'path',
      title: t('path'),
      render: (row) =>
        getFolder(row.path) === '' ? '' : <Link to={treePath({ repoKey: row.repoKey, path: getFolder(row.path) })}>{getFolder(row.path)}</Link>,
    },
    { id: 'size', title: t('size'), align: 'end', width: '100px', optional: true, render: (row) => <Bytes value={row.size} /> },
    { id: 'modified', title: t('modified'), card: 'fact', width: '150px', render: (row) => <RelativeTime at={row.modifiedAt} /> },
  ];
}

function TypeChoice({ type, onChange }: { type: ArtifactSearchType; onChange: (type: ArtifactSearchType) => void }) {
  const entries = artifactSearchTypes.map((one) => ({ label: t(one), checked: one === type, onSelect: () => onChange(one) }));
  return (
    <Menu label={t('searchBy')} entries={entries}>
      {(trigger) => (
        <Button {...trigger} icon="chevron-down" aria-label={`${t('searchBy')}: ${t(type)}`} className="results-choice">
          {t(type)}
        </Button>
      )}
    </Menu>
  );
}

/** Artifacts that fit the search in the address, over all repositories the reader may see. */
export function ArtifactResultsPage() {
  const [{ type, text, model }, change] = useResultsState();
  const filters = Object.fromEntries(Object.entries(model.filters).filter(([key]) => key !== 'searchType')) as SearchFilters;
  const list = usePagedList(searchArtifacts, { params: { searchType: type }, query: {}, body: { name: model.name, filters } }, { live: ['artifact.'] });
  const unused = list.answer?.unused ?? [];
  const search = (next: SearchModel) => change({ text: writeSearch(next) });
  const chips = filterChips({ name: model.name, filters }, search, unused);
  const clear = () => change({ text: writeSearch({ name: model.name, filters: {} }) });
  return (
    <ListPage
      id="artifact-results"
      documentTitle={t('artifacts')}
      title={model.name === '' ? t('results') : t('resultsFor', { text: model.name })}
      label={t('results')}
      count={undefined}
      above={
        <>
          <MigrationBanner />
          <UnusedFilters model={{ name: model.name, filters }} line={text} unused={unused} onChange={search} />
        </>
      }
      list={list}
      columns={columns(type === 'class' || type === 'entry')}
      rowKey={(row) => `${row.repoKey}/${row.path}!${row.entry ?? ''}`}
      href={treePath}
      toolbar={
        <>
          <TypeChoice type={type} onChange={(next) => change({ type: next, text: writeSearch({ name: model.name, filters: {} }) })} />
          <FilterChips chips={chips} />
        </>
      }
      none={
        <EmptyState
          icon="search"
          title={text === '' ? t('nothing') : t('noneFits', { text })}
          action={chips.length > 0 ? <Button onClick={clear}>{t('clearFilters')}</Button> : undefined}
        >
          {t(`${type}Help`)}
        </EmptyState>
      }
    />
  );
}
