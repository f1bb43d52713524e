import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Icon } from '../control/icon.tsx';
import { words } from '../ui-words.ts';
import './virtual.css';

/** One visible line of a tree, in the order drawn: parents before their children. */
export interface TreeRow<Data> {
  id: string;
  /** 0 at the root. */
  level: number;
  /** Has or may have children. */
  expandable: boolean;
  expanded: boolean;
  loading?: boolean;
  /** For those who cannot see the drawing, and for typing ahead. */
  name: string;
  data: Data;
}

interface VirtualTreeProps<Data> {
  label: string;
  rows: readonly TreeRow<Data>[];
  /** The line that is open beside the tree. */
  selected?: string | undefined;
  /** Draws a line; lines are drawn again only when this or one of the callbacks is another one. */
  render: (row: TreeRow<Data>) => ReactNode;
  onToggle: (row: TreeRow<Data>, expand: boolean) => void;
  onOpen: (row: TreeRow<Data>) => void;
  /** Called when a line comes in sight; for loading the next page of a folder. */
  onSight?: (row: TreeRow<Data>) => void;
  rowHeight?: number;
  height?: string;
}

function readParent(rows: readonly TreeRow<unknown>[], at: number): number {
  const level = rows[at]?.level ?? 0;
  for (let index = at - 1; index >= 0; index -= 1) if ((rows[index]?.level ?? 0) < level) return index;
  return at;
}

function typedAhead(rows: readonly TreeRow<unknown>[], at: number, letter: string): number {
  for (let step = 1; step <= rows.length; step += 1) {
    const index = (at + step) % rows.length;
    if (rows[index]?.name.toLowerCase().startsWith(letter)) return index;
  }
  return at;
}

/** Where the row is that the keys act on: the one chosen last, by key or from outside. */
function useActiveRow<Data>(rows: readonly TreeRow<Data>[], selected: string | undefined) {
  const [active, setActive] = useState(selected ?? rows[0]?.id);
  useEffect(() => {
    if (selected !== undefined) setActive(selected);
  }, [selected]);
  const at = useMemo(() => rows.findIndex((row) => row.id === active), [rows, active]);
  return [Math.max(0, at), setActive] as const;
}

/** Brings the chosen line in sight once it is there; whoever scrolls away from it afterwards stays where they are. */
function useInSight(rows: readonly TreeRow<unknown>[], selected: string | undefined, scrollTo: (index: number) => void) {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (selected === shown.current) return;
    const index = rows.findIndex(({ id }) => id === selected);
    if (index < 0) return;
    shown.current = selected;
    scrollTo(index);
  }, [rows, selected, scrollTo]);
}

