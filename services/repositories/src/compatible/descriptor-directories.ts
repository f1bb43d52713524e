import { type LdapGroupSetting, LdapGroupSettingInput, type LdapServer, LdapServerInput } from '@packhouse/contract/access/access-ldap-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { descriptorWords } from '@packhouse/contract/repositories/descriptor-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { findRecord } from '@packhouse/formats/text/plain-json.ts';
import type { PlatformSettingsChange } from '@packhouse/peers/platform-settings.ts';
import { element, value } from './descriptor-elements.ts';
import {
  type FieldNames,
  findText,
  fitting,
  type GivenEntries,
  needRecord,
  readEntries,
  readFields,
  refuse,
  requireKnown,
  requireSwitch,
} from './descriptor-fields.ts';

/** What a descriptor says of directory servers, and of where they keep groups. */
export interface GivenDirectories {
  servers: GivenEntries | 'none' | undefined;
  groups: GivenEntries | 'none' | undefined;
}

const serverPlace = 'security.ldapSettings';
const groupPlace = 'security.ldapGroupSettings';
const serverNames = {
  enabled: { ours: 'enabled', isSwitch: true },
  ldapUrl: { ours: 'url' },
  userDnPattern: { ours: 'userDnPattern' },
  emailAttribute: { ours: 'emailAttribute' },
  autoCreateUser: { ours: 'createUsers', isSwitch: true },
  allowUserToAccessProfile: { ours: 'profileUpdatable', isSwitch: true },
} as const satisfies FieldNames;
/** Nothing of an entry is ever taken for more than text, and groups come page by page. */
const alwaysOn = ['ldapPoisoningProtection', 'pagingSupportEnabled'];
const searchNames = {
  searchFilter: { ours: 'searchFilter' },
  searchBase: { ours: 'searchBase' },
  searchSubTree: { ours: 'searchSubtree', isSwitch: true },
  managerDn: { ours: 'managerDn' },
} as const satisfies FieldNames;
const password = 'managerPassword';
const groupNames = {
  groupBaseDn: { ours: 'searchBase' },
  groupNameAttribute: { ours: 'nameAttribute' },
  groupMemberAttribute: { ours: 'memberAttribute' },
  subTree: { ours: 'searchSubtree', isSwitch: true },
  filter: { ours: 'filter' },
  descriptionAttribute: { ours: 'descriptionAttribute' },
} as const satisfies FieldNames;
const strategies = { STATIC: 'static', DYNAMIC: 'dynamic', HIERARCHICAL: 'hierarchy' } as const;

/** Reads what a descriptor says of directories. @throws AppError `bad_request` for everything that is not obeyed, by its name */
export function readDirectories({ ldapSettings, ldapGroupSettings }: Record<string, unknown>): GivenDirectories {
  const servers = ldapSettings === undefined ? undefined : readEntries(ldapSettings, serverPlace, 'key', [...Object.keys(serverNames), ...alwaysOn, 'search']);
  const known = [...Object.keys(groupNames), 'enabledLdap', 'forceAttributeSearch', 'strategy'];
  const groups = ldapGroupSettings === undefined ? undefined : readEntries(ldapGroupSettings, groupPlace, 'name', known);
  return { servers, groups };
}

/** Clients may name several places to look in, divided by a bar; here is one. */
function requireOneBase(base: unknown, field: string): void {
  if (typeof base === 'string' && base.includes('|')) refuse(field);
}

function makeServer(key: string, given: Record<string, unknown>, before: LdapServer | undefined): LdapServerInput {
  const place = `${serverPlace}.${key}`;
  for (const name of alwaysOn) requireSwitch(given, name, place, true);
  const search = given.search === undefined ? {} : needRecord(given.search, `${place}.search`);
  requireKnown(search, [...Object.keys(searchNames), password], `${place}.search`);
  requireOneBase(search.searchBase, `${place}.search.searchBase`);
  const { hasManagerPassword: _, authorities: __, key: ___, ...kept } = before ?? ({} as LdapServer);
  const said = { ...readFields(given, serverNames, place), ...readFields(search, searchNames, `${place}.search`) };
  const managerPassword = search[password] === null ? undefined : findText(search, password, `${place}.search`);
  const names = { ...serverNames, ...Object.fromEntries(Object.entries(searchNames).map(([theirs, one]) => [`search.${theirs}`, one])) };
  return fitting(LdapServerInput, { ...kept, ...said, ...(managerPassword === undefined ? {} : { managerPassword }) }, names, place);
}

