import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';

const base = `${prefixes.consoleApi}/access/crowd`;

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, search, hash } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && search === '' && hash === '';
}

const fields = {
  enabled: z.boolean().default(false),
  url: z
    .string()
    .trim()
    .max(1000)
    .refine((url) => url === '' || isWebAddress(url), accessSettingRules.enter_crowd_address.en)
    .default(''),
  /** The server may have an address of one's own network. */
  allowPrivate: z.boolean().default(true),
  /** As what the platform is registered at the server. */
  applicationName: z.string().trim().max(200).default(''),
  /** Users who signed in to another application of the server are let in by its cookie. */
  sessions: z.boolean().default(false),
  cookieName: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,100}$/, accessSettingRules.enter_cookie_name.en)
    .default('crowd.token_key'),
  /** Groups here follow the server's. */
  syncGroups: z.boolean().default(true),
  createUsers: z.boolean().default(true),
  linkExisting: z.boolean().default(false),
  /** Users who come to be at their first sign-in may change their own profile. */
  profileUpdatable: z.boolean().default(false),
};

export const CrowdSettings = z.object({ ...fields, hasPassword: z.boolean() });
export type CrowdSettings = z.output<typeof CrowdSettings>;

/** This is typed. Without `password` the stored one stays, empty it goes. */
export const CrowdSettingsInput = z
  .object({ ...fields, password: z.string().max(500).optional() })
  .refine((settings) => !settings.enabled || settings.url !== '', { path: ['url'], message: accessSettingRules.enter_server_address.en })
  .refine((settings) => !settings.enabled || settings.applicationName !== '', {
    path: ['applicationName'],
    message: accessSettingRules.enter_application_name.en,
  });
export type CrowdSettingsInput = z.output<typeof CrowdSettingsInput>;

export const readCrowdSettings = route('readCrowdSettings', {
  summary: 'How users of an Atlassian Crowd server sign in',
  method: 'GET',
  url: base,
  access: 'administrator',
  reply: CrowdSettings,
});

export const updateCrowdSettings = route('updateCrowdSettings', {
  summary: 'Change how users of an Atlassian Crowd server sign in',
  method: 'PUT',
  url: base,
  access: 'administrator',
  body: CrowdSettingsInput,
  reply: CrowdSettings,
});

/** Trying the server found this out. */
export const CrowdTest = z.object({
  ok: z.boolean(),
  /** How far it came; `done` when everything fitted. */
  step: z.enum(['connect', 'application', 'user', 'done']),
  ...Said.shape,
  email: z.string(),
  groups: z.array(z.string()),
});
export type CrowdTest = z.output<typeof CrowdTest>;

export const testCrowd = route('testCrowd', {
  summary: 'Try settings of a Crowd server with a user, before or after they are saved',
  method: 'POST',
  url: `${base}/test`,
  access: 'administrator',
  body: z.object({ settings: CrowdSettingsInput, user: z.string().trim().max(200).default(''), password: z.string().max(4096).default('') }),
  reply: CrowdTest,
});
