import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { decideFirewallException, type FirewallException, listFirewallExceptions } from '@packhouse/contract/repositories/firewall-routes.ts';
import { Button, Dialog, notify, TextField, words } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { whatText } from './exception-text.ts';
import { t } from './firewall-words.ts';

/** Asks whether a version comes in in spite of a rule, and until when. */
export function DecisionDialog({ exception, onClose }: { exception: FirewallException; onClose: () => void }) {
  const { id, askedBy, rule, reason } = exception;
  const [until, setUntil] = useState('');
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  const decide = async (approved: boolean) => {
    setBusy(approved);
    setProblem(undefined);
    try {
      const end = approved && until !== '' ? { until: new Date(until).toISOString() } : {};
      await call(decideFirewallException, { params: { id }, body: { approved, note, ...end } });
      notify.good(t('decided'));
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(undefined);
      await refresh(listFirewallExceptions);
    }
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{words().cancel}</Button>
      <Button loading={busy === false} onClick={() => void decide(false)}>
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
        <p>{t('decideText', { user: askedBy, rule, reason })}</p>
        <TextField type="datetime-local" label={t('until')} hint={t('untilHint')} value={until} onChange={setUntil} problem={problem} />
        <TextField label={t('note')} value={note} onChange={setNote} autoComplete="off" />
      </div>
    </Dialog>
  );
}
