import { RecordDrawer } from '@packhouse/console-kit/forms.ts';

import { listSigningKeys, rotateSigningKey, type SigningKey } from '@packhouse/contract/repositories/signing-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, NumberInput } from '@packhouse/ui/form/form.ts';
import { t } from './signing-keys-words.ts';

interface RotateKeyProps {
  kind: SigningKey['kind'];
  /** There is a key that would be replaced. */
  exists: boolean;
  onClose: () => void;
}

interface Draft {
  publishedDays: number;
}

const usualDays = 90;
const daysLimit = 3650;

const days = {
  required: true,
  validator: async (_: unknown, count: unknown) => {
    if (!Number.isInteger(count) || Number(count) < 0 || Number(count) > daysLimit) throw new Error(t('daysProblem'));
  },
};

/** Puts a new key in the place of the present one, or makes the first. */
export function RotateKey({ kind, exists, onClose }: RotateKeyProps) {
  return (
    <RecordDrawer<typeof rotateSigningKey, Draft>
      shape="dialog"
      title={exists ? t('rotateTitle', { kind: t(kind) }) : t('createTitle', { kind: t(kind) })}
      onClose={onClose}
      submitLabel={exists ? t('rotate') : t('createKey')}
      save={rotateSigningKey}
      before={{ publishedDays: usualDays }}
      input={(values) => ({ body: { kind, ...values } })}
      stale={[listSigningKeys]}
      onSaved={() => {
        notify.good(t('rotated'));
        onClose();
      }}
    >
      <p>{exists ? t('rotateText') : t('createText')}</p>
      {exists && (
        <Form.Item name="publishedDays" label={t('days')} extra={t('daysHint')} rules={[days]}>
          <NumberInput />
        </Form.Item>
      )}
    </RecordDrawer>
  );
}
