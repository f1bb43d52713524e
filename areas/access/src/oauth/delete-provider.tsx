import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteOauthProvider, listOauthProviders } from '@packhouse/contract/access/access-oauth-routes.ts';
import { oauthProviders } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './oauth-words.ts';

/** Says what deleting a provider means, and does it. */
export function DeleteProvider({ name, onClose, onDeleted }: { name: string; onClose: () => void; onDeleted?: () => void }) {
  const work = async () => {
    await call(deleteOauthProvider, { params: { name } });
    await refresh(listOauthProviders, oauthProviders);
  };
  return (
    <Deletion
      title={t('removeTitle', { name })}
      action={t('removeAction')}
      work={work}
      done={t('wasRemoved', { name })}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <p>{t('removeText')}</p>
    </Deletion>
  );
}
