import { Button, Dialog, notify, TextAreaField, TextField, words } from '@packhouse/ui/core.ts';
import { type ReactNode, useState } from 'react';
import { t } from './exception-words.ts';

interface Decision {
  approved: boolean;
  note: string;
  /** As ISO 8601; only of what is approved, and undefined where it has no end. */
  until: string | undefined;
}

interface DecideDialogProps {
  title: string;
  /** What is asked for, by whom and why. */
  children: ReactNode;
  /** Until when, as a field for local times holds it. */
  until?: string;
  untilHint: string;
  /** Whoever is refused is told why. */
  needsWhy?: boolean;
  /** What is decided of it beside. */
  further?: ReactNode;
  onClose: () => void;
  /** @throws what is shown in the dialog, which stays open */
  decide: (decision: Decision) => Promise<unknown>;
  /** After every try. */
  onTried: () => Promise<unknown>;
}

/** Asks whether an exception that was asked for is made, and until when. */
export function DecideDialog({ title, children, until: asked = '', untilHint, needsWhy = false, further, onClose, decide, onTried }: DecideDialogProps) {
  const [until, setUntil] = useState(asked);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  const send = async (approved: boolean) => {
    setBusy(approved);
    setProblem(undefined);
    try {
      await decide({ approved, note, until: approved && until !== '' ? new Date(until).toISOString() : undefined });
      notify.good(t('decided'));
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(undefined);
      await onTried();
    }
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{words().cancel}</Button>
      <Button loading={busy === false} disabled={needsWhy && note.trim() === ''} onClick={() => void send(false)}>
        {t('refuse')}
      </Button>
      <Button kind="primary" loading={busy === true} onClick={() => void send(true)}>
        {t('approve')}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={buttons} width={480}>
      <div className="ph-stack">
        {children}
        <TextField type="datetime-local" label={t('until')} hint={untilHint} value={until} onChange={setUntil} problem={problem} />
        {further}
        <TextAreaField label={t('note')} {...(needsWhy && { hint: t('noteHint') })} value={note} onChange={setNote} />
      </div>
    </Dialog>
  );
}
