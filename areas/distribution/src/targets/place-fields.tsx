import { NewDistributionTarget } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { t } from './targets-words.ts';

const plain = { autoComplete: 'off', spellCheck: false } as const;

/** Where a target stands, for rules of distribution. */
export function PlaceFields() {
  return (
    <FormGroup title={t('place')} text={t('placeHelp')}>
      <Form.Item name="site" label={t('site')} rules={rulesFor(NewDistributionTarget, 'site')} required={false}>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="city" label={t('city')} rules={rulesFor(NewDistributionTarget, 'city')} required={false}>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="country" label={t('country')} rules={rulesFor(NewDistributionTarget, 'country')} required={false}>
        <Input {...plain} maxLength={2} placeholder="DE" />
      </Form.Item>
    </FormGroup>
  );
}
