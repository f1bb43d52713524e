import type { LdapGroup, LdapGroupSetting } from '@packhouse/contract/access/access-ldap-routes.ts';
import { GroupName } from '@packhouse/contract/access/access-names.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Client } from 'ldapts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { syncGroups } from '../external/external-groups.ts';
import { allGroups } from './ldap.ts';
import { bindManager, type LdapTarget, withConnection } from './ldap-connection.ts';
import { type FoundGroup, listGroups, mostGroups } from './ldap-group.ts';
import { insertStandIn, selectKnownUsers, selectStandIns } from './ldap-queries.ts';
import { listGroupSettings, makeTarget, readGroupSetting, requireServer } from './ldap-setting.ts';
import { findPerson } from './ldap-user.ts';

/** Runs work as the manager of the server that a group setting belongs to. @throws AppError `upstream_failed` with the directory's own words */
async function asManager<T>(context: Context, serverKey: string, work: (client: Client, target: LdapTarget) => Promise<T>): Promise<T> {
  const target = makeTarget(context, await requireServer(context.db, serverKey));
  try {
    return await withConnection(context.platform.outgoing, target, async (client) => {
      await bindManager(client, target);
      return work(client, target);
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(signInWords.directory_server_says, { answer: (error as Error).message }, { cause: error });
  }
}

async function standIns(context: Context, found: readonly FoundGroup[]): Promise<Map<string, string>> {
  const rows = await selectStandIns(
    context.db,
    found.map(({ name }) => name),
  );
  const byName = new Map<string, string>();
  for (const { name, external_id, realm } of rows) {
    if (external_id !== '') byName.set(external_id.toLowerCase(), name);
    else if (realm === 'ldap') byName.set(name.toLowerCase(), name);
  }
  return byName;
}

/** The groups that a setting finds in the directory, with ours that stand for them. */
export async function groupsToImport(context: Context, key: string): Promise<{ items: LdapGroup[]; isCut: boolean }> {
  const setting = await readGroupSetting(context.db, key);
  const found = await asManager(context, setting.serverKey, (client, target) => listGroups(client, target, setting));
  const shown = found.slice(0, mostGroups);
  const ours = await standIns(context, shown);
  return { items: shown.map((group) => ({ ...group, group: ours.get(group.name.toLowerCase()) ?? '' })), isCut: found.length > shown.length };
}

type Refused = { name: string; reason: 'gone' | 'bad_name' | 'exists' };

async function importOne(context: Context, setting: LdapGroupSetting, found: FoundGroup | undefined, name: string, by: By): Promise<Refused | undefined> {
  if (!found) return { name, reason: 'gone' };
  const parsed = GroupName.safeParse(found.name);
  if (!parsed.success) return { name, reason: 'bad_name' };
  return inChange(context, by, async (transaction, record) => {
    const attributes = `ldapGroupName=${found.name};groupsStrategy=${setting.strategy.toUpperCase()};groupDn=${found.dn}`;
    const group = { name: parsed.data, description: found.description.slice(0, 1000), externalId: found.name, attributes };
    if (!(await insertStandIn(transaction, group))) return { name, reason: 'exists' as const };
    await record({ action: 'group.created', subject: group.name, after: { ...group, realm: 'ldap' } });
    return undefined;
  });
}

/** Brings the groups of every user whom the server knows up to date; answers who is not there any more. */
async function syncKnownUsers(context: Context, serverKey: string, by: By): Promise<{ synced: number; missing: string[] }> {
  const users = await selectKnownUsers(context.db, serverKey);
  const settings = (await listGroupSettings(context.db)).filter((setting) => setting.enabled && setting.serverKey === serverKey);
  const missing: string[] = [];
  await asManager(context, serverKey, async (client, target) => {
    for (const user of users) {
      const person = await findPerson(client, target, user.name);
      if (person?.subject !== user.subject) {
        missing.push(user.name);
        continue;
      }
      const groups = await allGroups(client, target, settings, person, user.name);
      const identity = { provider: `ldap:${serverKey}`, realm: 'ldap' as const, subject: user.subject, userName: user.name, email: '', groups };
      await inChange(context, by, (transaction, record) =>
        syncGroups(transaction, identity, { groupMapping: {} }, user, (change) => record({ ...change, actor: by.actor })),
      );
    }
  });
  return { synced: users.length - missing.length, missing };
}

/** Imports the groups named, then fills all groups with the users of the directory who are known here. */
export async function importGroups(context: Context, key: string, names: readonly string[], by: By) {
  const setting = await readGroupSetting(context.db, key);
  const found = names.length === 0 ? [] : await asManager(context, setting.serverKey, (client, target) => listGroups(client, target, setting));
  const refused: Refused[] = [];
  const imported: string[] = [];
  for (const name of new Set(names)) {
    const problem = await importOne(
      context,
      setting,
      found.find((group) => group.name === name),
      name,
      by,
    );
    if (problem) refused.push(problem);
    else imported.push(name);
  }
  return { imported, refused, ...(await syncKnownUsers(context, setting.serverKey, by)) };
}
