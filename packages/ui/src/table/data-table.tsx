import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button, IconButton } from '../control/button.tsx';
import { CheckField } from '../control/field.tsx';
import { Icon } from '../control/icon.tsx';
import { Menu, type MenuEntry } from '../overlay/menu.tsx';
import { words } from '../ui-words.ts';
import { type Column, density, setDensity, useColumns } from './table-columns.ts';
import './data-table.css';

export interface Sort {
  column: string;
  descending: boolean;
}

export interface DataTableProps<Row> {
  /** Under which the choice of columns is remembered. */
  id: string;
  /** Says what the rows are: 'Users'. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while nothing is known yet. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Says what people call a row, where its key is a number that they never see. */
  rowName?: (row: Row) => string;
  /** Where a row leads; Enter goes there. The main cell should be a link to it too. */
  href?: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Buttons that appear when rows are selected. */
  bulkActions?: ReactNode;
  /** Lists what can be done with a row; a row with nothing to choose has no menu. */
  rowActions?: (row: Row) => readonly MenuEntry[];
  onEdit?: (row: Row) => void;
  onDelete?: (row: Row) => void;
  total?: number | undefined;
  /** There is more: what loads it. */
  onMore?: (() => void) | undefined;
  loadingMore?: boolean;
  /** Instead of rows when there are none. */
  empty: ReactNode;
  /** Search and filters above the table. */
  toolbar?: ReactNode;
}

