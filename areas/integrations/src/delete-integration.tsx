import { call } from '@packhouse/console-kit/console-kit.ts';
import { deleteIntegration, type Integration } from '@packhouse/contract/scanning/integration-routes.ts';
import { Deletion, notify } from '@packhouse/ui/core.ts';
import { t } from './integrations-words.ts';
import { initialiseIntegrations } from './use-integrations.ts';

interface DeleteIntegrationProps {
  integration: Pick<Integration, 'key' | 'name'>;
  onClose: () => void;
}

/** Asks before a connection goes. */
export function DeleteIntegration({ integration: { key, name }, onClose }: DeleteIntegrationProps) {
  const work = async () => {
    try {
      await call(deleteIntegration, { params: { integrationKey: key } });
    } catch (error) {
      notify.bad(t('removeFailed'));
      throw error;
    }
    await initialiseIntegrations();
  };
  return (
    <Deletion title={t('removeTitle', { name })} action={t('removeAction')} work={work} done={t('removed', { key })} onClose={onClose}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}
