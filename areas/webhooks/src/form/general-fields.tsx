import { Checkbox, Form, FormGroup, Input } from '@packhouse/ui/form/form.ts';
import { Column, Columns } from './column.tsx';
import { draftRules } from './draft-rules.ts';
import { t } from './form-words.ts';

/** What the webhook is called, and whether it is on. */
export function GeneralFields({ isNew }: { isNew: boolean }) {
  return (
    <FormGroup title={t('general')}>
      <Columns>
        {isNew && (
          <Column>
            <Form.Item name="key" label={t('name')} extra={t('nameHint')} rules={draftRules('key')} required>
              <Input autoComplete="off" spellCheck={false} className="ph-mono" />
            </Form.Item>
          </Column>
        )}
        <Column>
          <Form.Item name="description" label={t('description')} rules={draftRules('description')}>
            <Input autoComplete="off" />
          </Form.Item>
        </Column>
        <Column>
          <Form.Item name="enabled" valuePropName="checked" extra={t('enabledHint')} className="hook-beside-labels">
            <Checkbox>{t('enabled')}</Checkbox>
          </Form.Item>
        </Column>
      </Columns>
    </FormGroup>
  );
}
