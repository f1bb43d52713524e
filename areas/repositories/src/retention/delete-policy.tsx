import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteRetentionPolicy, listRetentionPolicies, listRetentionRuns, type RetentionPolicy } from '@packhouse/contract/repositories/retention-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './retention-words.ts';

interface DeletePolicyProps {
  policy: Pick<RetentionPolicy, 'id' | 'name'>;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a policy goes. */
export function DeletePolicy({ policy: { id, name }, onClose, onDeleted }: DeletePolicyProps) {
  const work = async () => {
    await call(deleteRetentionPolicy, { params: { id } });
    await refresh(listRetentionPolicies, listRetentionRuns);
  };
  return (
    <Deletion title={t('removeTitle', { name })} action={t('removeAction')} work={work} done={t('removed', { name })} onClose={onClose} onDeleted={onDeleted}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}
