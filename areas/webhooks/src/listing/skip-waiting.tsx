import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { skipWaiting } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { type Hook, listHooks } from '@packhouse/contract/events/hook-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from '../webhooks-words.ts';

/** Asks before everything that waits for a webhook is given up. */
export function SkipWaiting({ hook: { key, health }, onClose }: { hook: Hook; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    try {
      const { count } = await call(skipWaiting, { params: { key } });
      notify.good(t('skipped', { count }));
      onClose();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
      await refresh(listHooks);
    }
  };
  return (
    <ConfirmDelete title={t('skipTitle', { key })} action={t('skip')} onConfirm={() => void confirm()} onClose={onClose} loading={busy} failure={failure}>
      <p>{t('skipText', { count: health.waiting })}</p>
    </ConfirmDelete>
  );
}
