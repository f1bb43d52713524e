import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './messages.ts';

interface DeleteEntryProps {
  name: string;
  text: string;
  run: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before an issuer or a rule goes. */
export function DeleteEntry({ name, text, run, onClose }: DeleteEntryProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    try {
      await run();
      notify.good(t('wasRemoved', { name }));
      onClose();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDelete
      title={t('removeTitle', { name })}
      action={t('removeAction')}
      onConfirm={() => void confirm()}
      onClose={onClose}
      loading={busy}
      failure={failure}
    >
      <p>{text}</p>
    </ConfirmDelete>
  );
}
