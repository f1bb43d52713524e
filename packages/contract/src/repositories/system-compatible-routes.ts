// Whether the repositories are there, what they are, and what existing clients tell of themselves.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { json, route, stream } from '../route.ts';

const api = `${prefixes.repositories}/api`;
const provenBy = [proofs.commandLine, proofs.nodeLibrary];

export const pingRepositories = route('pingRepositories', {
  summary: 'Whether the repositories answer',
  method: 'GET',
  url: `${api}/system/ping`,
  tellsHealth: true,
  access: 'public',
  asksNobody: true,
  reply: stream('text/plain'),
  compatible: { provenBy },
});

const probe = {
  method: 'GET',
  access: 'public',
  asksNobody: true,
  reply: z.object({ code: z.literal('OK') }),
  compatible: { provenBy: [proofs.monitoring] },
} as const;

export const askReadiness = route('askReadiness', {
  ...probe,
  summary: 'Whether requests may be sent to this node: it is not about to stop, and its database answers',
  url: `${api}/v1/system/readiness`,
  tellsHealth: true,
});

export const askLiveness = route('askLiveness', {
  ...probe,
  summary: 'Whether this node works at all, also while it is about to stop',
  url: `${api}/v1/system/liveness`,
});

export const readRepositoriesVersion = route('readRepositoriesVersion', {
  summary: 'The version that existing clients ask for before they use a call',
  method: 'GET',
  url: `${api}/system/version`,
  access: 'public',
  asksNobody: true,
  reply: z.object({ version: z.string(), revision: z.string(), addons: z.array(z.string()), license: z.string() }),
  compatible: { note: 'the version says which calls a client makes', provenBy },
});

export const readRepositoriesStatus = route('readRepositoriesStatus', {
  summary: 'Whether the nodes run',
  method: 'GET',
  url: `${api}/system/status`,
  access: 'public',
  reply: z.object({ nodes: z.array(z.object({ id: z.string(), state: z.enum(['RUNNING', 'OFFLINE']) })) }),
  compatible: { note: 'who is not signed in is told of the node that answers', provenBy: [proofs.nodes] },
});

/** Clients wait for an answer to their reports of use after every command. */
const report = {
  summary: 'Takes a client’s report of its use and throws it away',
  method: 'POST',
  access: 'user',
  body: json(),
  reply: stream('text/plain'),
  compatible: { note: 'answered and thrown away', provenBy },
} as const;
export const reportUsage = route('reportUsage', { ...report, url: `${api}/system/usage` });
export const reportMetrics = route('reportMetrics', { ...report, url: '/jfconnect/api/v1/backoffice/metrics/log' });

export const readNpmSettings = route('readNpmSettings', {
  summary: 'The caller’s own credentials as lines for npm’s settings',
  method: 'GET',
  url: `${api}/npm/auth`,
  access: 'user',
  reply: stream('text/plain'),
  compatible: { provenBy: [proofs.aqlSearch] },
});

export const readUploadSettings = route('readUploadSettings', {
  summary: 'Whether large files may come in parts',
  method: 'GET',
  url: `${api}/v1/uploads/config`,
  access: 'public',
  reply: z.object({ supported: z.literal(false) }),
  compatible: { note: '`supported: false`: large files come in one piece', provenBy: [proofs.commandLine] },
});

const descriptor = {
  url: `${api}/system/configuration`,
  access: 'administrator',
  compatible: {
    lacks:
      'proxies, the web server in front (`reverseProxies`), the trash can, the mail server, replications, downloads of folders, name, address, logo and footer of the installation, and of `security` whether visitors are let in, when passwords end and users are locked, and by what people sign in (`ldapSettings`, `ldapGroupSettings`, `samlSettings`, `oauthSettings`); ' +
      'the other settings have calls of their own, or are in the console',
    note: 'passwords are told to nobody',
    provenBy: [proofs.descriptor, proofs.descriptorSecurity, proofs.descriptorOauth, proofs.descriptorSignIn],
  },
} as const;

export const readDescriptor = route('readDescriptor', {
  ...descriptor,
  summary: 'The descriptor of the settings',
  method: 'GET',
  reply: stream('application/xml'),
});

export const changeDescriptor = route('changeDescriptor', {
  ...descriptor,
  summary: 'Change settings as a descriptor says, all or nothing',
  method: 'PATCH',
  body: stream('application/yaml', 'application/x-yaml', 'text/yaml'),
  reply: stream('text/plain'),
  compatible: { ...descriptor.compatible, note: 'every field that is not obeyed is refused by its name, and nothing is changed then' },
});

export const replaceDescriptor = route('replaceDescriptor', {
  ...descriptor,
  summary: 'Have all settings be as a whole descriptor says, or none',
  method: 'POST',
  body: stream('application/xml', 'text/xml'),
  reply: stream('text/plain'),
  compatible: {
    ...descriptor.compatible,
    note: 'what it does not name goes, or is as in the beginning; passwords that were kept stay where it says none; every field that is not obeyed is refused by its name, and nothing is changed then',
  },
});

const OauthConfig = z.object({
  enabled: z.boolean(),
  persistUsers: z.boolean(),
  allowUserToAccessProfile: z.boolean(),
  availableTypes: z.array(z.object({ displayName: z.string(), type: z.string(), mandatoryFields: z.array(z.string()) })),
  providers: z.array(
    z.object({
      name: z.string(),
      enabled: z.boolean(),
      providerType: z.string(),
      id: z.string(),
      apiUrl: z.string(),
      authUrl: z.string(),
      tokenUrl: z.string(),
    }),
  ),
});
export type OauthConfig = z.output<typeof OauthConfig>;

export const readOauthConfig = route('readOauthConfig', {
  summary: 'The providers to sign in with; the descriptor changes them',
  method: 'GET',
  url: `${api}/oauth`,
  access: 'administrator',
  reply: OauthConfig,
  compatible: { note: 'secrets are told to nobody', provenBy: [proofs.descriptorOauth] },
});

const SamlConfig = z.object({
  enableIntegration: z.boolean(),
  loginUrl: z.string(),
  logoutUrl: z.string(),
  serviceProviderName: z.string(),
  certificate: z.string(),
  groupAttribute: z.string(),
  emailAttribute: z.string(),
  verifyAudienceRestriction: z.boolean(),
  allowUserToAccessProfile: z.boolean(),
  syncGroups: z.boolean(),
  noAutoUserCreation: z.boolean(),
  autoRedirect: z.boolean(),
  useEncryptedAssertion: z.boolean(),
});
export type SamlConfig = z.output<typeof SamlConfig>;

export const readSamlConfig = route('readSamlConfig', {
  summary: 'The provider of SAML; the descriptor changes it',
  method: 'GET',
  url: `${api}/saml/config`,
  access: 'administrator',
  reply: SamlConfig,
  compatible: { provenBy: [proofs.descriptorSignIn] },
});
