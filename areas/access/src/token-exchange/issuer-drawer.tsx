import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import {
  createOidcIntegration,
  listOidcIntegrations,
  OidcIntegration,
  oidcProviderTypes,
  readOidcIntegration,
  updateOidcIntegration,
} from '@packhouse/contract/access/access-oidc-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, FormDrawer, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
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

/** A new issuer, or changes to one. */
export function IssuerDrawer({ issuer, onClose, onSaved }: { issuer?: OidcIntegration; onClose: () => void; onSaved: (name: string) => void }) {
  const refusal = useRefusal(createOidcIntegration);
  const submit = async (values: OidcIntegration) => {
    const body = { ...(issuer ?? empty), ...values };
    const saved = await (issuer ? call(updateOidcIntegration, { params: { name: issuer.name }, body }) : call(createOidcIntegration, { body }));
    await refresh(listOidcIntegrations, readOidcIntegration);
    notify.good(t('wasSaved', { name: saved.name }));
    onSaved(saved.name);
  };
  return (
    <FormDrawer<OidcIntegration>
      title={issuer ? issuer.name : t('newIssuer')}
      onClose={onClose}
      initialValues={issuer ?? empty}
      onSubmit={submit}
      submitLabel={issuer ? t('save') : t('create')}
      refusal={refusal}
    >
      {!issuer && <Line name="name" label={t('name')} extra={t('nameHint')} />}
      <Form.Item name="provider_type" label={t('kind')} required>
        <Select options={oidcProviderTypes.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Line name="issuer_url" label={t('issuerUrl')} extra={t('issuerHint')} />
      <Line name="audience" label={t('audience')} extra={t('audienceHint')} />
      <Line name="organization" label={t('organization')} extra={t('organizationHint')} />
      <Line name="token_issuer" label={t('tokenIssuer')} extra={t('tokenIssuerHint')} />
      <Line name="description" label={t('description')} />
    </FormDrawer>
  );
}
