import { query } from '@packhouse/console-kit/console-kit.ts';
import { severityFloors } from '@packhouse/contract/scanning/policy-routes.ts';
import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import { policyRules } from '@packhouse/contract/scanning/policy-words.ts';
import { listLicenceNames } from '@packhouse/contract/scanning/scanning-licence-routes.ts';
import { IconButton, nameSeverity } from '@packhouse/ui/core.ts';
import { Form, Input, NumberInput, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import type { FindChoices } from '@packhouse/ui/form/search-box.tsx';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Consequence } from './consequence.tsx';
import { t } from './governing-words.ts';
import { NamePicker } from './name-picker.tsx';
import type { PolicyDraft, RuleDraft } from './policy-draft.ts';
import { Exploitation, Packages } from './rule-narrowing.tsx';

/** Something has to stand there. */
const Filled = z.object({ text: z.string().trim().min(1) });
const Chosen = z.object({ names: z.array(z.string()).min(1, policyRules.choose_some.en) });

function getConditions(type: PolicyType): { value: RuleDraft['condition']; label: string }[] {
  if (type === 'operational_risk') return [{ value: 'risk', label: t('risk') }];
  if (type === 'license')
    return [
      { value: 'banned', label: t('licenceAmong') },
      { value: 'allowed', label: t('licenceNotAmong') },
    ];
  return [
    { value: 'severity', label: t('findingOf') },
    { value: 'score', label: t('findingScored') },
    { value: 'ids', label: t('findingNamed') },
    { value: 'malicious', label: t('malicious') },
  ];
}

const getFloors = () =>
  severityFloors.map((value) => ({ value, label: value === 'All Severities' ? t('anySeverity') : t('orWorse', { severity: nameSeverity(value) }) }));

const useLicences: FindChoices = (search, open) => {
  const { data } = useQuery({ ...query(listLicenceNames, { query: { search, num_of_rows: 50 } }), enabled: open });
  return data?.data.map((value) => ({ value }));
};
/** There are too many vulnerabilities to offer any. */
const useNothing: FindChoices = () => [];

function Names({ at, label, hint, useChoices }: { at: number; label: string; hint: string; useChoices: FindChoices }) {
  return (
    <Form.Item name={[at, 'names']} label={label} extra={hint} rules={rulesFor(Chosen, 'names')} className="scan-wide">
      <NamePicker useChoices={useChoices} free />
    </Form.Item>
  );
}

/** When: what a rule is about. */
function Condition({ at, rule, type }: { at: number; rule: Partial<RuleDraft>; type: PolicyType }) {
  const form = Form.useFormInstance<PolicyDraft>();
  const { condition } = rule;
  const hasFix = type === 'security' && condition !== 'malicious';
  return (
    <>
      <Form.Item name={[at, 'condition']} label={t('when')} required>
        <Select options={getConditions(type)} popupMatchSelectWidth={false} onChange={() => form.setFieldValue(['rules', at, 'names'], [])} />
      </Form.Item>
      {condition === 'severity' && (
        <Form.Item name={[at, 'severity']} label={t('severity')} required>
          <Select options={getFloors()} popupMatchSelectWidth={false} />
        </Form.Item>
      )}
      {condition === 'score' && (
        <>
          <Form.Item name={[at, 'from']} label={t('from')}>
            <NumberInput />
          </Form.Item>
          <Form.Item name={[at, 'to']} label={t('to')}>
            <NumberInput />
          </Form.Item>
        </>
      )}
      {condition === 'ids' && <Names at={at} label={t('ids')} hint={t('idsHint')} useChoices={useNothing} />}
      {(condition === 'allowed' || condition === 'banned') && <Names at={at} label={t('licences')} hint={t('licencesHint')} useChoices={useLicences} />}
      {condition === 'risk' && (
        <Form.Item name={[at, 'risk']} label={t('riskOf')} required>
          <Select options={(['High', 'Medium', 'Low'] as const).map((value) => ({ value, label: t(`risk_${value}`) }))} popupMatchSelectWidth={false} />
        </Form.Item>
      )}
      {hasFix && (
        <Form.Item name={[at, 'fix']} label={t('fix')} required>
          <Select
            options={[
              { value: 'only', label: t('fixOnly') },
              { value: 'any', label: t('fixAny') },
            ]}
            popupMatchSelectWidth={false}
          />
        </Form.Item>
      )}
      {hasFix && <Exploitation at={at} rule={rule} />}
      {type === 'security' && <Packages at={at} rule={rule} />}
    </>
  );
}

interface SentenceProps {
  at: number;
  onUp: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

/** One rule as a sentence whose parts are edited in place. */
export function RuleSentence({ at, onUp, onRemove }: SentenceProps) {
  const rule = Form.useWatch<Partial<RuleDraft> | undefined>(['rules', at]) ?? {};
  const type = Form.useWatch<PolicyDraft['type'] | undefined>('type') ?? 'security';
  const number = at + 1;
  return (
    <section className="scan-rule" aria-label={t('rule', { number })}>
      <div className="scan-sentence">
        <Form.Item name={[at, 'name']} label={t('rule', { number })} rules={rulesFor(Filled, 'text')}>
          <Input autoComplete="off" />
        </Form.Item>
        <Condition at={at} rule={rule} type={type} />
        <Consequence at={at} rule={rule} type={type} />
      </div>
      <div className="scan-rule-tools">
        {onUp && <IconButton icon="chevron-up" label={t('ruleUp', { number })} onClick={onUp} />}
        {onRemove && <IconButton icon="trash" label={t('removeRule', { number })} onClick={onRemove} />}
      </div>
    </section>
  );
}
