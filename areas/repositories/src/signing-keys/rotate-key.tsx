import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { listSigningKeys, rotateSigningKey, type SigningKey } from '@packhouse/contract/signing-routes.ts';
import { Button, Dialog, notify, TextField } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { t } from './messages.ts';

interface RotateKeyProps {
  kind: SigningKey['kind'];
  /** There is a key that would be replaced. */
  exists: boolean;
  onClose: () => void;
}

const usualDays = '90';
const daysLimit = 3650;

/** Puts a new key in the place of the present one, or makes the first. */
export function RotateKey({ kind, exists, onClose }: RotateKeyProps) {
  const [days, setDays] = useState(usualDays);
  const formId = useId();
  const rotation = useMutation(mutation(rotateSigningKey, { stale: [listSigningKeys] }));
  const isNumber = /^\d{1,4}$/.test(days) && Number(days) <= daysLimit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isNumber || rotation.isPending) return;
    const done = () => {
      notify.good(t('rotated'));
      onClose();
    };
    rotation.mutate({ body: { kind, publishedDays: Number(days) } }, { onSuccess: done });
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button kind="primary" type="submit" form={formId} disabled={!isNumber} loading={rotation.isPending}>
        {exists ? t('rotate') : t('createKey')}
      </Button>
    </>
  );
  return (
    <Dialog title={exists ? t('rotateTitle', { kind: t(kind) }) : t('createTitle', { kind: t(kind) })} onClose={onClose} footer={buttons}>
      <form id={formId} onSubmit={submit} className="ph-stack" noValidate>
        <p>{exists ? t('rotateText') : t('createText')}</p>
        {exists && (
          <TextField
            label={t('days')}
            hint={t('daysHint')}
            value={days}
            problem={isNumber ? undefined : t('daysProblem')}
            onChange={setDays}
            inputMode="numeric"
          />
        )}
        {rotation.error && (
          <p role="alert" className="ph-field-problem">
            {rotation.error.message}
          </p>
        )}
      </form>
    </Dialog>
  );
}
