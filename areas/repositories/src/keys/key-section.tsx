import { type List, ListTable } from '@packhouse/console-kit/lists.ts';
import { type MenuEntry, Section } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { type ReactNode, useState } from 'react';
import { DeleteKey } from './delete-key.tsx';
import { t } from './keys-words.ts';

interface KeySectionProps<Row> {
  /** Under which the table's choices are remembered. */
  id: string;
  title: string;
  /** The page says the title already. */
  untitled?: boolean;
  /** Says what these keys are for. */
  about: string;
  list: List<Row>;
  columns: Column<Row>[];
  /** Lists what can be done with a row besides removing it. */
  rowActions?: (row: Row) => MenuEntry[];
  remove(name: string): Promise<void>;
  none: ReactNode;
  /** Buttons of the section. */
  actions: ReactNode;
  /** Drawers that are open. */
  children: ReactNode;
}

/** A list of named keys, each of which can be removed. */
export function KeySection<Row extends { name: string }>(props: KeySectionProps<Row>) {
  const { id, title, untitled = false, about, list, columns, rowActions, remove, none, actions, children } = props;
  const [removing, setRemoving] = useState<string>();
  const entries = (row: Row): MenuEntry[] => {
    const others = rowActions?.(row) ?? [];
    const removal: MenuEntry = { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(row.name) };
    return others.length > 0 ? [...others, { line: true }, removal] : [removal];
  };
  return (
    <Section title={untitled ? undefined : title} lead={about} actions={actions}>
      <ListTable id={id} label={title} list={list} columns={columns} rowKey={({ name }) => name} rowActions={entries} none={none} />
      {children}
      {removing !== undefined && <DeleteKey name={removing} work={() => remove(removing)} onClose={() => setRemoving(undefined)} />}
    </Section>
  );
}
