import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { listHookDeliveries, redeliverHooks, sendPastEvents } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { Button, Dialog, TextField, words } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './deliveries-words.ts';
import { tellQueued } from './delivery-actions.ts';

/** A day ago, as the browser's field writes it: local, to the minute. */
function findYesterday(): string {
  const now = Date.now() - 86_400_000;
  return new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface SendAgainDialogProps {
  /** Messages that were given up, or events that the webhook was not told of. */
  what: 'dead' | 'past';
  webhook: string;
  onClose: () => void;
}

/** Asks since when what was given up, or what happened, is to be sent. */
export function SendAgainDialog({ what, webhook, onClose }: SendAgainDialogProps) {
  const [since, setSince] = useState(findYesterday);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    const moment = new Date(since).toISOString();
    try {
      const queued =
        what === 'dead'
          ? await call(redeliverHooks, { body: { webhook, deadSince: moment } })
          : await call(sendPastEvents, { params: { key: webhook }, body: { since: moment } });
      tellQueued(t(what === 'dead' ? 'redelivered' : 'sent', { count: queued.count }), queued);
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
      await refresh(listHookDeliveries);
    }
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{words().cancel}</Button>
      <Button kind="primary" loading={busy} disabled={since === ''} onClick={() => void send()}>
        {t(what === 'dead' ? 'redeliver' : 'send')}
      </Button>
    </>
  );
  return (
    <Dialog title={t(what === 'dead' ? 'redeliverDeadTitle' : 'pastEvents')} onClose={onClose} footer={buttons} width={440}>
      <div className="ph-stack">
        <p>{t(what === 'dead' ? 'redeliverDeadText' : 'pastEventsText')}</p>
        <TextField type="datetime-local" label={t('since')} value={since} onChange={setSince} problem={problem} />
      </div>
    </Dialog>
  );
}
