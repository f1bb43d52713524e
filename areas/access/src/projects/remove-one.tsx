import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './messages.ts';

interface RemoveOneProps {
  name: string;
  /** Verb and object: 'Delete role'. */
  action: string;
  /** What comes of it. */
  text: string;
  onRemove: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks, does it, and says what stood in the way. */
export function RemoveOne({ name, action, text, onRemove, onClose }: RemoveOneProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onRemove();
      notify.good(t('wasRemoved', { name }));
      onClose();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDelete title={t('removeTitle', { name })} action={action} onConfirm={() => void confirm()} onClose={onClose} loading={busy} failure={failure}>
      <p>{text}</p>
    </ConfirmDelete>
  );
}
