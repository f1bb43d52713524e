import { query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { listProxies } from '@packhouse/contract/repositories/proxy-routes.ts';
import { Checkbox, Form, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './administration-words.ts';
import { draftRules } from './draft-rules.ts';
import type { RepositoryDraft } from './repository-draft.ts';

/** Through which outgoing proxy the source is reached; only administrators see which there are, and choose. */
export function ProxyField() {
  const refusal = useRefusal(listProxies);
  const { data } = useQuery({ ...query(listProxies, {}), enabled: refusal === undefined });
  const chosen = Form.useWatch<RepositoryDraft['proxy']>('proxy') ?? '';
  const direct = Form.useWatch<RepositoryDraft['disableProxy']>('disableProxy') ?? false;
  const usual = data?.items.find(({ isDefault }) => isDefault);
  const keys = data?.items.map(({ key }) => key) ?? (chosen === '' ? [] : [chosen]);
  const options = [{ value: '', label: usual ? t('proxyDefault', { key: usual.key }) : t('proxyNone') }, ...keys.map((value) => ({ value, label: value }))];
  return (
    <>
      <Form.Item name="proxy" label={t('proxy')} extra={refusal ?? t('proxyHint')} rules={draftRules('proxy')}>
        <Select options={options} disabled={refusal !== undefined || direct} />
      </Form.Item>
      <Form.Item name="disableProxy" valuePropName="checked">
        <Checkbox disabled={refusal !== undefined}>{t('disableProxy')}</Checkbox>
      </Form.Item>
    </>
  );
}
