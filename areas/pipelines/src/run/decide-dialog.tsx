import { call, notifyFailure } from '@packhouse/console-kit/console-kit.ts';
import { decideApproval } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { Button, Dialog, notify, TextField } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from '../pipelines-words.ts';

interface DecideDialogProps {
  params: { name: string; number: number; step: string };
  approve: boolean;
  onClose: () => void;
  onDecided: () => unknown;
}

/** Asks why, and keeps the decision. */
export function DecideDialog({ params, approve, onClose, onDecided }: DecideDialogProps) {
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const word = t(approve ? 'approve' : 'refuse');
  const decide = async () => {
    setBusy(true);
    try {
      await call(decideApproval, { params, body: { approve, comment } });
      notify.good(t('decided'));
      onClose();
    } catch (error) {
      notifyFailure(error as Error);
      setBusy(false);
    }
    await onDecided();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button kind={approve ? 'primary' : 'danger'} loading={busy} onClick={() => void decide()}>
        {word}
      </Button>
    </>
  );
  return (
    <Dialog title={`${word}: ${params.step}`} onClose={onClose} footer={footer}>
      <TextField label={t('comment')} value={comment} onChange={setComment} maxLength={1000} />
    </Dialog>
  );
}
