import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { judgedFormats, PolicyCriteria } from '@packhouse/contract/scanning/policy-routes.ts';
import { Form, Input, NumberInput, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import type { FindChoices } from '@packhouse/ui/form/search-box.tsx';
import { z } from 'zod';
import { t } from './governing-words.ts';
import { NamePicker } from './name-picker.tsx';
import type { RuleDraft } from './policy-draft.ts';

interface Props {
  at: number;
  rule: Partial<RuleDraft>;
}

const Named = z.object({ name: PolicyCriteria.shape.package_name.unwrap() });
/** Versions are typed. */
const useNothing: FindChoices = () => [];

/** What is known of the exploitation of a vulnerability. */
export function Exploitation({ at, rule: { exploitation } }: Props) {
  return (
    <>
      <Form.Item name={[at, 'exploitation']} label={t('exploitation')} required>
        <Select
          options={[
            { value: 'any', label: t('exploitationAny') },
            { value: 'known', label: t('exploitationKnown') },
            { value: 'likely', label: t('exploitationLikely') },
          ]}
          popupMatchSelectWidth={false}
        />
      </Form.Item>
      {exploitation === 'likely' && (
        <Form.Item name={[at, 'percent']} label={t('percent')} required>
          <NumberInput />
        </Form.Item>
      )}
    </>
  );
}

/** The packages in which a finding counts. */
export function Packages({ at, rule: { packages } }: Props) {
  const types = judgedFormats.map((value) => ({ value: value as string, label: getCard(value).title }));
  return (
    <>
      <Form.Item name={[at, 'packages']} label={t('in')} required>
        <Select
          options={[
            { value: 'any', label: t('anyPackage') },
            { value: 'named', label: t('packagesNamed') },
          ]}
          popupMatchSelectWidth={false}
        />
      </Form.Item>
      {packages === 'named' && (
        <>
          <Form.Item name={[at, 'packageName']} label={t('packageName')} extra={t('packageNameHint')} rules={rulesFor(Named, 'name')}>
            <Input autoComplete="off" spellCheck={false} className="ph-mono" />
          </Form.Item>
          <Form.Item name={[at, 'packageType']} label={t('packageType')}>
            <Select options={[{ value: '', label: t('anyType') }, ...types]} popupMatchSelectWidth={false} />
          </Form.Item>
          <Form.Item name={[at, 'versions']} label={t('versions')} extra={t('versionsHint')} className="scan-wide">
            <NamePicker useChoices={useNothing} free withCommas />
          </Form.Item>
        </>
      )}
    </>
  );
}
