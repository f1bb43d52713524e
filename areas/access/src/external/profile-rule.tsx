import { Checkbox, Form } from '@packhouse/ui/form/form.ts';
import { t } from './external-words.ts';

/** Asks whether users who come to be through a way in may change their own profile. */
export function ProfileRule() {
  return (
    <Form.Item name="profileUpdatable" valuePropName="checked" extra={t('profileUpdatableHint')}>
      <Checkbox>{t('profileUpdatable')}</Checkbox>
    </Form.Item>
  );
}
