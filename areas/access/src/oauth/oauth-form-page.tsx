import { call, LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import {
  createOauthProvider,
  listOauthProviders,
  NewOauthProvider,
  type OauthProvider,
  oauthTypes,
  readOauthProvider,
  speaksOpenId,
  testOauthProvider,
  updateOauthProvider,
} from '@packhouse/contract/access/access-oauth-routes.ts';
import { oauthProviders } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { EmptyState, LinkButton, notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { LabelledCopy } from '../external/labelled-copy.tsx';
import { RulesFields } from '../external/rules-fields.tsx';
import { TestSettings } from '../external/test-result.tsx';
import { DeleteProvider } from './delete-provider.tsx';
import { emptyDraft, getBody, getField, makeDraft, type OauthDraft, presets } from './oauth-draft.ts';
import { editOauthPath, oauthListPath } from './oauth-screens.ts';
import { t } from './oauth-words.ts';

const breadcrumb = () => [{ label: t('oauth'), to: oauthListPath }];
const plain = { autoComplete: 'off', spellCheck: false } as const;

interface LineProps {
  name: keyof z.output<typeof NewOauthProvider>;
  label: string;
  extra?: string;
  /** An address that this kind of provider cannot do without. */
  needed?: boolean;
}

function Line({ name, label, extra, needed = false }: LineProps) {
  return (
    <Form.Item
      name={name}
      label={label}
      extra={extra}
      rules={[...rulesFor(NewOauthProvider, name), ...(needed ? [{ required: true, message: t('enterAddress') }] : [])]}
    >
      <Input {...plain} className="ph-mono" />
    </Form.Item>
  );
}

function OauthFields({ isNew, hasSecret }: { isNew: boolean; hasSecret: boolean }) {
  const form = Form.useFormInstance<OauthDraft>();
  const type = Form.useWatch<OauthDraft['type']>('type') ?? 'OpenID';
  const { data } = useQuery(query(listOauthProviders, {}));
  return (
    <>
      <FormGroup title={t('provider')}>
        <Form.Item name="type" label={t('type')} required>
          <Select
            options={oauthTypes.map((value) => ({ value, label: value }))}
            onChange={(next: OauthDraft['type']) => form.setFieldsValue(isNew ? { ...presets[next] } : {})}
          />
        </Form.Item>
        {isNew && (
          <Form.Item name="name" label={t('name')} extra={t('nameHint')} rules={rulesFor(NewOauthProvider, 'name')}>
            <Input {...plain} />
          </Form.Item>
        )}
        <Form.Item name="enabled" valuePropName="checked">
          <Checkbox>{t('isEnabled')}</Checkbox>
        </Form.Item>
        {data && <LabelledCopy label={t('callback')} value={data.callbackUrl} />}
      </FormGroup>
      <FormGroup title={t('addresses')}>
        {speaksOpenId(type) ? (
          <Line needed name="issuerUrl" label={t('issuerUrl')} extra={t('issuerHint')} />
        ) : (
          <>
            <Line needed name="authorizationUrl" label={t('authorizationUrl')} />
            <Line needed name="tokenUrl" label={t('tokenUrl')} />
            <Line needed name="userInfoUrl" label={t('userInfoUrl')} />
          </>
        )}
      </FormGroup>
      <FormGroup title={t('client')} text={t('clientHelp')}>
        <Line name="clientId" label={t('clientId')} />
        <Form.Item name="clientSecret" label={t('clientSecret')} extra={hasSecret ? t('secretKept') : undefined}>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      </FormGroup>
      <RulesFields />
      <FormGroup title={t('claims')} text={t('claimsHelp')} advanced>
        <Line name="scopes" label={t('scopes')} />
        {!speaksOpenId(type) && <Line name="subjectClaim" label={t('subjectClaim')} />}
        <Line name="userNameClaim" label={t('userNameClaim')} />
        <Line name="emailClaim" label={t('emailClaim')} />
        <Line name="groupsClaim" label={t('groupsClaim')} />
      </FormGroup>
    </>
  );
}

/** Tries what stands in the form. */
function OauthTest({ base }: { base: OauthDraft }) {
  const form = Form.useFormInstance<OauthDraft>();
  return (
    <TestSettings
      run={async () => {
        await form.validateFields();
        return (await call(testOauthProvider, { body: getBody({ ...base, ...form.getFieldsValue(true) }) })).checks;
      }}
    />
  );
}

/** A new provider. */
export function NewOauthPage() {
  const navigate = useNavigate();
  return (
    <RecordForm<typeof createOauthProvider, OauthDraft>
      title={t('newProvider')}
      breadcrumb={breadcrumb()}
      cancelTo={oauthListPath}
      save={createOauthProvider}
      submitLabel={t('create')}
      before={emptyDraft}
      input={(values) => ({ body: getBody(values) })}
      curl={false}
      fieldOf={getField}
      stale={[listOauthProviders, oauthProviders]}
      onSaved={({ name }) => {
        notify.good(t('wasCreated', { name }));
        return navigate(editOauthPath(name), { replace: true });
      }}
    >
      <OauthFields isNew hasSecret={false} />
      <OauthTest base={emptyDraft} />
    </RecordForm>
  );
}

/** One provider. */
export function EditOauthPage() {
  const { providername = '' } = useParams();
  const result = useQuery(query(readOauthProvider, { params: { name: providername } }));
  const missing = (
    <EmptyState icon="key" title={t('noSuchProvider', { name: providername })} action={<LinkButton to={oauthListPath}>{t('allProviders')}</LinkButton>} />
  );
  return (
    <LoadedPage result={result} missing={missing} title={t('editTitle', { name: providername })} breadcrumb={breadcrumb()} narrow>
      {(provider) => <EditForm key={provider.name} provider={provider} />}
    </LoadedPage>
  );
}

function EditForm({ provider }: { provider: OauthProvider }) {
  const navigate = useNavigate();
  const { name } = provider;
  const before = makeDraft(provider);
  const input = (values: OauthDraft) => {
    const { name: _, ...body } = getBody(values);
    return { params: { name }, body };
  };
  return (
    <RecordForm<typeof updateOauthProvider, OauthDraft>
      title={name}
      documentTitle={t('editTitle', { name })}
      breadcrumb={breadcrumb()}
      cancelTo={oauthListPath}
      save={updateOauthProvider}
      submitLabel={t('save')}
      before={before}
      input={input}
      curl={false}
      fieldOf={getField}
      stale={[listOauthProviders, readOauthProvider, oauthProviders]}
      onSaved={() => notify.good(t('wasSaved', { name }))}
      removal={{
        label: t('remove'),
        question: (onClose) => <DeleteProvider name={name} onClose={onClose} onDeleted={() => void navigate(oauthListPath)} />,
      }}
    >
      <OauthFields isNew={false} hasSecret={provider.hasSecret} />
      <OauthTest base={before} />
    </RecordForm>
  );
}
