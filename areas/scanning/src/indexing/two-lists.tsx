import { Button, FormatIcon, Icon, IconButton, SearchField, Tag } from '@packhouse/ui/core.ts';
import type { FieldAria } from '@packhouse/ui/form/form.ts';
import { type ReactNode, useState } from 'react';
import { t } from './indexing-words.ts';

/** What is in one of the two lists. */
export interface Listed {
  /** Tells it from all others. */
  key: string;
  name: string;
  /** Package type of a repository; a build has none. */
  format: string | undefined;
  about: string;
  indexed: boolean;
}

interface ListProps {
  /** Of both lists: a page has several such pairs. */
  label: string;
  title: string;
  rows: readonly Listed[];
  isSearched: boolean;
  noneFits: string;
  /** What moving one of them to the other list is called, and all that are shown. */
  moveOne: (name: string) => string;
  moveAll: (count: number) => string;
  icon: 'plus' | 'close';
  onMove: (names: readonly string[]) => void;
}

/** Nobody reads on beyond these: the search finds the rest. */
const mostShown = 200;

function Row({ row: { name, format, about }, isMoved, children }: { row: Listed; isMoved: boolean; children: ReactNode }) {
  return (
    <li className="scan-list-row">
      {format === undefined ? <Icon name="build" size={20} /> : <FormatIcon format={format} size={20} />}
      <span className="scan-list-name">
        <b className="ph-mono">{name}</b>
        <span className="ph-muted">{about}</span>
      </span>
      {isMoved && <Tag>{t('changed')}</Tag>}
      {children}
    </li>
  );
}

/** One of the two lists: what is in it, each with the way into the other. */
function List({ label, title, rows, isSearched, noneFits, moveOne, moveAll, icon, onMove }: ListProps) {
  return (
    <section className="scan-list" aria-label={`${label}: ${title}`}>
      <header>
        <b>{title}</b> <span className="ph-count">{rows.length}</span>
        {rows.length > 0 && (
          <Button size="small" kind="ghost" onClick={() => onMove(rows.map(({ key }) => key))}>
            {moveAll(rows.length)}
          </Button>
        )}
      </header>
      {rows.length === 0 ? (
        <p className="ph-muted">{isSearched ? noneFits : t('nothingHere')}</p>
      ) : (
        <ul>
          {rows.slice(0, mostShown).map((row) => (
            <Row key={row.key} row={row} isMoved={(icon === 'plus') === row.indexed}>
              <IconButton icon={icon} size="small" label={moveOne(row.name)} onClick={() => onMove([row.key])} />
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
  /** What is in the lists, what searching it is called, and what is said where nothing fits. */
  label: string;
  searchLabel: string;
  noneFits: string;
  all: readonly Listed[];
  /** Keys of those that are indexed. */
  value?: readonly string[];
  onChange?: (keys: readonly string[]) => void;
}

/** What is indexed and what is not, side by side, with one search over both. A form control. */
export function TwoLists({ id, label, searchLabel, noneFits, all, value = [], onChange, ...aria }: TwoListsProps) {
  const [search, setSearch] = useState('');
  const chosen = new Set(value);
  const wanted = search.trim().toLowerCase();
  const shown = all.filter(({ name, format = '' }) => name.toLowerCase().includes(wanted) || format.toLowerCase().includes(wanted));
  const common = { label, isSearched: wanted !== '', noneFits };
  return (
    <fieldset {...aria} id={id} aria-label={label} tabIndex={-1} className="ph-form-set ph-stack">
      <SearchField label={searchLabel} value={search} onChange={setSearch} />
      <div className="scan-two-lists">
        <List
          {...common}
          title={t('notIndexed')}
          rows={shown.filter(({ key }) => !chosen.has(key))}
          moveOne={(name) => t('add', { name })}
          moveAll={(count) => t('addAll', { count })}
          icon="plus"
          onMove={(keys) => onChange?.([...value, ...keys])}
        />
        <List
          {...common}
          title={t('indexed')}
          rows={shown.filter(({ key }) => chosen.has(key))}
          moveOne={(name) => t('leave', { name })}
          moveAll={(count) => t('leaveAll', { count })}
          icon="close"
          onMove={(keys) => onChange?.(value.filter((one) => !keys.includes(one)))}
        />
      </div>
    </fieldset>
  );
}
