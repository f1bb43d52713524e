import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './messages.ts';

interface DeleteKeyProps {
  name: string;
  /** Deletes it; the refusal of the server names who uses it. */
  work: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a key, a certificate or a vault goes. */
export function DeleteKey({ name, work, onClose }: DeleteKeyProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    try {
      await work();
      notify.good(t('removed', { name }));
      onClose();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDelete title={t('removeTitle', { name })} action={t('remove')} onConfirm={() => void confirm()} onClose={onClose} loading={busy} failure={failure}>
      <p>{t('removeText')}</p>
    </ConfirmDelete>
  );
}
