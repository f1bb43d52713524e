import type { readIndex } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { Button, FormatIcon, IconButton, SearchField, Tag } from '@packhouse/ui/core.ts';
import type { FieldAria } from '@packhouse/ui/form/form.ts';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { t } from './indexing-words.ts';

export type IndexedRepository = z.output<typeof readIndex.reply>['data'][number];

interface ListProps {
  title: string;
  rows: readonly IndexedRepository[];
  isSearched: boolean;
  /** What moving one of them to the other list is called, and all that are shown. */
  moveOne: (name: string) => string;
  moveAll: (count: number) => string;
  icon: 'plus' | 'close';
  onMove: (names: readonly string[]) => void;
}

/** Nobody reads on beyond these: the search finds the rest. */
const mostShown = 200;

function Row({ row: { name, type, pkg_type, scanned, total }, isMoved, children }: { row: IndexedRepository; isMoved: boolean; children: ReactNode }) {
  return (
    <li className="scan-list-row">
      <FormatIcon format={pkg_type} size={20} />
      <span className="scan-list-name">
        <b className="ph-mono">{name}</b>
        <span className="ph-muted">
          {type === 'remote' ? t('is_remote') : t('is_local')} · {t('scannedOf', { scanned, total })}
        </span>
      </span>
      {isMoved && <Tag>{t('changed')}</Tag>}
      {children}
    </li>
  );
}

/** One of the two lists: what is in it, each with the way into the other. */
function List({ title, rows, isSearched, moveOne, moveAll, icon, onMove }: ListProps) {
  return (
    <section className="scan-list" aria-label={title}>
      <header>
        <b>{title}</b> <span className="ph-count">{rows.length}</span>
        {rows.length > 0 && (
          <Button size="small" kind="ghost" onClick={() => onMove(rows.map(({ name }) => name))}>
            {moveAll(rows.length)}
          </Button>
        )}
      </header>
      {rows.length === 0 ? (
        <p className="ph-muted">{isSearched ? t('noneFits') : t('nothingHere')}</p>
      ) : (
        <ul>
          {rows.slice(0, mostShown).map((row) => (
            <Row key={row.name} row={row} isMoved={(icon === 'plus') === row.indexed}>
              <IconButton icon={icon} size="small" label={moveOne(row.name)} onClick={() => onMove([row.name])} />
            </Row>
          ))}
          {rows.length > mostShown && <li className="ph-muted">{t('more', { count: rows.length - mostShown })}</li>}
        </ul>
      )}
    </section>
  );
}

interface TwoListsProps extends FieldAria {
  id?: string;
  all: readonly IndexedRepository[];
  /** Names of those that are indexed. */
  value?: readonly string[];
  onChange?: (names: readonly string[]) => void;
}

/** What is indexed and what is not, side by side, with one search over both. A form control. */
export function TwoLists({ id, all, value = [], onChange, ...aria }: TwoListsProps) {
  const [search, setSearch] = useState('');
  const chosen = new Set(value);
  const wanted = search.trim().toLowerCase();
  const shown = all.filter(({ name, pkg_type }) => name.toLowerCase().includes(wanted) || pkg_type.toLowerCase().includes(wanted));
  const common = { isSearched: wanted !== '' };
  return (
    <fieldset {...aria} id={id} aria-label={t('repositories')} tabIndex={-1} className="ph-form-set ph-stack">
      <SearchField label={t('search')} value={search} onChange={setSearch} />
      <div className="scan-two-lists">
        <List
          {...common}
          title={t('notIndexed')}
          rows={shown.filter(({ name }) => !chosen.has(name))}
          moveOne={(name) => t('add', { name })}
          moveAll={(count) => t('addAll', { count })}
          icon="plus"
          onMove={(names) => onChange?.([...value, ...names])}
        />
        <List
          {...common}
          title={t('indexed')}
          rows={shown.filter(({ name }) => chosen.has(name))}
          moveOne={(name) => t('leave', { name })}
          moveAll={(count) => t('leaveAll', { count })}
          icon="close"
          onMove={(names) => onChange?.(value.filter((one) => !names.includes(one)))}
        />
      </div>
    </fieldset>
  );
}
