import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { askPolicyException, listPolicyExceptions } from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { readViolation } from '@packhouse/contract/scanning/violation-routes.ts';
import { Button, CheckField, Dialog, notify, TextField, words } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './violation-words.ts';

/** Asks those who may ignore a violation to do so. */
export function AskDialog({ violation, onClose }: { violation: string; onClose: () => void }) {
  const [notes, setNotes] = useState('');
  const [until, setUntil] = useState('');
  const [once, setOnce] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ask = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const end = until === '' ? {} : { expires_at: new Date(until).toISOString() };
      await call(askPolicyException, { params: { id: violation }, body: { notes, once, ...end } });
      notify.good(t('askedThem'));
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
      await Promise.all([refresh(readViolation), refresh(listPolicyExceptions)]);
    }
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{words().cancel}</Button>
      <Button kind="primary" loading={busy} disabled={notes.trim() === ''} onClick={() => void ask()}>
        {t('ask')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('askTitle')} onClose={onClose} footer={buttons} width={480}>
      <div className="ph-stack">
        <p>{t('askText')}</p>
        <TextField label={t('reason')} hint={t('reasonHint')} value={notes} onChange={setNotes} problem={problem} autoComplete="off" />
        <TextField type="datetime-local" label={t('until')} hint={t('untilHint')} value={until} onChange={setUntil} />
        <CheckField label={t('once')} checked={once} onChange={setOnce} />
      </div>
    </Dialog>
  );
}
