import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import './virtual.css';

interface VirtualListProps<Item> {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item, index: number) => string | number;
  render: (item: Item, index: number) => ReactNode;
  /** Pixels; every row is as high. */
  rowHeight?: number;
  /** CSS height of the window onto the list. */
  height?: string;
  /** Called when the end comes near. */
  onReachEnd?: () => void;
  /** Stays at the end as items are added, until the reader scrolls up. */
  follow?: boolean;
}

/** A list of any length; only what is in sight is drawn. Scrolls by keyboard too. */
export function VirtualList<Item>({ label, items, itemKey, render, rowHeight = 36, height = '60vh', onReachEnd, follow = false }: VirtualListProps<Item>) {
  const frame = useRef<HTMLDivElement>(null);
  // With another function at each turn of the wheel, the places of all rows would be reckoned anew each time.
  const getKey = useCallback((index: number) => itemKey(items[index] as Item, index), [items, itemKey]);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: getKey,
    overscan: 12,
    initialRect: { width: 800, height: 600 },
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const nearEnd = items.length > 0 && last >= items.length - 20;
  useEffect(() => {
    if (nearEnd) onReachEnd?.();
  }, [nearEnd, onReachEnd]);
  useEffect(() => {
    const element = frame.current;
    if (follow && element && items.length > 0) element.scrollTop = element.scrollHeight;
  }, [follow, items.length]);
  return (
    <section ref={frame} className="ph-virtual" style={{ height }} aria-label={label}>
      <ul style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => (
          <li key={row.key} aria-setsize={items.length} aria-posinset={row.index + 1} style={{ height: rowHeight, transform: `translateY(${row.start}px)` }}>
            {render(items[row.index] as Item, row.index)}
          </li>
        ))}
      </ul>
    </section>
  );
}
