import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { deleteProxy, listProxies } from '@packhouse/contract/proxy-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { t } from './messages.ts';

interface DeleteProxyProps {
  proxyKey: string;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a proxy goes; says who uses it when the server refuses. */
export function DeleteProxy({ proxyKey: key, onClose, onDeleted }: DeleteProxyProps) {
  const removal = useMutation(mutation(deleteProxy, { stale: [listProxies] }));
  const done = () => {
    notify.good(t('removed', { key }));
    onClose();
    onDeleted?.();
  };
  return (
    <ConfirmDelete
      title={t('removeTitle', { key })}
      action={t('removeAction')}
      onConfirm={() => removal.mutate({ params: { key } }, { onSuccess: done })}
      onClose={onClose}
      loading={removal.isPending}
      failure={removal.error?.message}
    >
      <p>{t('removeText')}</p>
    </ConfirmDelete>
  );
}
