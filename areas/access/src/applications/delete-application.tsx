import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { type Application, deleteApplication, listApplications } from '@packhouse/contract/access/access-application-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './applications-words.ts';

/** Says whom deleting an application concerns, and does it. */
export function DeleteApplication({ application: { id, name, users }, onClose }: { application: Application; onClose: () => void }) {
  const work = async () => {
    await call(deleteApplication, { params: { id } });
    await refresh(listApplications);
  };
  return (
    <Deletion title={t('removeTitle', { name })} action={t('removeAction')} work={work} done={t('wasRemoved', { name })} onClose={onClose}>
      <p>{t('removeText', { name })}</p>
      {users > 0 && <p>{t('removeUsers', { count: users })}</p>}
    </Deletion>
  );
}
