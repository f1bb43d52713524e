// Integrations: connections to where source code is kept, and the tools that packages are used with.
import { z } from 'zod';
import { hookRules } from '../events/hook-rule-words.ts';
import { outsideUrl } from '../outside-url.ts';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { type VendorName, vendorCodes } from './git-vendors.ts';
import { integrationRules } from './integration-words.ts';

const api = prefixes.consoleApi;
/** Integrations as the scanning service knows them. */
export const vcsIntegrations = `${api}/xray/ui/vcs_integrations`;

export const vendorNames = Object.keys(vendorCodes) as [VendorName, ...VendorName[]];

/** What an integration connects; 0 is nothing that is known. */
export const integrationTypes = { git: 1 } as const;

/** Tools that have no server of their own to connect to, by what they are. */
export const toolNames = {
  ide: ['jetbrains', 'vscode', 'android_studio', 'docker_desktop'],
  cli: ['jfrog_cli', 'github_actions', 'azure_devops', 'frogbot'],
} as const;
const groupTypes = ['git', 'ide', 'cli'] as const;

const required = (words: string, most: number) => z.string(words).trim().min(1, { message: words, abort: true }).max(most);
const Token = z
  .string(integrationRules.token_required.en)
  .trim()
  .max(4000)
  .regex(/^[\x21-\x7e]*$/, integrationRules.git_token_characters.en);

/** A connection as it is to be. Without a token, the one that is kept goes on being used. */
export const IntegrationForm = z.strictObject({
  /** Of the one that is tried out or changed. */
  integrationKey: z.string().max(200).optional(),
  integrationName: required(integrationRules.integration_name_required.en, 100),
  token: Token.default(''),
  userName: required(integrationRules.user_name_required.en, 200),
  url: z
    .string(hookRules.hook_field_mandatory.en)
    .trim()
    .min(1, { message: hookRules.hook_field_mandatory.en, abort: true })
    .pipe(outsideUrl(hookRules.hook_url_invalid.en)),
  vendorName: z.enum(vendorNames),
  integrationType: z.literal('git').default('git'),
});
export type IntegrationForm = z.output<typeof IntegrationForm>;

/** A new connection needs its token. */
export const NewIntegration = IntegrationForm.extend({ token: Token.min(1, { message: integrationRules.token_required.en, abort: true }) });

/** How the vendor answered when it was last asked. */
const Contact = z.object({
  state: z.enum(['unchecked', 'good', 'failing']),
  checkedAt: Timestamp.nullable(),
  /** Why it fails. */
  error: Said.nullable(),
  /** Requests that the vendor still answers; null where it does not say. */
  quota: z.object({ remaining: z.int(), limit: z.int(), resetsAt: Timestamp.optional() }).nullable(),
});

export const Integration = z.object({
  key: z.string(),
  name: z.string(),
  url: z.string(),
  userName: z.string(),
  vendorName: z.enum(vendorNames),
  /** Services that use it, by wire name. */
  products: z.array(z.string()),
  updatedOn: Timestamp,
  createdBy: z.string(),
  contact: Contact,
});
export type Integration = z.output<typeof Integration>;

const Vendor = z.object({
  /** As in addresses: `github`. */
  id: z.string(),
  /** Its number with existing clients; 0 for tools. */
  code: z.int(),
  name: z.string(),
  /** As its card spells it. */
  displayName: z.string(),
  status: z.enum(['CONFIGURED', 'CONNECTED', 'DISCONNECTED']),
  /** Whether there is any connection to it. */
  connected: z.boolean(),
  integrations: z.array(Integration),
  /** What can be done with it, and by how many connections it is done. */
  configuredServices: z.array(z.object({ serviceName: z.string(), icon: z.string(), connected: z.boolean(), disabled: z.boolean(), connections: z.int() })),
  products: z.array(z.string()),
});
export type Vendor = z.output<typeof Vendor>;

export const IntegrationGroup = z.object({ type: z.enum(groupTypes), available: z.boolean(), items: z.array(Vendor) });
export type IntegrationGroup = z.output<typeof IntegrationGroup>;

export const listIntegrationGroups = route('listIntegrationGroups', {
  summary: 'Everything that can be connected, in groups; connections are told to administrators only',
  method: 'GET',
  url: `${api}/integrations`,
  access: 'user',
  reply: z.object({
    groups: z.array(IntegrationGroup),
    /** Why Git repositories are not scanned here; administrators are told. */
    gitProblem: Said.optional(),
  }),
});

export const listIntegrations = route('listIntegrations', {
  summary: 'Connections of a type',
  method: 'GET',
  url: `${api}/integrations/:type`,
  access: 'administrator',
  params: z.object({ type: z.enum(groupTypes) }),
  reply: z.object({ items: z.array(Integration) }),
});

export const testIntegration = route('testIntegration', {
  summary: 'Try a connection out; without a token, with the one that is kept',
  method: 'POST',
  url: `${api}/integration/test`,
  access: 'administrator',
  body: IntegrationForm,
  reply: z.object({
    result: z.enum(['success', 'failure']),
    ...Said.shape,
    /** Why not. */ details: Said.optional(),
    /** The vendor's own words. */ vendorSays: z.string().optional(),
  }),
});

const Kept = z.object({ key: z.string() });
const params = z.object({ integrationKey: z.string().min(1).max(200) });

export const createIntegration = route('createIntegration', {
  summary: 'Connect a vendor',
  method: 'POST',
  url: `${api}/integration`,
  access: 'administrator',
  body: NewIntegration,
  reply: Kept,
  status: 201,
});

export const updateIntegration = route('updateIntegration', {
  summary: 'Change a connection; its token is kept unless another is given, for the same address only',
  method: 'PUT',
  url: `${api}/integration/:integrationKey`,
  access: 'administrator',
  params,
  body: IntegrationForm,
  reply: Kept,
});

export const deleteIntegration = route('deleteIntegration', {
  summary: 'Delete a connection, and what is known of its repositories',
  method: 'DELETE',
  url: `${api}/integration/:integrationKey`,
  access: 'administrator',
  params,
  reply: z.void(),
});

export const listConnectedVcs = route('listConnectedVcs', {
  summary: 'Connections whose repositories are scanned',
  method: 'GET',
  url: `${vcsIntegrations}/connected`,
  access: 'administrator',
  reply: z.array(z.object({ integration_id: z.string(), key: z.string(), vendorName: z.enum(vendorNames), products: z.array(z.string()) })),
});

export const listVcsIntegrations = route('listVcsIntegrations', {
  summary: 'The connections that scanning knows, with their numbers for existing clients',
  method: 'GET',
  url: vcsIntegrations,
  access: 'administrator',
  reply: z.array(Integration.extend({ integration_id: z.string(), vendor_code: z.int(), integration_type: z.int() })),
});
