// SAML, Crowd and proxies that name users, in the spelling of existing clients.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';

const compatible = { provenBy: [proofs.accessProviders] };

const api = `${prefixes.access}/api/v1`;
const Text = z.string().max(20_000);
const byName = z.object({ name: z.string().min(1).max(200) });
const administrator = { access: 'administrator' } as const;

const never = z
  .boolean()
  .default(false)
  .refine((given) => !given, accessSettingRules.only_false_obeyed.en);

const WireSaml = z.strictObject({
  name: z.string().min(1).max(200),
  enable_integration: z.boolean().default(true),
  verify_audience_restriction: z.boolean().default(true),
  login_url: Text,
  logout_url: Text.default(''),
  /** By what the identity provider knows us. */
  service_provider_name: Text,
  auto_user_creation: z.boolean().default(true),
  allow_user_to_access_profile: z.boolean().default(true),
  use_encrypted_assertion: never,
  auto_redirect: z.boolean().default(false),
  sync_groups: z.boolean().default(false),
  certificate: Text,
  group_attribute: Text.default(''),
  email_attribute: Text.default(''),
  name_id_attribute: Text.default(''),
  ldap_group_settings: z.array(Text).max(0, accessSettingRules.must_be_empty.en).default([]),
});
export type WireSaml = z.output<typeof WireSaml>;

export const wireListSaml = route('wireListSaml', {
  summary: 'The provider of SAML, where there is one',
  ...administrator,
  method: 'GET',
  url: `${api}/saml`,
  reply: z.array(WireSaml),
  compatible,
});

export const wireCreateSaml = route('wireCreateSaml', {
  summary: 'Set the provider of SAML up',
  ...administrator,
  method: 'POST',
  url: `${api}/saml`,
  body: WireSaml,
  reply: WireSaml,
  status: 201,
  compatible: {
    ...compatible,
    note: 'one provider: 409 for a second one; `use_encrypted_assertion` and `ldap_group_settings` are refused; assertions are taken that are signed with the certificate, whoever they say issued them',
  },
});

export const wireReadSaml = route('wireReadSaml', {
  summary: 'The provider of SAML that has this name',
  ...administrator,
  method: 'GET',
  url: `${api}/saml/:name`,
  params: byName,
  reply: WireSaml,
  compatible,
});

export const wireUpdateSaml = route('wireUpdateSaml', {
  summary: 'Change the provider of SAML',
  ...administrator,
  method: 'PUT',
  url: `${api}/saml/:name`,
  params: byName,
  body: WireSaml,
  reply: WireSaml,
  compatible,
});

export const wireDeleteSaml = route('wireDeleteSaml', {
  summary: 'Forget the provider of SAML; its users stay',
  ...administrator,
  method: 'DELETE',
  url: `${api}/saml/:name`,
  params: byName,
  reply: z.void(),
  compatible,
});

const crowdFields = {
  enable_integration: z.boolean(),
  server_url: Text,
  application_name: Text,
  session_validation_interval: z.number().min(0, accessSettingRules.only_zero_obeyed.en).max(0, accessSettingRules.only_zero_obeyed.en).default(0),
  use_default_proxy: never,
  auto_user_creation: z.boolean().default(true),
  allow_user_to_access_profile: z.boolean().default(true),
  /** Only the password counts; else the cookie of the server’s single sign-on does, too. */
  direct_authentication: z.boolean().default(false),
  override_all_groups_upon_login: never,
};

const WireCrowd = z.strictObject({ ...crowdFields, password: Text.optional() });

export const wireReadCrowd = route('wireReadCrowd', {
  summary: 'How users of an Atlassian Crowd server sign in',
  ...administrator,
  method: 'GET',
  url: `${api}/crowd`,
  reply: z.object(crowdFields),
  compatible,
});

export const wireUpdateCrowd = route('wireUpdateCrowd', {
  summary: 'Change how users of an Atlassian Crowd server sign in',
  ...administrator,
  method: 'PUT',
  url: `${api}/crowd`,
  body: WireCrowd,
  reply: z.object(crowdFields),
  compatible: {
    ...compatible,
    note: 'sessions last as long as ours: `session_validation_interval` is 0; `use_default_proxy` and `override_all_groups_upon_login` are refused; the password is told to nobody',
  },
});

const WireHttpSso = z.strictObject({
  http_sso_proxied: z.boolean(),
  auto_create_user: z.boolean().default(false),
  allow_user_to_access_profile: z.boolean().default(false),
  remote_user_request_variable: Text.default('REMOTE_USER'),
  sync_ldap_groups: never,
});
export type WireHttpSso = z.output<typeof WireHttpSso>;

export const wireReadHttpSso = route('wireReadHttpSso', {
  summary: 'How users sign in through a proxy that names them in a header',
  ...administrator,
  method: 'GET',
  url: `${api}/httpsso`,
  reply: WireHttpSso,
  compatible,
});

export const wireUpdateHttpSso = route('wireUpdateHttpSso', {
  summary: 'Change how users sign in through a proxy that names them in a header',
  ...administrator,
  method: 'PUT',
  url: `${api}/httpsso`,
  body: WireHttpSso,
  reply: WireHttpSso,
  compatible: {
    ...compatible,
    note: 'believed are the proxies that the console names, else those of `trustedProxies`; without either it is not switched on; `sync_ldap_groups` is refused',
  },
});
