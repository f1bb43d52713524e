import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteProxy, listProxies } from '@packhouse/contract/repositories/proxy-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './proxies-words.ts';

interface DeleteProxyProps {
  proxyKey: string;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a proxy goes; says who uses it when the server refuses. */
export function DeleteProxy({ proxyKey: key, onClose, onDeleted }: DeleteProxyProps) {
  const work = async () => {
    await call(deleteProxy, { params: { key } });
    await refresh(listProxies);
  };
  return (
    <Deletion title={t('removeTitle', { key })} action={t('removeAction')} work={work} done={t('removed', { key })} onClose={onClose} onDeleted={onDeleted}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}
