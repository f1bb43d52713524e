import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  createOidcIntegration,
  listOidcIntegrations,
  OidcIntegration,
  oidcProviderTypes,
  readOidcIntegration,
  updateOidcIntegration,
} from '@packhouse/contract/access/access-oidc-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { t } from './token-exchange-words.ts';

const empty: OidcIntegration = {
  name: '',
  description: '',
  issuer_url: '',
  provider_type: 'Generic OpenID Connect',
  audience: '',
  organization: '',
  token_issuer: '',
};

function Line({ name, label, extra }: { name: keyof OidcIntegration; label: string; extra?: string }) {
  return (
    <Form.Item name={name} label={label} extra={extra} rules={rulesFor(OidcIntegration, name)}>
      <Input autoComplete="off" spellCheck={false} />
    </Form.Item>
  );
}

function Fields({ isNew }: { isNew: boolean }) {
  return (
    <>
      {isNew && <Line name="name" label={t('name')} extra={t('nameHint')} />}
      <Form.Item name="provider_type" label={t('kind')} required>
        <Select options={oidcProviderTypes.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Line name="issuer_url" label={t('issuerUrl')} extra={t('issuerHint')} />
      <Line name="audience" label={t('audience')} extra={t('audienceHint')} />
      <Line name="organization" label={t('organization')} extra={t('organizationHint')} />
      <Line name="token_issuer" label={t('tokenIssuer')} extra={t('tokenIssuerHint')} />
      <Line name="description" label={t('description')} />
    </>
  );
}

/** A new issuer, or changes to one. */
export function IssuerDrawer({ issuer, onClose, onSaved }: { issuer?: OidcIntegration; onClose: () => void; onSaved: (name: string) => void }) {
  const form = {
    before: issuer ?? empty,
    curl: false as const,
    stale: [listOidcIntegrations, readOidcIntegration],
    onSaved: ({ name }: OidcIntegration) => {
      notify.good(t('wasSaved', { name }));
      onSaved(name);
    },
    onClose,
    children: <Fields isNew={!issuer} />,
  };
  if (!issuer) return <RecordDrawer {...form} title={t('newIssuer')} submitLabel={t('create')} save={createOidcIntegration} input={(body) => ({ body })} />;
  const input = (body: OidcIntegration) => ({ params: { name: issuer.name }, body });
  return <RecordDrawer {...form} title={issuer.name} submitLabel={t('save')} save={updateOidcIntegration} input={input} />;
}
