import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { type AdvisorySource, deleteAdvisorySource, listAdvisorySources } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from '../scanning-words.ts';

/** Asks before a source goes. */
export function DeleteSource({ source: { id, name }, onClose }: { source: AdvisorySource; onClose: () => void }) {
  const work = async () => {
    await call(deleteAdvisorySource, { params: { id } });
    await refresh(listAdvisorySources);
  };
  return (
    <Deletion title={t('removeTitle', { name })} action={t('removeAction')} work={work} done={t('removed', { name })} onClose={onClose}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}
