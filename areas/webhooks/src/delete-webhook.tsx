import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteHook, type Hook, listHooks } from '@packhouse/contract/events/hook-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './webhooks-words.ts';

interface DeleteWebhookProps {
  hook: Pick<Hook, 'key' | 'health'>;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a webhook goes, with what waits for it. */
export function DeleteWebhook({ hook: { key, health }, onClose, onDeleted }: DeleteWebhookProps) {
  const work = async () => {
    await call(deleteHook, { params: { key } });
    await refresh(listHooks);
  };
  return (
    <Deletion title={t('removeTitle', { key })} action={t('removeAction')} work={work} done={t('removed', { key })} onClose={onClose} onDeleted={onDeleted}>
      <p>{t('removeText')}</p>
      {health.waiting > 0 && <p>{t('removeWaiting', { count: health.waiting })}</p>}
    </Deletion>
  );
}
