import { Failure } from '@packhouse/console-kit/console-kit.ts';
import { type MenuEntry, Section } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DeleteKey } from './delete-key.tsx';
import { t } from './keys-words.ts';

interface KeySectionProps<Row> {
  /** Under which the table's choices are remembered. */
  id: string;
  title: string;
  /** The page says the title already. */
  untitled?: boolean;
  /** What these keys are for. */
  about: string;
  result: Pick<UseQueryResult, 'error' | 'refetch'>;
  /** Undefined until they are known. */
  rows: Row[] | undefined;
  columns: Column<Row>[];
  /** What can be done with a row besides removing it. */
  rowActions?: (row: Row) => MenuEntry[];
  remove(name: string): Promise<void>;
  empty: ReactNode;
  /** Buttons of the section. */
  actions: ReactNode;
  /** Drawers that are open. */
  children: ReactNode;
}

/** A list of named keys, each of which can be removed. */
export function KeySection<Row extends { name: string }>(props: KeySectionProps<Row>) {
  const { id, title, untitled = false, about, result, rows, columns, rowActions, remove, empty, actions, children } = props;
  const [removing, setRemoving] = useState<string>();
  const entries = (row: Row): MenuEntry[] => {
    const others = rowActions?.(row) ?? [];
    const removal: MenuEntry = { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(row.name) };
    return others.length > 0 ? [...others, { line: true }, removal] : [removal];
  };
  return (
    <Section title={untitled ? undefined : title} lead={about} actions={actions}>
      {result.error && !rows ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <DataTable
          id={id}
          label={title}
          columns={columns}
          rows={rows}
          rowKey={({ name }) => name}
          rowActions={entries}
          onDelete={({ name }) => setRemoving(name)}
          empty={empty}
        />
      )}
      {children}
      {removing !== undefined && <DeleteKey name={removing} work={() => remove(removing)} onClose={() => setRemoving(undefined)} />}
    </Section>
  );
}
