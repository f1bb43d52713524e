import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { WebAddress } from './access-external-rules.ts';
import { GeneralInput } from './access-general-routes.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';
import { oauthRefusal } from './oauth-refusal.ts';

const base = `${prefixes.consoleApi}/access/integration`;

/** Where applications send people to be allowed access; what they ask stands in the query. */
export const authorizationPath = `${prefixes.console}/authorization`;
/** Where applications fetch their tokens. */
export const applicationTokenPath = `${prefixes.access}/api/v1/integration/token`;

/** `confidential` runs on a server and has a secret; `public` runs with its users, where nothing can be kept secret. https://www.rfc-editor.org/rfc/rfc6749#section-2.1 */
export const applicationTypes = ['confidential', 'public'] as const;
export type ApplicationType = (typeof applicationTypes)[number];

const mandatory = accessSettingRules.field_mandatory.en;

const ApplicationName = z
  .string()
  .trim()
  .min(1, mandatory)
  .max(60, accessSettingRules.name_longer_than_60.en)
  .regex(/^[\p{L}\p{N}_-]*$/u, accessSettingRules.name_without_special_characters.en);

/** Where people are sent back to, compared character by character. https://www.rfc-editor.org/rfc/rfc9700#section-4.1.3 */
const CallbackUrl = WebAddress.refine((text) => /^[\x21-\x7e]+$/.test(text) && !/[#\\]/.test(text), accessSettingRules.callback_url_characters.en);

const settings = {
  name: ApplicationName,
  type: z.enum(applicationTypes).default('confidential'),
  description: z.string().trim().max(500, accessSettingRules.description_too_long.en).default(''),
  callbackUrls: z.array(CallbackUrl, mandatory).min(1, mandatory).max(20, accessSettingRules.too_many_callback_urls.en),
};

/** An application as the form sends it. */
export const NewApplication = z.object({
  ...settings,
  /** The address under which the application reaches this platform; the one the request came to when empty. */
  baseUrl: GeneralInput.shape.baseUrl.transform((text) => text.replace(/\/$/, '')).default(''),
});

const Application = z.object({
  /** The Client ID, by which the application calls itself. */
  id: z.string(),
  name: z.string(),
  type: z.enum(applicationTypes),
  description: z.string(),
  callbackUrls: z.array(z.string()),
  baseUrl: z.string(),
  createdAt: Timestamp,
  /** How many people let it act for them at the moment. */
  users: z.number().int(),
});
export type Application = z.output<typeof Application>;

const ClientId = z.string().min(1).max(100);
const byId = z.object({ id: ClientId });
const UserName = z.string().min(1).max(200);

export const listApplications = route('listApplications', {
  summary: 'Applications that may ask people to act for them, by name; without their secrets',
  method: 'GET',
  url: `${base}/applications`,
  access: 'administrator',
  reply: z.array(Application),
});

export const createApplication = route('createApplication', {
  summary: 'Register an application; its secret is answered this once. A public application has none',
  method: 'POST',
  url: `${base}/create`,
  access: 'administrator',
  body: NewApplication,
  reply: Application.extend({ clientId: z.string(), secret: z.string().nullable() }),
  status: 201,
});

export const deleteApplication = route('deleteApplication', {
  summary: 'Delete an application; every token that it holds ends at once',
  method: 'DELETE',
  url: `${base}/:id`,
  access: 'administrator',
  params: byId,
  reply: z.void(),
});

/** These can be wrong with a request for access; the console has words for each. Of the first three nobody is sent anywhere. */
const authorizationProblems = [
  'unknownApplication',
  'unknownCallback',
  'malformed',
  'responseType',
  'responseMode',
  'challengeMissing',
  'challengeMethod',
  'scopeUnknown',
  'scopeTooWide',
] as const;
export type AuthorizationProblem = (typeof authorizationProblems)[number];

/** An application will be able to do this. */
const AskedPowers = z.object({
  /** All that the user may do, the same and only for administrators, or what members of these groups may do. */
  extent: z.enum(['user', 'administrator', 'groups']),
  groups: z.array(z.string()),
  /** Narrowed to these places; empty narrows nothing. */
  places: z.array(z.object({ repository: z.string(), pattern: z.string(), actions: z.array(z.string()) })),
  /** The administration of the platform is part of it. */
  administers: z.boolean(),
});
export type AskedPowers = z.output<typeof AskedPowers>;

export const validateAuthorization = route('validateAuthorization', {
  summary: 'Whether a request for access is valid for this application and this user',
  method: 'GET',
  url: `${base}/validate/:id`,
  access: 'user',
  params: byId,
  query: z.object({
    /** The whole address that the application sent its user to. */
    auth_url: z.string().max(8192),
  }),
  reply: z.object({
    valid: z.boolean(),
    problem: z.enum(authorizationProblems).nullable(),
    /** Back to the application, telling it that its user said no or what was wrong; null where nobody may be sent. */
    backUrl: z.string().nullable(),
    /** Host that people are sent back to. */
    callbackHost: z.string().nullable(),
    powers: AskedPowers.nullable(),
  }),
});
export type AuthorizationVerdict = z.output<typeof validateAuthorization.reply>;

export const readClientData = route('readClientData', {
  summary: 'What people are shown of an application that asks for access',
  method: 'GET',
  url: `${base}/client-data/:id`,
  access: 'user',
  params: byId,
  reply: z.object({ id: z.string(), name: z.string(), type: z.enum(applicationTypes), description: z.string() }),
});

export const authorizeApplication = route('authorizeApplication', {
  summary: 'The signed-in user lets an application act for them; answers the address to go to',
  method: 'POST',
  url: `${base}/authorize/:clientId/:username`,
  access: 'user',
  params: z.object({ clientId: ClientId, username: UserName }),
  body: z.object({ url: z.string().max(8192) }),
  reply: z.object({ url: z.string() }),
});

const UserApplication = z.object({
  username: z.string(),
  client_id: z.string(),
  name: z.string(),
  type: z.enum(applicationTypes),
  description: z.string(),
  scopes: z.array(z.string()),
  allowed_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});
export type UserApplication = z.output<typeof UserApplication>;

export const listUserApplications = route('listUserIntegrations', {
  summary: 'Applications that one lets act for oneself, by name',
  method: 'GET',
  url: `${base}/user-integrations/:username`,
  access: 'user',
  params: z.object({ username: UserName }),
  query: z.object({
    /** Only applications whose callback URLs all lead to this platform itself, or only the others; all when absent. */
    internal: z.stringbool().optional(),
  }),
  reply: z.array(UserApplication),
});

export const deleteUserApplication = route('deleteUserIntegration', {
  summary: 'Let an application no longer act for oneself; the tokens that it holds end at once',
  method: 'DELETE',
  url: `${base}/user-integration/:client_id/:username`,
  access: 'user',
  params: z.object({ client_id: ClientId, username: UserName }),
  reply: z.void(),
});

const Text = z.string().max(4096);

/** https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3, sections 5.1 and 6 */
export const requestApplicationToken = route('requestApplicationToken', {
  summary: 'An application turns a code or a refresh token into tokens; a form, with errors in the words of RFC 6749',
  method: 'POST',
  url: applicationTokenPath,
  access: 'public',
  asksNobody: true,
  takesForm: true,
  body: z.object({
    grant_type: Text,
    code: Text.optional(),
    redirect_uri: Text.optional(),
    code_verifier: Text.optional(),
    refresh_token: Text.optional(),
    scope: Text.optional(),
    client_id: Text.optional(),
    client_secret: Text.optional(),
  }),
  reply: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number().int(),
    refresh_token: z.string(),
    scope: z.string(),
  }),
  refusal: oauthRefusal,
  status: 200,
});

/** https://www.rfc-editor.org/rfc/rfc8414#section-2 and https://www.rfc-editor.org/rfc/rfc9207#section-3 */
export const readAuthorizationServer = route('readAuthorizationServer', {
  summary: 'How applications ask people here for access, for libraries that look it up',
  method: 'GET',
  url: '/.well-known/oauth-authorization-server',
  access: 'public',
  reply: z.object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.boolean(),
  }),
});
