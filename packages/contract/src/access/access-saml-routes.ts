import { z } from 'zod';
import { CertificateFacts } from '../certificate-rules.ts';
import { prefixes } from '../prefixes.ts';
import { redirect, route, stream } from '../route.ts';
import { ExternalRules, WebAddress } from './access-external-rules.ts';
import { ProviderCheck } from './access-oauth-routes.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';

const saml = `${prefixes.consoleApi}/access/saml`;
const auth = `${prefixes.consoleApi}/ui/auth/saml`;

const Attribute = z.string().trim().max(300);

const settings = {
  enabled: z.boolean().default(false),
  /** Where the identity provider takes requests (HTTP redirect binding). */
  entryPoint: WebAddress.or(z.literal('')).default(''),
  /** Entity id of the identity provider; assertions of others are refused. Empty: whoever signs with the certificate. */
  issuer: z.string().trim().max(1000).default(''),
  /** One or more certificates in PEM form or bare base64, as metadata has them, whose keys sign assertions; the second one is for changing keys. */
  certificate: z.string().max(20_000).default(''),
  /** By what the identity provider knows us; empty: the address of our metadata. */
  entityId: z.string().trim().max(1000).default(''),
  /** Assertions for others than us are refused. */
  verifyAudience: z.boolean().default(true),
  /** Where people go after signing out here, to sign out there too. */
  logoutUrl: WebAddress.or(z.literal('')).default(''),
  /** Empty: the NameID is the user name. */
  userNameAttribute: Attribute.default(''),
  emailAttribute: Attribute.default('email'),
  groupsAttribute: Attribute.default('groups'),
  ...ExternalRules.shape,
};

export const SamlSettings = z.object(settings);
export type SamlSettings = z.output<typeof SamlSettings>;

/** This makes a provider usable at all; it is asked for only where it is offered. */
export const SamlSettingsInput = SamlSettings.superRefine((value, context) => {
  if (!value.enabled) return;
  for (const name of ['entryPoint', 'issuer', 'certificate'] as const)
    if (value[name] === '') context.addIssue({ code: 'custom', path: [name], message: accessSettingRules.enter_provider_data.en });
});

const OurSide = z.object({ entityId: z.string(), acsUrl: z.string(), metadataUrl: z.string() });

const StoredSettings = SamlSettings.extend({ ourSide: OurSide, /** Those in `certificate`. */ certificates: z.array(CertificateFacts) });

export const readSamlSettings = route('readSamlSettings', {
  summary: 'The SAML identity provider, and what to register with it',
  method: 'GET',
  url: saml,
  access: 'administrator',
  reply: StoredSettings,
});

export const updateSamlSettings = route('updateSamlSettings', {
  summary: 'Change the SAML identity provider',
  method: 'PUT',
  url: saml,
  access: 'administrator',
  body: SamlSettingsInput,
  reply: StoredSettings,
});

export const testSamlSettings = route('testSamlSettings', {
  summary: 'Try SAML settings without saving them: the certificate and the address',
  method: 'POST',
  url: `${saml}/test`,
  access: 'administrator',
  body: SamlSettings,
  reply: z.object({ checks: z.array(ProviderCheck) }),
});

export const samlMetadata = route('samlMetadata', {
  summary: 'Our metadata as a SAML service provider, as XML',
  method: 'GET',
  url: `${prefixes.access}/saml/metadata`,
  access: 'public',
  reply: stream('application/samlmetadata+xml'),
});

export const startSamlSignIn = route('startSamlSignIn', {
  summary: 'Leave for the identity provider: answers with a redirect and a cookie that ties the answer to this browser',
  method: 'GET',
  url: `${auth}/start`,
  access: 'public',
  reply: redirect,
  status: 303,
});

/** Outside the console’s calls, because the identity provider’s page posts here. https://docs.oasis-open.org/security/saml/v2.0/saml-bindings-2.0-os.pdf */
export const consumeSamlAssertion = route('consumeSamlAssertion', {
  summary: 'Takes the identity provider’s answer; the session begins only in the browser that asked for it',
  method: 'POST',
  url: `${prefixes.access}/saml/acs`,
  access: 'public',
  asksNobody: true,
  takesForm: true,
  body: z.looseObject({ SAMLResponse: z.string().max(500_000).default('') }),
  reply: redirect,
  status: 303,
});

export const finishSamlSignIn = route('finishSamlSignIn', {
  summary: 'Begins the session, where ticket and cookie belong together: answers with a redirect into the console',
  method: 'GET',
  url: `${auth}/finish`,
  access: 'public',
  query: z.object({ ticket: z.string().max(200).default('') }),
  reply: redirect,
  status: 303,
});
