import { call, getCurl, refresh } from '@packhouse/console-kit/console-kit.ts';
import { changeTrashSettings, readTrashSettings } from '@packhouse/contract/repositories/trash-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormDrawer, NumberInput } from '@packhouse/ui/form/form.ts';
import { t } from './trash-words.ts';

interface Draft {
  expires: boolean;
  keepDays: number | null;
}

const usualDays = 14;
const daysLimit = 3650;

const days = {
  required: true,
  validator: async (_: unknown, count: unknown) => {
    if (!Number.isInteger(count) || Number(count) < 1 || Number(count) > daysLimit) throw new Error(t('daysProblem'));
  },
};

function Fields({ before }: { before: boolean }) {
  const expires = Form.useWatch<boolean>('expires') ?? before;
  return (
    <>
      <Form.Item name="expires" valuePropName="checked">
        <Checkbox>{t('deleteByItself')}</Checkbox>
      </Form.Item>
      {expires && (
        <Form.Item name="keepDays" label={t('days')} extra={t('daysHint')} rules={[days]}>
          <NumberInput />
        </Form.Item>
      )}
    </>
  );
}

/** How long deleted files stay before they go by themselves, if they do. */
export function TrashSettingsDialog({ keepDays, onClose }: { keepDays: number | null; onClose: () => void }) {
  const initial: Draft = { expires: keepDays !== null, keepDays: keepDays ?? usualDays };
  const getBody = (values: Partial<Draft>) => {
    const { expires, keepDays: count } = { ...initial, ...values };
    return { keepDays: expires ? count : null };
  };
  const submit = async (values: Draft) => {
    await call(changeTrashSettings, { body: getBody(values) });
    await refresh(readTrashSettings);
    notify.good(t('settingsSaved'));
    onClose();
  };
  return (
    <FormDrawer<Draft>
      shape="dialog"
      title={t('settingsTitle')}
      onClose={onClose}
      initialValues={initial}
      onSubmit={submit}
      submitLabel={t('save')}
      curl={(values) => getCurl(changeTrashSettings, { body: getBody(values) })}
    >
      <Fields before={initial.expires} />
    </FormDrawer>
  );
}
