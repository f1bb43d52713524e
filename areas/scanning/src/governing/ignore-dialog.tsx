import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ignoreAllViolations, listViolations, readViolation } from '@packhouse/contract/scanning/violation-routes.ts';
import { Button, CheckField, Dialog, notify, TextField, words } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './violation-words.ts';

/** Asks why violations are to be ignored, and how long. */
export function IgnoreDialog({ ids, onClose, onDone }: { ids: readonly string[]; onClose: () => void; onDone?: () => void }) {
  const [notes, setNotes] = useState('');
  const [until, setUntil] = useState('');
  const [once, setOnce] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ignore = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const end = until === '' ? {} : { expires_at: new Date(until).toISOString() };
      const { ignored } = await call(ignoreAllViolations, { query: { ignore_once: once ? 'true' : 'false' }, body: { ids: [...ids], notes, ...end } });
      notify.good(t('didIgnore', { count: ignored }));
      onDone?.();
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
      await Promise.all([refresh(listViolations), refresh(readViolation)]);
    }
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{words().cancel}</Button>
      <Button kind="primary" loading={busy} disabled={notes.trim() === ''} onClick={() => void ignore()}>
        {t('ignore')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('ignoreTitle')} onClose={onClose} footer={buttons} width={480}>
      <div className="ph-stack">
        <p>{t('ignoreText', { count: ids.length })}</p>
        <TextField label={t('reason')} value={notes} onChange={setNotes} problem={problem} autoComplete="off" />
        <TextField type="datetime-local" label={t('until')} hint={t('untilHint')} value={until} onChange={setUntil} />
        <CheckField label={t('once')} checked={once} onChange={setOnce} />
      </div>
    </Dialog>
  );
}
