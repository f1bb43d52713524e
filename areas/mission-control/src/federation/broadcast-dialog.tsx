import { call, mutation, notifyFailure, refresh } from '@packhouse/console-kit/console-kit.ts';
import {
  broadcastFederation,
  endFederationHere,
  type Federation,
  listFederations,
  removeFederation,
} from '@packhouse/contract/mission-control/federation-routes.ts';
import { Button, Deletion, Dialog, notify } from '@packhouse/ui/core.ts';
import { KitProvider, Radio } from '@packhouse/ui/form/form.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Copies, copiesChoices } from './copies-choices.ts';
import { t } from './federation-words.ts';

interface DialogProps {
  federation: Pick<Federation, 'id' | 'source'>;
  onClose: () => void;
}

/** Asks before everything is sent again. */
export function BroadcastDialog({ federation, onClose }: DialogProps) {
  const work = useMutation({
    ...mutation(broadcastFederation),
    onSuccess: async ({ failed }) => {
      if (failed.length > 0) notify.bad(`${t('broadcastFailed')} ${failed.join(', ')}`);
      else notify.good(t('broadcastStarted'));
      onClose();
      await refresh(listFederations);
    },
    onError: (error: Error) => notifyFailure(error),
  });
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button kind="primary" loading={work.isPending} onClick={() => work.mutate({ body: { source: federation.id } })}>
        {t('broadcast')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('broadcast')} onClose={onClose} footer={footer}>
      <p>{t('broadcastWarning')}</p>
    </Dialog>
  );
}

/** Asks before a federation that is ending is forgotten, though somebody could not be told. */
export function EndFederationHere({ federation, onClose }: DialogProps) {
  const work = async () => {
    await call(endFederationHere, { params: { id: federation.id } });
    await refresh(listFederations);
  };
  return (
    <Deletion title={t('endHereTitle', { name: federation.source.name })} action={t('endHere')} work={work} done={t('endedHere')} onClose={onClose}>
      <p>{t('endHereText')}</p>
    </Deletion>
  );
}

/** Asks before a federation ends, and what becomes of the copies. */
export function RemoveFederation({ federation, onClose }: DialogProps) {
  const [copies, setCopies] = useState<Copies>('keep');
  const work = async () => {
    await call(removeFederation, { params: { source: federation.id }, query: { copies } });
    await refresh(listFederations);
  };
  return (
    <Deletion title={t('removeTitle', { name: federation.source.name })} action={t('remove')} work={work} done={t('removed')} onClose={onClose}>
      <p>{t('removeText')}</p>
      <KitProvider>
        <Radio.Group vertical aria-label={t('copies')} value={copies} onChange={({ target }) => setCopies(target.value as Copies)} options={copiesChoices()} />
      </KitProvider>
    </Deletion>
  );
}
