import { type Candidate, FederationInput } from '@packhouse/contract/mission-control/federation-routes.ts';
import { Banner } from '@packhouse/ui/core.ts';
import { Checkbox, CheckboxGroup, Form, FormGroup, Radio, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import { copiesChoices } from './copies-choices.ts';
import type { FederationDraft } from './federation-draft.ts';
import { t } from './federation-words.ts';
import { PatternFields } from './pattern-field.tsx';

/** Who takes part, what is shared, and which permissions. Another topology shares nothing until it is said again. */
export function FederationFields({ candidates, isNew }: { candidates: readonly Candidate[]; isNew: boolean }) {
  const form = Form.useFormInstance<FederationDraft>();
  const mode = Form.useWatch('mode', form) ?? 'star';
  const types = Form.useWatch('entityTypes', form) ?? [];
  const sendsPasswords = Form.useWatch('passwords', form) ?? true;
  const [isReset, setReset] = useState(false);
  const source = Form.useWatch('source', form);
  const targets = Form.useWatch('targets', form) ?? [];
  const options = candidates.map(({ id, name }) => ({ value: id, label: name }));
  const reset = () => {
    setReset(true);
    form.setFieldsValue({ entityTypes: [], single: false, include: [], exclude: [] });
  };
  const pick = { showSearch: true, optionFilterProp: 'label' } as const;
  return (
    <>
      <FormGroup title={t('who')} text={t(mode === 'star' ? 'whoStar' : 'whoMesh')}>
        <Form.Item name="mode" label={t('kind')} required>
          <Radio.Group
            onChange={reset}
            options={[
              { value: 'star', label: t('star') },
              { value: 'mesh', label: t('mesh') },
            ]}
          />
        </Form.Item>
        {isReset && <Banner kind="warning">{t('reset')}</Banner>}
        <Form.Item name="source" label={t(mode === 'star' ? 'source' : 'member')} rules={rulesFor(FederationInput, 'source')}>
          <Select {...pick} options={options.filter(({ value }) => !targets.includes(value))} />
        </Form.Item>
        <Form.Item name="targets" label={t(mode === 'star' ? 'targets' : 'members')} rules={rulesFor(FederationInput, 'targets')}>
          <Select {...pick} options={options.filter(({ value }) => value !== source)} mode="multiple" />
        </Form.Item>
        {!isNew && (
          <Form.Item name="copies" label={t('copiesLeftOut')} required>
            <Radio.Group options={copiesChoices()} />
          </Form.Item>
        )}
      </FormGroup>
      <FormGroup title={t('what')}>
        <Form.Item name="entityTypes" label={t('types')} rules={rulesFor(FederationInput, 'entityTypes')}>
          <CheckboxGroup
            options={[
              { value: 'USERS', label: t('users') },
              { value: 'GROUPS', label: t('groups') },
              { value: 'PERMISSIONS', label: t('permissions') },
              { value: 'TOKENS', label: t('tokens') },
            ]}
          />
        </Form.Item>
        {types.includes('USERS') && (
          <Form.Item name="passwords" valuePropName="checked" extra={t(sendsPasswords ? 'passwordsTravel' : 'passwordsStay')}>
            <Checkbox>{t('passwords')}</Checkbox>
          </Form.Item>
        )}
        {types.includes('PERMISSIONS') && <PatternFields />}
        <Form.Item name="adopt" valuePropName="checked" extra={t('adoptHelp')}>
          <Checkbox>{t('adopt')}</Checkbox>
        </Form.Item>
        <Form.Item name="adoptAdministrators" valuePropName="checked">
          <Checkbox>{t('adoptAdministrators')}</Checkbox>
        </Form.Item>
        {mode === 'star' && (
          <Form.Item name="forward" valuePropName="checked">
            <Checkbox>{t('forward')}</Checkbox>
          </Form.Item>
        )}
      </FormGroup>
    </>
  );
}
