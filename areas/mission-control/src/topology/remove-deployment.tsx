import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { listUnits, removeUnit, type Unit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './topology-words.ts';

/** Asks before a deployment goes from the list. */
export function RemoveDeployment({ unit: { id, name }, onClose, onRemoved }: { unit: Unit; onClose: () => void; onRemoved: () => void }) {
  const work = async () => {
    await call(removeUnit, { params: { id } });
    await refresh(listUnits);
  };
  return (
    <Deletion title={t('removeTitle', { name })} action={t('remove')} work={work} done={t('removed', { name })} onClose={onClose} onDeleted={onRemoved}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}
