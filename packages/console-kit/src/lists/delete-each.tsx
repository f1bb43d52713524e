import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { type ReactNode, useState } from 'react';

interface DeleteEachProps<Item> {
  items: readonly Item[];
  /** Says what people call one, beside the reason that kept it from going. */
  nameOf?: (item: Item) => string;
  title: (left: readonly Item[]) => string;
  action: (left: readonly Item[]) => string;
  /** Deletes one. */
  work: (item: Item) => Promise<unknown>;
  /** Asks again for all that shows them; whatever came of it. */
  refresh: () => Promise<unknown>;
  /** This is said of those that are gone. */
  done: (gone: readonly Item[]) => string;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
  /** This goes with them. */
  children: (left: readonly Item[]) => ReactNode;
}

/** Asks before several things are lost and deletes one after the other; those that stay are asked about again, with the reasons. */
export function DeleteEach<Item>({ items, nameOf: getName, title, action, work, refresh, done, onClose, onDeleted, children }: DeleteEachProps<Item>) {
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(items);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    const missed = new Map<Item, Error>();
    for (const item of left) await work(item).catch((error: Error) => missed.set(item, error));
    await refresh();
    setBusy(false);
    const gone = left.filter((item) => !missed.has(item));
    if (gone.length > 0) {
      notify.good(done(gone));
      onDeleted?.();
    }
    if (missed.size === 0) return onClose();
    setLeft([...missed.keys()]);
    setFailure([...missed].map(([item, { message }]) => (getName ? `${getName(item)}: ${message}` : message)).join(' · '));
  };
  return (
    <ConfirmDelete title={title(left)} action={action(left)} onConfirm={() => void confirm()} onClose={onClose} loading={busy} failure={failure}>
      {children(left)}
    </ConfirmDelete>
  );
}