function makeGroups(key: string, given: Record<string, unknown>, before: LdapGroupSetting | undefined): LdapGroupSettingInput {
  const place = `${groupPlace}.${key}`;
  requireSwitch(given, 'forceAttributeSearch', place, false);
  requireOneBase(given.groupBaseDn, `${place}.groupBaseDn`);
  const { strategy } = given;
  if (strategy !== undefined && (typeof strategy !== 'string' || !Object.hasOwn(strategies, strategy))) refuse(`${place}.strategy`);
  const server = findText(given, 'enabledLdap', place);
  const serverKey = server || before?.serverKey;
  if (serverKey === undefined) throw new AppError(descriptorWords.descriptor_needs_field, { field: `${place}.enabledLdap` });
  const { key: _, ...kept } = before ?? ({} as LdapGroupSetting);
  const said = {
    ...readFields(given, groupNames, place),
    ...(strategy === undefined ? {} : { strategy: strategies[strategy as keyof typeof strategies] }),
    ...(server === undefined ? {} : { enabled: server !== '' }),
  };
  return fitting(LdapGroupSettingInput, { ...kept, ...said, serverKey }, { ...groupNames, enabledLdap: { ours: 'serverKey' } }, place);
}

/** Each of those that are to be or to go, as it is to be; what is not named stays, unless everything is named. */
function listChanges<Kept extends { key: string }, Input>(
  given: GivenEntries | 'none' | undefined,
  before: readonly Kept[],
  make: (key: string, one: Record<string, unknown>, kept: Kept | undefined) => Input,
  isWhole: boolean,
): { key: string; settings: Input | undefined }[] {
  if (given === undefined) return [];
  const wanted: GivenEntries = given === 'none' ? new Map() : given;
  const gone = given === 'none' || isWhole ? before.filter(({ key }) => !wanted.has(key)) : [];
  const known = new Map(before.map((one) => [one.key, one]));
  return [
    ...gone.map(({ key }) => ({ key, settings: undefined })),
    ...[...wanted].map(([key, one]) => ({ key, settings: one && make(key, one, known.get(key)) })),
  ];
}

/** Directories as a descriptor wants them. @throws AppError `bad_request` */
export function changeDirectories(
  { servers, groups }: GivenDirectories,
  before: { directories: readonly LdapServer[]; directoryGroups: readonly LdapGroupSetting[] },
  isWhole: boolean,
): Pick<PlatformSettingsChange, 'directories' | 'directoryGroups'> {
  const directories = listChanges(servers, before.directories, makeServer, isWhole);
  const directoryGroups = listChanges(groups, before.directoryGroups, makeGroups, isWhole);
  const after = new Map([
    ...before.directories.map(({ key }) => [key, true] as const),
    ...directories.map(({ key, settings }) => [key, settings !== undefined] as const),
  ]);
  const lost = directoryGroups.find(({ settings }) => settings && !after.get(settings.serverKey));
  const why = say(signInWords.directory_server_unknown);
  if (lost) throw new AppError(sharedWords.named, { name: `${groupPlace}.${lost.key}.enabledLdap`, why }, { code: 'bad_request' });
  return { directories, directoryGroups };
}

function tell(settings: object, names: FieldNames): string[] {
  const record = findRecord(settings) ?? {};
  return Object.entries(names).map(([theirs, { ours }]) => value(theirs, record[ours] as string | boolean));
}

function toServerElement(server: LdapServer): string {
  const always = alwaysOn.map((name) => value(name, true));
  return element(
    'ldapSetting',
    [value('key', server.key), ...tell(server, serverNames), element('search', tell(server, searchNames).join('')), ...always].join(''),
  );
}

function toGroupElement(groups: LdapGroupSetting): string {
  const strategy = Object.entries(strategies).find(([, ours]) => ours === groups.strategy)![0];
  const own = [value('name', groups.key), value('enabledLdap', groups.enabled ? groups.serverKey : '')];
  return element('ldapGroupSetting', [...own, ...tell(groups, groupNames), value('forceAttributeSearch', false), value('strategy', strategy)].join(''));
}

/** Directories as existing clients read them; passwords are told to nobody. */
export function toDirectoryElements(servers: readonly LdapServer[], groups: readonly LdapGroupSetting[]): string {
  const told = servers.length === 0 ? '' : element('ldapSettings', servers.map(toServerElement).join(''));
  return told + (groups.length === 0 ? '' : element('ldapGroupSettings', groups.map(toGroupElement).join('')));
}
