import { query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { hookMethods, secretMask } from '@packhouse/contract/events/hook-settings.ts';
import { listProxies } from '@packhouse/contract/repositories/proxy-routes.ts';
import { CodeBlock } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, Radio, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { Column, Columns } from './column.tsx';
import { draftRules } from './draft-rules.ts';
import { t } from './form-words.ts';
import { PairsEditor } from './pairs-editor.tsx';
import { PresetMenu } from './preset-menu.tsx';
import { newDraft, type WebhookDraft } from './webhook-draft.ts';

/** Where events are sent, and what the requests look like. */
export function ReceiverFields() {
  const kind = Form.useWatch<WebhookDraft['kind']>('kind') ?? newDraft.kind;
  const isCustom = kind === 'custom-webhook';
  const isMasked = Form.useWatch<WebhookDraft['headers']>('headers', { preserve: true })?.some(({ value }) => value === secretMask) ?? false;
  return (
    <FormGroup title={t('receiver')} text={t('receiverHelp')}>
      <Form.Item name="kind" label={t('kind')} extra={t(`about_${kind}`)} required>
        <Radio.Group options={(['webhook', 'custom-webhook'] as const).map((value) => ({ value, label: t(`kind_${value}`) }))} />
      </Form.Item>
      <Columns>
        {isCustom && (
          <Column>
            <Form.Item name="method" label={t('method')} required>
              <Select options={hookMethods.map((value) => ({ value, label: value }))} />
            </Form.Item>
          </Column>
        )}
        <Column>
          <Form.Item name="url" label={t('url')} extra={t('urlHint')} rules={draftRules('url')} required>
            <Input autoComplete="off" spellCheck={false} inputMode="url" className="ph-mono" placeholder="https://hooks.example.org/packages" />
          </Form.Item>
        </Column>
        <Column>
          <ProxyField />
        </Column>
        {!isCustom && <SecretFields />}
      </Columns>
      <Form.Item name="headers" label={t('headers')} extra={isMasked && t('headersHint')} rules={draftRules('headers')}>
        <PairsEditor said={headerWords()} examples={['X-Team', 'storefront']} />
      </Form.Item>
      {isCustom && <CustomBody />}
      <OtherHandlers />
    </FormGroup>
  );
}

/** Where else events are sent: existing clients give a webhook several handlers. */
function OtherHandlers() {
  const others = Form.useWatch<WebhookDraft['others']>('others', { preserve: true }) ?? newDraft.others;
  if (others.length === 0) return null;
  return (
    <Form.Item label={t('others')} extra={t('othersHint')}>
      <CodeBlock label={t('others')} code={others.map(({ url }) => url).join('\n')} />
    </Form.Item>
  );
}

/** Through which outgoing proxy the receiver is reached. */
function ProxyField() {
  const refusal = useRefusal(listProxies);
  const { data } = useQuery({ ...query(listProxies, {}), enabled: refusal === undefined });
  const chosen = Form.useWatch<WebhookDraft['proxy']>('proxy') ?? '';
  const keys = data?.items.map(({ key }) => key) ?? [chosen].filter(Boolean);
  return (
    <Form.Item name="proxy" label={t('proxy')} rules={draftRules('proxy')}>
      <Select options={[{ value: '', label: t('noProxy') }, ...keys.map((value) => ({ value, label: value }))]} disabled={refusal !== undefined} />
    </Form.Item>
  );
}

function SecretFields() {
  const isKept = Form.useWatch<boolean>('isSecretKept', { preserve: true }) ?? false;
  const isForgotten = Form.useWatch<boolean>('forgetSecret') ?? false;
  return (
    <>
      <Column>
        <Form.Item
          name="secret"
          label={t('secret')}
          extra={t(isKept ? 'secretKept' : 'secretHint')}
          rules={draftRules('secret')}
          dependencies={['signs', 'forgetSecret']}
        >
          <Input.Password autoComplete="new-password" disabled={isForgotten} />
        </Form.Item>
        {isKept && (
          <Form.Item name="forgetSecret" valuePropName="checked">
            <Checkbox>{t('forgetSecret')}</Checkbox>
          </Form.Item>
        )}
      </Column>
      <Column>
        <Form.Item name="signs" valuePropName="checked" extra={t('signsHint')} className="hook-beside-labels">
          <Checkbox>{t('signs')}</Checkbox>
        </Form.Item>
      </Column>
      <Column>
        <KeyFields />
      </Column>
    </>
  );
}

/** A key of the webhook's own: whoever knows its public half can verify, and cannot forge. */
function KeyFields() {
  const signsWithKey = Form.useWatch<boolean>('signsWithKey') ?? false;
  const publicKey = Form.useWatch<string>('publicKey', { preserve: true }) ?? '';
  return (
    <>
      <Form.Item name="signsWithKey" valuePropName="checked" extra={t(publicKey === '' ? 'signsWithKeyHint' : 'signsWithKeyKept')}>
        <Checkbox>{t('signsWithKey')}</Checkbox>
      </Form.Item>
      {signsWithKey && publicKey !== '' && (
        <>
          <CodeBlock title={t('publicKey')} code={publicKey} />
          <Form.Item name="renewsKey" valuePropName="checked" extra={t('renewsKeyHint')}>
            <Checkbox>{t('renewsKey')}</Checkbox>
          </Form.Item>
        </>
      )}
    </>
  );
}

const headerWords = () => ({
  label: t('headers'),
  add: t('addHeader'),
  name: (number: number) => t('headerName', { number }),
  value: (number: number) => t('headerValue', { number }),
  remove: (number: number) => t('removeHeader', { number }),
});

const secretWords = () => ({
  label: t('secrets'),
  add: t('addSecret'),
  name: (number: number) => t('secretName', { number }),
  value: (number: number) => t('secretValue', { number }),
  remove: (number: number) => t('removeSecret', { number }),
});

/** The body of a request of one's own, and the secrets that it names. */
function CustomBody() {
  return (
    <>
      <span>
        <PresetMenu />
      </span>
      <Form.Item name="secrets" label={t('secrets')} extra={t('secretsHint', { example: '{{ .secrets.token }}' })} rules={draftRules('secrets')}>
        <PairsEditor said={secretWords()} examples={['token', '']} />
      </Form.Item>
      <Form.Item
        name="payload"
        label={t('payload')}
        extra={t('payloadHint', { text: '{{ .data.repo_key }}', json: '{{ json .data }}' })}
        rules={draftRules('payload')}
      >
        <Input.TextArea autoSize={{ minRows: 6, maxRows: 24 }} spellCheck={false} className="ph-mono" />
      </Form.Item>
    </>
  );
}
