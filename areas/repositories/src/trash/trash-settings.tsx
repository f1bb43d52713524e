import { RecordDrawer } from '@packhouse/console-kit/forms.ts';

import { changeTrashSettings, readTrashSettings } from '@packhouse/contract/repositories/trash-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, NumberInput } from '@packhouse/ui/form/form.ts';
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
  return (
    <RecordDrawer<typeof changeTrashSettings, Draft>
      shape="dialog"
      title={t('settingsTitle')}
      onClose={onClose}
      submitLabel={t('save')}
      save={changeTrashSettings}
      before={initial}
      input={({ expires, keepDays: count }) => ({ body: { keepDays: expires ? count : null } })}
      stale={[readTrashSettings]}
      onSaved={() => {
        notify.good(t('settingsSaved'));
        onClose();
      }}
    >
      <Fields before={initial.expires} />
    </RecordDrawer>
  );
}
