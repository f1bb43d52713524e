import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { nameSeverity } from '@packhouse/ui/core.ts';
import { Checkbox, Form, Input, NumberInput, Select } from '@packhouse/ui/form/form.ts';
import { t } from './governing-words.ts';
import type { RuleDraft } from './policy-draft.ts';

interface Props {
  at: number;
  rule: Partial<RuleDraft>;
}

/** Whether files can still be downloaded. */
function Block({ at, rule: { block } }: Props) {
  const blocks = (['no', 'now', 'later', 'running'] as const).map((value) => ({
    value,
    label: t(({ no: 'blockNot', now: 'blockNow', later: 'blockLater', running: 'blockRunning' } as const)[value]),
  }));
  return (
    <>
      <Form.Item name={[at, 'block']} label={t('follows')} required>
        <Select options={blocks} popupMatchSelectWidth={false} />
      </Form.Item>
      {(block === 'later' || block === 'running') && (
        <Form.Item name={[at, 'days']} label={t('days')} required>
          <NumberInput />
        </Form.Item>
      )}
      {block === 'running' && (
        <Form.Item name={[at, 'runningDays']} label={t('runningDays')} required>
          <NumberInput />
        </Form.Item>
      )}
    </>
  );
}

/** Who is told of a new violation. */
function Told({ at }: Pick<Props, 'at'>) {
  return (
    <fieldset className="scan-told">
      <legend>{t('told')}</legend>
      <Form.Item name={[at, 'notify']} valuePropName="checked">
        <Checkbox>{t('notify')}</Checkbox>
      </Form.Item>
      <Form.Item name={[at, 'deployer']} valuePropName="checked">
        <Checkbox>{t('deployer')}</Checkbox>
      </Form.Item>
      <Form.Item name={[at, 'mails']} label={t('mails')} extra={t('mailsHint')} className="scan-wide">
        <Input autoComplete="off" spellCheck={false} className="ph-mono" />
      </Form.Item>
    </fieldset>
  );
}

/** Then: what follows. */
export function Consequence({ at, rule, type }: Props & { type: PolicyType }) {
  const own = [{ value: '', label: t('ownNot') }, ...severities.map((value) => ({ value, label: nameSeverity(value) }))];
  return (
    <>
      <Block at={at} rule={rule} />
      <Form.Item name={[at, 'own']} label={t('own')}>
        <Select options={own} popupMatchSelectWidth={false} />
      </Form.Item>
      <div className="scan-ticks">
        {type === 'license' && (
          <>
            <Form.Item name={[at, 'allowUnknown']} valuePropName="checked">
              <Checkbox>{t('allowUnknown')}</Checkbox>
            </Form.Item>
            <Form.Item name={[at, 'permissive']} valuePropName="checked">
              <Checkbox>{t('permissive')}</Checkbox>
            </Form.Item>
          </>
        )}
        {rule.block !== 'no' && (
          <Form.Item name={[at, 'unscanned']} valuePropName="checked">
            <Checkbox>{t('unscanned')}</Checkbox>
          </Form.Item>
        )}
        <Form.Item name={[at, 'failBuild']} valuePropName="checked">
          <Checkbox>{t('failBuild')}</Checkbox>
        </Form.Item>
        {type === 'security' && (
          <Form.Item name={[at, 'failPulls']} valuePropName="checked">
            <Checkbox>{t('failPulls')}</Checkbox>
          </Form.Item>
        )}
        <Form.Item name={[at, 'noDistribution']} valuePropName="checked">
          <Checkbox>{t('noDistribution')}</Checkbox>
        </Form.Item>
        <Form.Item name={[at, 'noPromotion']} valuePropName="checked">
          <Checkbox>{t('noPromotion')}</Checkbox>
        </Form.Item>
      </div>
      {rule.failBuild && (
        <Form.Item name={[at, 'buildDays']} label={t('buildDays')}>
          <NumberInput />
        </Form.Item>
      )}
      <Told at={at} />
    </>
  );
}
