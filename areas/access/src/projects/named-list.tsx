import { type List, ListTable } from '@packhouse/console-kit/lists.ts';
import { Button, type MenuEntry } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { type ReactNode, useState } from 'react';
import { t } from './projects-words.ts';
import { RemoveOne } from './remove-one.tsx';

interface NamedListProps<Thing extends { name: string }> {
  id: string;
  label: string;
  columns: Column<Thing>[];
  list: List<Thing>;
  /** Which things can be changed here; the others are only shown. */
  isOwn: (thing: Thing) => boolean;
  /** Why none can be made or changed. */
  refusal: string | undefined;
  /** Its buttons and its question say this. */
  wording: { add: string; change: string; remove: string; removeText: string };
  drawer: (thing: Thing | undefined, onClose: () => void) => ReactNode;
  remove: (thing: Thing) => Promise<unknown>;
  /** The page around the list, with the button that makes a new thing. */
  frame: (list: ReactNode, add: ReactNode) => ReactNode;
}

/** Roles or environments: a table, a drawer to make and change them, and a question before one goes. */
export function NamedList<Thing extends { name: string }>(props: NamedListProps<Thing>) {
  const { id, label, columns, list, isOwn, refusal, wording, drawer, remove, frame } = props;
  const [editing, setEditing] = useState<Thing | 'new'>();
  const [removing, setRemoving] = useState<Thing>();
  const rowActions = (thing: Thing): MenuEntry[] =>
    isOwn(thing)
      ? [
          { label: wording.change, icon: 'edit', keys: 'e', refusal, onSelect: () => setEditing(thing) },
          { line: true },
          { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', refusal, onSelect: () => setRemoving(thing) },
        ]
      : [];
  return frame(
    <>
      <ListTable id={id} label={label} list={list} columns={columns} rowKey={({ name }) => name} rowActions={rowActions} none={null} />
      {editing && drawer(editing === 'new' ? undefined : editing, () => setEditing(undefined))}
      {removing && (
        <RemoveOne
          name={removing.name}
          action={wording.remove}
          text={wording.removeText}
          onRemove={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>,
    <Button kind="primary" icon="plus" refusal={refusal} onClick={() => setEditing('new')}>
      {wording.add}
    </Button>,
  );
}
