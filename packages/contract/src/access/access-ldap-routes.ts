import { z } from 'zod';
import { CertificateFacts } from '../certificate-rules.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { maxPasswordLength } from './access-names.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';

const base = `${prefixes.consoleApi}/access/ldap`;

/** The name by which administrators know a directory server or a group setting; it stays the same. */
const DirectoryKey = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9-]{0,62}$/, accessSettingRules.setting_key_characters.en);

function isDirectoryAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  return (protocol === 'ldap:' || protocol === 'ldaps:') && hostname !== '' && username === '' && search === '' && hash === '';
}

function isBalanced(filter: string): boolean {
  let open = 0;
  for (const sign of filter.replaceAll(/\\./g, '')) {
    if (sign === '(') open++;
    if (sign === ')' && --open < 0) return false;
  }
  return open === 0;
}

const Dn = z.string().trim().max(1000);
const Attribute = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9;-]{0,100}$/, accessSettingRules.enter_attribute_name.en);
const Filter = z
  .string()
  .trim()
  .max(2000)
  .refine((filter) => /^\(.*\)$/s.test(filter) && isBalanced(filter), accessSettingRules.filter_needs_parentheses.en);

const serverFields = {
  enabled: z.boolean().default(true),
  /** `ldap://` or `ldaps://`, host, port and the name below which everything is looked for, such as `ldaps://ldap.example.org/dc=example,dc=org`. */
  url: z.string().trim().max(1000).refine(isDirectoryAddress, accessSettingRules.enter_ldap_address.en),
  /** Encrypts a connection that begins in the clear; not with `ldaps://`. */
  startTls: z.boolean().default(false),
  /** PEM of the authorities that sign the server's certificate; empty means those everybody trusts. */
  certificateAuthorities: z.string().trim().max(100_000).default(''),
  /** The server may have an address of one's own network. */
  allowPrivate: z.boolean().default(true),
  /** Who looks users up; empty means anonymously. */
  managerDn: Dn.default(''),
  /** Name of a user's entry, `{0}` standing for the name typed, below the name in the address. Empty means users are looked up. */
  userDnPattern: Dn.default(''),
  searchBase: Dn.default(''),
  searchFilter: z.union([z.literal(''), Filter]).default('(uid={0})'),
  searchSubtree: z.boolean().default(true),
  emailAttribute: z.union([z.literal(''), Attribute]).default('mail'),
  /** People who were never here become users at their first sign-in. */
  createUsers: z.boolean().default(true),
  /** Users of the same name who are already here are taken to be the same person. */
  linkExisting: z.boolean().default(false),
  /** Users who come to be at their first sign-in may change their own profile. */
  profileUpdatable: z.boolean().default(false),
};

const Fields = z.object(serverFields);

export const LdapServer = Fields.extend({
  key: DirectoryKey,
  hasManagerPassword: z.boolean(),
  /** Those in `certificateAuthorities`. */
  authorities: z.array(CertificateFacts),
});
export type LdapServer = z.output<typeof LdapServer>;

/** This is typed about a server. Without `managerPassword` the stored one stays, empty it goes. */
export const LdapServerInput = Fields.extend({ managerPassword: z.string().max(maxPasswordLength).optional() })
  .refine((server) => server.userDnPattern !== '' || server.searchFilter !== '', {
    path: ['searchFilter'],
    message: accessSettingRules.enter_filter_or_pattern.en,
  })
  .refine((server) => server.userDnPattern === '' || server.userDnPattern.includes('{0}'), {
    path: ['userDnPattern'],
    message: accessSettingRules.pattern_needs_user_name.en,
  })
  .refine((server) => server.searchFilter === '' || server.searchFilter.includes('{0}'), {
    path: ['searchFilter'],
    message: accessSettingRules.filter_needs_user_name.en,
  })
  .refine((server) => !(server.startTls && server.url.startsWith('ldaps:')), {
    path: ['startTls'],
    message: accessSettingRules.ldaps_with_starttls.en,
  });
export type LdapServerInput = z.output<typeof LdapServerInput>;

/**
 * Where a user's groups are found.
 * - `static`: group entries list their members
 * - `dynamic`: an attribute of the user's entry lists the groups
 * - `hierarchy`: the name of the user's entry contains the groups
 */
export const LdapGroupStrategy = z.enum(['static', 'dynamic', 'hierarchy']);

export const LdapGroupSettingInput = z.object({
  enabled: z.boolean().default(true),
  serverKey: DirectoryKey,
  strategy: LdapGroupStrategy.default('static'),
  searchBase: Dn.default(''),
  searchSubtree: z.boolean().default(true),
  filter: Filter.default('(objectClass=groupOfNames)'),
  nameAttribute: Attribute.default('cn'),
  /** `static`: the attribute of the group that names members; `dynamic`: the attribute of the user that names groups. */
  memberAttribute: Attribute.default('member'),
  descriptionAttribute: z.union([z.literal(''), Attribute]).default('description'),
});
export type LdapGroupSettingInput = z.output<typeof LdapGroupSettingInput>;

