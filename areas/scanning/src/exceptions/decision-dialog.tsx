import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { decidePolicyException, listPolicyExceptions, type PolicyException } from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { Button, Dialog, notify, TextField, words } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { whatText, whereText } from '../ignoring/rule-columns.tsx';
import { t } from './exception-words.ts';

/** A moment as a field for local times holds it. */
function toField(at: string | undefined): string {
  if (at === undefined) return '';
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Asks whether a violation is to be ignored, and until when. */
export function DecisionDialog({ exception, onClose }: { exception: PolicyException; onClose: () => void }) {
  const [until, setUntil] = useState(toField(exception.expires_at));
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  const decide = async (approved: boolean) => {
    setBusy(approved);
    setProblem(undefined);
    try {
      const end = approved && until !== '' ? { expires_at: new Date(until).toISOString() } : {};
      await call(decidePolicyException, { params: { id: exception.id }, body: { approved, note, ...end } });
      notify.good(t('decided'));
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(undefined);
      await refresh(listPolicyExceptions);
    }
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{words().cancel}</Button>
      <Button loading={busy === false} disabled={note.trim() === ''} onClick={() => void decide(false)}>
        {t('refuse')}
      </Button>
      <Button kind="primary" loading={busy === true} onClick={() => void decide(true)}>
        {t('approve')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('decideTitle', { what: whatText(exception) })} onClose={onClose} footer={buttons} width={480}>
      <div className="ph-stack">
        <p className="scan-where">{t('decideText', { user: exception.author, where: whereText(exception), reason: exception.notes })}</p>
        {exception.once && <p>{t('onceText')}</p>}
        <TextField type="datetime-local" label={t('until')} hint={t('untilHint')} value={until} onChange={setUntil} />
        <TextField label={t('note')} hint={t('noteHint')} value={note} onChange={setNote} problem={problem} autoComplete="off" />
      </div>
    </Dialog>
  );
}