/** A tree of any size as an ARIA treegrid: arrows, Home, End, page keys, Enter, Space and first letters. https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/ */
export function VirtualTree<Data>({ label, rows, selected, render, onToggle, onOpen, onSight, rowHeight = 30, height = '100%' }: VirtualTreeProps<Data>) {
  const frame = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const [at, setActive] = useActiveRow(rows, selected);
  // With another function at each turn of the wheel, the places of all rows would be reckoned anew each time.
  const getKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: getKey,
    overscan: 16,
    initialRect: { width: 400, height: 600 },
  });
  useInSight(rows, selected, virtual.scrollToIndex);
  const drawn = virtual.getVirtualItems();
  const first = drawn[0]?.index ?? 0;
  const last = drawn.at(-1)?.index ?? -1;
  // All that is drawn, not only the last line: a folder can end in the middle, with its neighbours below.
  useEffect(() => {
    for (const row of rows.slice(first, last + 1)) onSight?.(row);
  }, [rows, first, last, onSight]);

  const open = useCallback(
    (row: TreeRow<Data>) => {
      setActive(row.id);
      onOpen(row);
    },
    [onOpen, setActive],
  );
  const go = (index: number) => {
    const bounded = Math.max(0, Math.min(rows.length - 1, index));
    setActive(rows[bounded]?.id);
    virtual.scrollToIndex(bounded);
  };
  const sideways = (row: TreeRow<Data>, forward: boolean) => {
    if (forward && row.expandable) return row.expanded ? go(at + 1) : onToggle(row, true);
    if (!forward) return row.expandable && row.expanded ? onToggle(row, false) : go(readParent(rows, at));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey || event.target !== frame.current) return;
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 300) / rowHeight) - 1);
    const isReversed = document.documentElement.dir === 'rtl';
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      [isReversed ? 'ArrowLeft' : 'ArrowRight']: () => sideways(row, true),
      [isReversed ? 'ArrowRight' : 'ArrowLeft']: () => sideways(row, false),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      PageDown: () => go(at + page),
      PageUp: () => go(at - page),
      Enter: () => onOpen(row),
      ' ': () => onOpen(row),
    };
    const act = moves[event.key] ?? (event.key.length === 1 ? () => go(typedAhead(rows, at, event.key.toLowerCase())) : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div
      ref={frame}
      role="treegrid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-activedescendant={drawn.some((one) => one.index === at) ? `${prefix}-${at}` : undefined}
      tabIndex={0}
      className="ph-virtual ph-tree"
      style={{ height }}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize() }} className="ph-tree-body">
        {drawn.map((one) => {
          const row = rows[one.index] as TreeRow<Data>;
          return (
            <TreeLine
              key={one.key}
              row={row}
              id={`${prefix}-${one.index}`}
              index={one.index}
              active={one.index === at}
              selected={row.id === selected}
              start={one.start}
              height={rowHeight}
              render={render as (row: TreeRow<unknown>) => ReactNode}
              onToggle={onToggle as TreeLineProps['onToggle']}
              onOpen={open as TreeLineProps['onOpen']}
            />
          );
        })}
      </div>
    </div>
  );
}

interface TreeLineProps {
  row: TreeRow<unknown>;
  id: string;
  index: number;
  active: boolean;
  selected: boolean;
  /** Pixels from the top of the tree. */
  start: number;
  height: number;
  render: (row: TreeRow<unknown>) => ReactNode;
  onToggle: (row: TreeRow<unknown>, expand: boolean) => void;
  onOpen: (row: TreeRow<unknown>) => void;
}

/** How far a line stands in, in pixels: far down less with each level, so that names keep room. */
const getIndent = (level: number) => 16 * Math.min(level, 5) + 8 * Math.max(0, level - 5);

/** Remembered, so that scrolling draws only the lines that come in sight. */
const TreeLine = memo(function TreeLine({ row, id, index, active, selected, start, height, render, onToggle, onOpen }: TreeLineProps) {
  // Lines are placed freely, so they cannot be the rows of a real table; the roles say what they are.
  const line = {
    role: 'row',
    id,
    tabIndex: -1,
    'aria-level': row.level + 1,
    'aria-rowindex': index + 1,
    'aria-expanded': row.expandable ? row.expanded : undefined,
    'aria-selected': selected,
    'aria-busy': row.loading || undefined,
  } as const;
  const cell = { role: 'gridcell', tabIndex: -1, onClick: () => onOpen(row) } as const;
  // A row may only have cells in it, so the switch stands in one of its own.
  const switchCell = { role: 'gridcell', tabIndex: -1 } as const;
  const style = { height, transform: `translateY(${start}px)`, paddingInlineStart: 8 + getIndent(row.level) };
  return (
    <div {...line} className={active ? 'ph-tree-row ph-tree-active' : 'ph-tree-row'} style={style}>
      <div {...switchCell}>
        {row.expandable ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`${row.expanded ? words().collapse : words().expand} ${row.name}`}
            className="ph-tree-toggle"
            onClick={() => onToggle(row, !row.expanded)}
          >
            {row.loading ? <span className="ph-spinner" /> : <Icon name="chevron-right" size={14} className={row.expanded ? 'ph-turned' : ''} />}
          </button>
        ) : (
          <span className="ph-tree-toggle" />
        )}
      </div>
      <div {...cell} className="ph-tree-cell">
        {render(row)}
      </div>
    </div>
  );
});
