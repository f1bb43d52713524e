import { Checkbox, Form, FormGroup, NumberInput } from '@packhouse/ui/form/form.ts';
import { Column, Columns } from './column.tsx';
import { draftRules } from './draft-rules.ts';
import { t } from './form-words.ts';

/** In which order messages go, how many at once, and for how long they are tried. */
export function DeliveryFields() {
  return (
    <FormGroup advanced title={t('delivery')} text={t('deliveryHelp')}>
      <Columns>
        <Column>
          <Form.Item name="parallel" label={t('parallel')} rules={draftRules('parallel')}>
            <NumberInput />
          </Form.Item>
        </Column>
        <Column>
          <Form.Item name="perSecond" label={t('perSecond')} extra={t('perSecondHint')} rules={draftRules('perSecond')}>
            <NumberInput />
          </Form.Item>
        </Column>
        <Column>
          <Form.Item name="maxAgeHours" label={t('maxAge')} rules={draftRules('maxAgeHours')}>
            <NumberInput />
          </Form.Item>
        </Column>
        <Column>
          <Form.Item name="keepOrder" valuePropName="checked" extra={t('keepOrderHint')} className="hook-beside-labels">
            <Checkbox>{t('keepOrder')}</Checkbox>
          </Form.Item>
        </Column>
      </Columns>
    </FormGroup>
  );
}