export const LdapGroupSetting = LdapGroupSettingInput.extend({ key: DirectoryKey });
export type LdapGroupSetting = z.output<typeof LdapGroupSetting>;

const byKey = z.object({ key: DirectoryKey });
const administrator = { access: 'administrator' } as const;

export const listLdapServers = route('listLdapServers', {
  summary: 'Directory servers, in the order they are asked',
  ...administrator,
  method: 'GET',
  url: `${base}/servers`,
  reply: z.object({ items: z.array(LdapServer) }),
});

export const createLdapServer = route('createLdapServer', {
  summary: 'Add a directory server, to be asked after the others',
  ...administrator,
  method: 'POST',
  url: `${base}/servers`,
  body: LdapServerInput.safeExtend({ key: DirectoryKey }),
  reply: LdapServer,
  status: 201,
});

export const updateLdapServer = route('updateLdapServer', {
  summary: 'Change a directory server',
  ...administrator,
  method: 'PUT',
  url: `${base}/servers/:key`,
  params: byKey,
  body: LdapServerInput,
  reply: LdapServer,
});

export const deleteLdapServer = route('deleteLdapServer', {
  summary: 'Delete a directory server with its group settings; its users stay',
  ...administrator,
  method: 'DELETE',
  url: `${base}/servers/:key`,
  params: byKey,
  reply: z.void(),
});

export const orderLdapServers = route('orderLdapServers', {
  summary: 'Set the order in which directory servers are asked',
  ...administrator,
  method: 'PUT',
  url: `${base}/order`,
  body: z.object({ keys: z.array(DirectoryKey).max(100) }),
  reply: z.object({ items: z.array(LdapServer) }),
});

/** Trying a server found this out. */
export const LdapTest = z.object({
  ok: z.boolean(),
  /** `connect`, `manager`, `search`, `user`: how far it came; `done` when everything fitted. */
  step: z.enum(['connect', 'manager', 'search', 'user', 'done']),
  ...Said.shape,
  dn: z.string(),
  email: z.string(),
  groups: z.array(z.string()),
});
export type LdapTest = z.output<typeof LdapTest>;

export const testLdapServer = route('testLdapServer', {
  summary: 'Try settings of a directory server with a user, before or after they are saved',
  ...administrator,
  method: 'POST',
  url: `${base}/test`,
  body: z.object({
    /** The saved server whose manager password is meant where none is typed. */
    key: DirectoryKey.optional(),
    server: LdapServerInput,
    user: z.string().trim().max(200).default(''),
    password: z.string().max(4096).default(''),
  }),
  reply: LdapTest,
});

export const listLdapGroupSettings = route('listLdapGroupSettings', {
  summary: 'Where directories keep groups',
  ...administrator,
  method: 'GET',
  url: `${base}/group-settings`,
  reply: z.object({ items: z.array(LdapGroupSetting) }),
});

export const createLdapGroupSetting = route('createLdapGroupSetting', {
  summary: 'Say where a directory keeps groups',
  ...administrator,
  method: 'POST',
  url: `${base}/group-settings`,
  body: LdapGroupSettingInput.extend({ key: DirectoryKey }),
  reply: LdapGroupSetting,
  status: 201,
});

export const updateLdapGroupSetting = route('updateLdapGroupSetting', {
  summary: 'Change where a directory keeps groups',
  ...administrator,
  method: 'PUT',
  url: `${base}/group-settings/:key`,
  params: byKey,
  body: LdapGroupSettingInput,
  reply: LdapGroupSetting,
});

export const deleteLdapGroupSetting = route('deleteLdapGroupSetting', {
  summary: 'Forget where a directory keeps groups; imported groups stay',
  ...administrator,
  method: 'DELETE',
  url: `${base}/group-settings/:key`,
  params: byKey,
  reply: z.void(),
});

/** A group as the directory has it. */
export const LdapGroup = z.object({
  name: z.string(),
  dn: z.string(),
  description: z.string(),
  /** Our group that stands for it, or empty. */
  group: z.string(),
});
export type LdapGroup = z.output<typeof LdapGroup>;

export const listLdapGroups = route('listLdapGroups', {
  summary: 'Groups of the directory, and ours that stand for them',
  ...administrator,
  method: 'GET',
  url: `${base}/group-settings/:key/groups`,
  params: byKey,
  reply: z.object({ items: z.array(LdapGroup), /** More were found than are shown. */ isCut: z.boolean() }),
});

export const importLdapGroups = route('importLdapGroups', {
  summary: 'Make groups that stand for those of the directory, and fill them with the users known here',
  ...administrator,
  method: 'POST',
  url: `${base}/group-settings/:key/import`,
  params: byKey,
  body: z.object({ names: z.array(z.string().min(1).max(500)).max(1000).default([]) }),
  reply: z.object({
    imported: z.array(z.string()),
    /** Groups that were left out, and why. */
    refused: z.array(z.object({ name: z.string(), reason: z.enum(['gone', 'bad_name', 'exists']) })),
    /** Users whose groups were brought up to date. */
    synced: z.number().int(),
    /** Users of the directory that it does not know any more. */
    missing: z.array(z.string()),
  }),
});
