import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { askPolicyException, listPolicyExceptions } from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { readViolation } from '@packhouse/contract/scanning/violation-routes.ts';
import { Button, CheckField, Dialog, notify, TextAreaField, TextField, words } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { ClaimField, readClaim } from './claim-field.tsx';
import { t } from './violation-words.ts';

interface AskDialogProps {
  violation: string;
  /** It is about a vulnerability, of which documents of VEX tell something. */
  isVulnerability: boolean;
  onClose: () => void;
}

/** Asks those who may ignore a violation to do so. */
export function AskDialog({ violation, isVulnerability, onClose }: AskDialogProps) {
  const [notes, setNotes] = useState('');
  const [until, setUntil] = useState('');
  const [once, setOnce] = useState(false);
  const [claim, setClaim] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // What hides one occurrence alone, no document of VEX tells.
  const isTold = isVulnerability && !once;
  const ask = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const end = until === '' ? {} : { expires_at: new Date(until).toISOString() };
      await call(askPolicyException, { params: { id: violation }, body: { notes, once, ...end, ...(isTold ? readClaim(claim) : {}) } });
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
        <TextAreaField label={t('reason')} hint={t('reasonHint')} value={notes} onChange={setNotes} problem={problem} />
        <TextField type="datetime-local" label={t('until')} hint={t('untilHint')} value={until} onChange={setUntil} />
        <CheckField label={t('once')} checked={once} onChange={setOnce} />
        {isTold && <ClaimField value={claim} onChange={setClaim} />}
      </div>
    </Dialog>
  );
}
