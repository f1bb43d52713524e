import { type ReactNode, useState } from 'react';

export interface Column<Row> {
  id: string;
  title: string;
  render: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** CSS width; the rest is shared. */
  width?: string;
  /** Not shown until chosen. */
  optional?: boolean;
  /** The list can be ordered by it. */
  sortable?: boolean;
  /** Part of the card on narrow screens: the first `title` heads it, up to two `fact`s stand below. */
  card?: 'title' | 'fact';
}

function read(key: string): readonly string[] | undefined {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null');
    return Array.isArray(stored) ? stored.map(String) : undefined;
  } catch {
    return undefined;
  }
}

/** Which columns of a table are shown: chosen by the reader, remembered under the table's id. The first column always stays. */
export function useColumns<Row>(tableId: string, columns: readonly Column<Row>[]): { shown: readonly Column<Row>[]; toggle: (id: string) => void } {
  const key = `packhouse.columns.${tableId}`;
  const [chosen, setChosen] = useState(() => read(key));
  const isShown = ({ id, optional }: Column<Row>, index: number) => index === 0 || (chosen ? chosen.includes(id) : !optional);
  const shown = columns.filter(isShown);
  const toggle = (id: string) => {
    const next = columns.filter((column, index) => (column.id === id ? !isShown(column, index) : isShown(column, index))).map((column) => column.id);
    window.localStorage.setItem(key, JSON.stringify(next));
    setChosen(next);
  };
  return { shown, toggle };
}

export type Density = 'compact' | 'comfortable';
const densityKey = 'packhouse.density';

/** Height of table rows, remembered for all tables. */
export function density(): Density {
  return window.localStorage.getItem(densityKey) === 'comfortable' ? 'comfortable' : 'compact';
}

export function setDensity(next: Density): void {
  window.localStorage.setItem(densityKey, next);
  document.documentElement.dataset.density = next;
}
