import type { LdapGroupSettingInput } from '@packhouse/contract/access/access-ldap-routes.ts';
import type { Client, Entry } from 'ldapts';
import { findValues, type LdapTarget } from './ldap-connection.ts';
import { below, escapeFilterValue, getAddress, makePartsOfDn } from './ldap-names.ts';
import type { LdapPerson } from './ldap-user.ts';

export interface FoundGroup {
  name: string;
  dn: string;
  description: string;
}

/** More groups than this are not shown at once. */
export const mostGroups = 2000;

function makeGroup(entry: Entry, setting: LdapGroupSettingInput): FoundGroup[] {
  const name = findValues(entry, setting.nameAttribute)[0];
  const description = setting.descriptionAttribute ? (findValues(entry, setting.descriptionAttribute)[0] ?? '') : '';
  return name === undefined ? [] : [{ name, dn: entry.dn, description }];
}

async function search(client: Client, { server }: LdapTarget, setting: LdapGroupSettingInput, filter: string): Promise<FoundGroup[]> {
  const { searchEntries } = await client.search(below(setting.searchBase, getAddress(server).root), {
    scope: setting.searchSubtree ? 'sub' : 'one',
    filter,
    attributes: [setting.nameAttribute, ...(setting.descriptionAttribute ? [setting.descriptionAttribute] : [])],
    paged: { pageSize: 500 },
  });
  return searchEntries.flatMap((entry) => makeGroup(entry, setting));
}

/** Every group that a setting describes. */
export async function listGroups(client: Client, target: LdapTarget, setting: LdapGroupSettingInput): Promise<FoundGroup[]> {
  const found = await search(client, target, setting, setting.filter);
  return found.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** A group that the user's entry names: by its name, or by the name of its entry, whose own attribute then counts. */
async function named(client: Client, setting: LdapGroupSettingInput, value: string): Promise<string[]> {
  const [first] = makePartsOfDn(value);
  if (!value.includes('=') || !first) return [value];
  if (first.attribute === setting.nameAttribute.toLowerCase()) return [first.value];
  const { searchEntries } = await client.search(value, { scope: 'base', filter: '(objectClass=*)', attributes: [setting.nameAttribute] });
  return searchEntries.flatMap((entry) => findValues(entry, setting.nameAttribute).slice(0, 1));
}

function inHierarchy(target: LdapTarget, setting: LdapGroupSettingInput, dn: string): string[] {
  const rootLength = getAddress(target.server).root === '' ? 0 : makePartsOfDn(getAddress(target.server).root).length;
  const parts = makePartsOfDn(dn);
  return parts
    .slice(1, parts.length - rootLength)
    .filter(({ attribute }) => attribute === setting.nameAttribute.toLowerCase())
    .map(({ value }) => value);
}

/** The names of the groups of a person, by the strategy of the setting. */
export async function readGroupsOfPerson(
  client: Client,
  target: LdapTarget,
  setting: LdapGroupSettingInput,
  person: LdapPerson,
  userName: string,
): Promise<string[]> {
  if (setting.strategy === 'hierarchy') return inHierarchy(target, setting, person.dn);
  if (setting.strategy === 'dynamic') {
    const values = findValues(person.entry, setting.memberAttribute);
    return (await Promise.all(values.map((value) => named(client, setting, value)))).flat();
  }
  // Groups name their members by entry (groupOfNames) or by user name (posixGroup).
  const isMember = [person.dn, userName].map((value) => `(${setting.memberAttribute}=${escapeFilterValue(value)})`).join('');
  const found = await search(client, target, setting, `(&${setting.filter}(|${isMember}))`);
  return found.map(({ name }) => name);
}
