// Outside ways in, in the spelling of existing clients. What is kept is the same as on the screens; what cannot be obeyed is refused by its name.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { LdapGroupStrategy } from './access-ldap-routes.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';

const compatible = { provenBy: [proofs.accessProviders] };

const api = `${prefixes.access}/api/v1`;
const ldap = `${api}/ldap`;
const Text = z.string().max(20_000);
const byName = z.object({ name: z.string().min(1).max(200) });
const administrator = { access: 'administrator' } as const;

/** A switch that stands where it stands. */
const always = (value: boolean) =>
  z
    .boolean()
    .default(value)
    .refine((given) => given === value, value ? accessSettingRules.only_true_obeyed.en : accessSettingRules.only_false_obeyed.en);

/** Clients may name several bases, separated by a bar. */
const OneBase = Text.refine((base) => !base.includes('|'), accessSettingRules.one_search_base.en).default('');

const search = {
  search_filter: Text.default(''),
  search_base: OneBase,
  search_sub_tree: z.boolean().default(true),
  manager_dn: Text.default(''),
};

const ldapFields = {
  key: Text,
  enabled: z.boolean().default(true),
  ldap_url: Text,
  user_dn_pattern: Text.default(''),
  auto_create_user: z.boolean().default(true),
  email_attribute: Text.default('mail'),
  /** Nothing of an entry is ever taken for more than text. */
  ldap_poisoning_protection: always(true),
  allow_user_to_access_profile: z.boolean().default(false),
  paging_support_enabled: always(true),
};

const WireLdap = z.strictObject({ ...ldapFields, search: z.strictObject({ ...search, manager_password: Text.optional() }).prefault({}) });
export type WireLdap = z.output<typeof WireLdap>;

const ShownLdap = z.object({ ...ldapFields, search: z.object(search) });

export const wireListLdap = route('wireListLdap', {
  summary: 'Directory servers, in the order in which they are asked',
  ...administrator,
  method: 'GET',
  url: `${ldap}/settings`,
  reply: z.array(ShownLdap),
  compatible,
});

export const wireCreateLdap = route('wireCreateLdap', {
  summary: 'Add a directory server',
  ...administrator,
  method: 'POST',
  url: `${ldap}/settings`,
  body: WireLdap,
  reply: ShownLdap,
  status: 201,
  compatible: {
    ...compatible,
    note: 'keys are lower-case letters, digits and dashes; `ldap_poisoning_protection` and `paging_support_enabled` are always on, and `false` is refused; passwords are told to nobody',
  },
});

export const wireReadLdap = route('wireReadLdap', {
  summary: 'One directory server',
  ...administrator,
  method: 'GET',
  url: `${ldap}/settings/:name`,
  params: byName,
  reply: ShownLdap,
  compatible,
});

export const wireUpdateLdap = route('wireUpdateLdap', {
  summary: 'Change the directory server that the body names',
  ...administrator,
  method: 'PUT',
  url: `${ldap}/settings`,
  body: WireLdap,
  reply: ShownLdap,
  compatible: { ...compatible, note: 'without `manager_password` the one before stays; settings that only our screens have stay, too' },
});

export const wireUpdateLdapByName = route('wireUpdateLdapByName', {
  summary: 'Change a directory server; the body names it, too',
  ...administrator,
  method: 'PUT',
  url: `${ldap}/settings/:name`,
  params: byName,
  body: WireLdap,
  reply: ShownLdap,
  compatible: { ...compatible, note: 'without `manager_password` the one before stays; settings that only our screens have stay, too' },
});

export const wireDeleteLdap = route('wireDeleteLdap', {
  summary: 'Delete a directory server with its group settings; its users stay',
  ...administrator,
  method: 'DELETE',
  url: `${ldap}/settings/:name`,
  params: byName,
  reply: z.void(),
  compatible,
});

const strategies = LdapGroupStrategy.options.map((one) => (one === 'hierarchy' ? 'HIERARCHICAL' : (one.toUpperCase() as 'STATIC' | 'DYNAMIC')));

const WireLdapGroup = z.strictObject({
  name: Text,
  /** The server whose groups these are; none while the setting is off. */
  enabled_ldap: Text.default(''),
  group_base_dn: OneBase,
  group_name_attribute: Text,
  group_member_attribute: Text,
  sub_tree: z.boolean().default(true),
  force_attribute_search: always(false),
  filter: Text,
  description_attribute: Text.default(''),
  strategy: z.enum(strategies),
});
export type WireLdapGroup = z.output<typeof WireLdapGroup>;

export const wireListLdapGroups = route('wireListLdapGroups', {
  summary: 'Where directories keep groups',
  ...administrator,
  method: 'GET',
  url: `${ldap}/groups`,
  reply: z.array(WireLdapGroup),
  compatible,
});

export const wireCreateLdapGroup = route('wireCreateLdapGroup', {
  summary: 'Say where a directory keeps groups',
  ...administrator,
  method: 'POST',
  url: `${ldap}/groups`,
  body: WireLdapGroup,
  reply: WireLdapGroup,
  status: 201,
  compatible: { ...compatible, note: '`force_attribute_search` is refused when it is on' },
});

export const wireReadLdapGroup = route('wireReadLdapGroup', {
  summary: 'Where one directory keeps groups',
  ...administrator,
  method: 'GET',
  url: `${ldap}/groups/:name`,
  params: byName,
  reply: WireLdapGroup,
  compatible,
});

export const wireUpdateLdapGroup = route('wireUpdateLdapGroup', {
  summary: 'Change where the directory keeps groups; an empty `enabled_ldap` switches the setting off',
  ...administrator,
  method: 'PUT',
  url: `${ldap}/groups`,
  body: WireLdapGroup,
  reply: WireLdapGroup,
  compatible,
});

export const wireUpdateLdapGroupByName = route('wireUpdateLdapGroupByName', {
  summary: 'Change where the directory keeps groups; the body names the setting, too',
  ...administrator,
  method: 'PUT',
  url: `${ldap}/groups/:name`,
  params: byName,
  body: WireLdapGroup,
  reply: WireLdapGroup,
  compatible,
});

export const wireDeleteLdapGroup = route('wireDeleteLdapGroup', {
  summary: 'Forget where a directory keeps groups; imported groups stay',
  ...administrator,
  method: 'DELETE',
  url: `${ldap}/groups/:name`,
  params: byName,
  reply: z.void(),
  compatible,
});

export const wireRefreshLdapGroup = route('wireRefreshLdapGroup', {
  summary: 'Bring the groups of a directory here, or the groups that are here up to date, or both',
  ...administrator,
  method: 'POST',
  url: `${ldap}/groups/:name/refresh`,
  params: byName,
  query: z.object({
    /** `UPDATE`, `IMPORT` or `UPDATE_AND_IMPORT`, in letters of either size. */
    operation: z
      .string()
      .regex(/^(?:update|import|update_and_import)$/i)
      .default('UPDATE_AND_IMPORT'),
  }),
  reply: z.object({ imported: z.array(z.string()), refused: z.array(z.object({ name: z.string(), reason: z.string() })) }),
  compatible: { ...compatible, note: 'the members of groups that are here are brought up to date with each of them' },
});