/** A list of things: columns to choose, keys to work with, cards where the screen is narrow. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, label, columns, rows, rowKey, selected, onSelect, bulkActions, toolbar, empty, total, onMore, loadingMore = false } = props;
  const { shown, toggle } = useColumns(id, columns);
  const body = useRef<HTMLTableSectionElement>(null);
  const keys = (rows ?? []).map(rowKey);
  const chosen = keys.filter((key) => selected?.has(key));
  const isEmpty = rows?.length === 0;
  const isBare = toolbar === undefined;
  const bulk = chosen.length > 0 && (
    <div className="ph-table-bulk" role="status">
      <span>{words().selected(chosen.length)}</span>
      {bulkActions}
      <Button size="small" kind="ghost" onClick={() => onSelect?.(new Set())}>
        {words().clearSelection}
      </Button>
    </div>
  );
  const columnMenu = <ColumnMenu columns={columns} shown={shown} toggle={toggle} />;
  return (
    <div className={isBare ? 'ph-table-frame ph-table-bare' : 'ph-table-frame'}>
      {isBare && bulk && <div className="ph-table-tools ph-table-over">{bulk}</div>}
      {isBare && !isEmpty && columnMenu}
      {!isBare && (
        <div className="ph-table-tools">
          {bulk || <div className="ph-table-filters">{toolbar}</div>}
          {!isEmpty && columnMenu}
        </div>
      )}
      {isEmpty ? (
        <div className="ph-table-empty">{empty}</div>
      ) : (
        <table className="ph-table" aria-label={label} aria-busy={rows === undefined || undefined}>
          <thead>
            <tr>
              {onSelect && (
                <th scope="col" className="ph-cell-check">
                  <CheckField
                    bare
                    label={words().selectAll}
                    checked={keys.length > 0 && chosen.length === keys.length}
                    partly={chosen.length > 0 && chosen.length < keys.length}
                    onChange={(all) => onSelect(new Set(all ? keys : []))}
                  />
                </th>
              )}
              {shown.map((column) => (
                <HeadCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
              {props.rowActions && (
                <th scope="col" className="ph-cell-actions">
                  <span className="ph-hidden-text">{words().actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows ? <Rows {...props} rows={rows} shown={shown} /> : <SkeletonRows columns={shown} extra={(onSelect ? 1 : 0) + (props.rowActions ? 1 : 0)} />}
          </tbody>
        </table>
      )}
      {rows && !isEmpty && (onMore || total !== undefined) && (
        <div className="ph-table-foot">
          <span>{words().shown(rows.length, total)}</span>
          {onMore && (
            <Button size="small" loading={loadingMore} onClick={onMore}>
              {words().loadMore}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function ColumnMenu<Row>({ columns, shown, toggle }: { columns: readonly Column<Row>[]; shown: readonly Column<Row>[]; toggle: (id: string) => void }) {
  const [height, setHeight] = useState(density);
  const change = (next: 'compact' | 'comfortable') => {
    setDensity(next);
    setHeight(next);
  };
  const entries: MenuEntry[] = [
    { heading: words().columns },
    ...columns.slice(1).map((column) => ({ label: column.title, checked: shown.includes(column), onSelect: () => toggle(column.id) })),
    { line: true },
    { heading: words().density },
    { label: words().compact, checked: height === 'compact', onSelect: () => change('compact') },
    { label: words().comfortable, checked: height === 'comfortable', onSelect: () => change('comfortable') },
  ];
  return (
    <span className="ph-table-columns">
      <Menu label={words().columns} entries={entries} align="end">
        {(trigger) => <IconButton icon="columns" label={words().columns} {...trigger} />}
      </Menu>
    </span>
  );
}

function HeadCell<Row>({ column, sort, onSort }: { column: Column<Row>; sort: Sort | undefined; onSort: ((sort: Sort) => void) | undefined }) {
  const current = sort?.column === column.id ? sort : undefined;
  const order = current ? (current.descending ? 'descending' : 'ascending') : undefined;
  return (
    <th scope="col" data-card={column.card} style={{ width: column.width }} className={column.align === 'end' ? 'ph-cell-end' : undefined} aria-sort={order}>
      {column.sortable && onSort ? (
        <button
          type="button"
          className="ph-sort"
          title={words().sortBy(column.title)}
          onClick={() => onSort({ column: column.id, descending: current ? !current.descending : false })}
        >
          {column.title}
          <Icon name={current?.descending ? 'arrow-down' : 'arrow-up'} size={12} style={{ opacity: current ? 1 : 0 }} />
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}

type RowsProps<Row> = DataTableProps<Row> & { rows: readonly Row[]; shown: readonly Column<Row>[] };

function move(event: KeyboardEvent<HTMLTableRowElement>): void {
  const row = event.currentTarget;
  const all = [...(row.parentElement?.children ?? [])] as HTMLElement[];
  const at = all.indexOf(row);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  all[next]?.focus();
}

function Rows<Row>(props: RowsProps<Row>) {
  const { rows, rowKey, shown, selected, onSelect, rowActions } = props;
  const [focused, setFocused] = useState<string>();
  const navigate = useNavigate();
  const entry = rows.some((row) => rowKey(row) === focused) ? focused : rows[0] && rowKey(rows[0]);
  const toggle = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    onSelect?.(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, (() => void) | undefined> = {
      Enter: props.href && (() => void navigate(props.href?.(row) ?? '')),
      ' ': onSelect && (() => toggle(rowKey(row))),
      e: props.onEdit && (() => props.onEdit?.(row)),
      Delete: props.onDelete && (() => props.onDelete?.(row)),
    };
    const act = acts[event.key];
    if (!act) return move(event);
    event.preventDefault();
    act();
  };
  return rows.map((row) => {
    const key = rowKey(row);
    const name = props.rowName?.(row) ?? key;
    const entries = rowActions?.(row) ?? [];
    return (
      <tr
        key={key}
        tabIndex={key === entry ? 0 : -1}
        onFocus={() => setFocused(key)}
        onKeyDown={(event) => onKeyDown(event, row)}
        aria-selected={onSelect ? selected?.has(key) : undefined}
      >
        {onSelect && (
          <td className="ph-cell-check">
            <CheckField bare label={words().selectRow(name)} checked={selected?.has(key) ?? false} onChange={() => toggle(key)} />
          </td>
        )}
        {shown.map((column) => (
          <td key={column.id} data-card={column.card} data-title={column.title} className={column.align === 'end' ? 'ph-cell-end' : undefined}>
            {column.card === 'fact' ? <div className="ph-cell-fact">{column.render(row)}</div> : column.render(row)}
          </td>
        ))}
        {rowActions && (
          <td className="ph-cell-actions">
            {entries.length > 0 && (
              <Menu label={`${words().actions} ${name}`} entries={entries} align="end">
                {(trigger) => <IconButton icon="more" size="small" label={`${words().actions} ${name}`} {...trigger} />}
              </Menu>
            )}
          </td>
        )}
      </tr>
    );
  });
}

function SkeletonRows<Row>({ columns, extra }: { columns: readonly Column<Row>[]; extra: number }) {
  return [70, 55, 80, 48, 64, 76].map((width) => (
    <tr key={width} className="ph-row-skeleton">
      {extra > 0 && <td aria-hidden className="ph-cell-check" />}
      {columns.map(({ id, card }) => (
        <td key={id} data-card={card}>
          <span style={{ width: `${width}%` }} />
        </td>
      ))}
      {extra > 1 && <td aria-hidden className="ph-cell-actions" />}
    </tr>
  ));
}
