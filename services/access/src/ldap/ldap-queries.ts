import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export type ServerRow = Awaited<ReturnType<typeof selectServers>>[number];

export function selectServers(db: Db) {
  return db.selectFrom('ldap_server').select(['key', 'enabled', 'settings', 'sealed_password']).orderBy('position').orderBy('key').execute();
}

export function selectServer(db: Db, key: string) {
  return db.selectFrom('ldap_server').select(['key', 'enabled', 'settings', 'sealed_password']).where('key', '=', key).executeTakeFirst();
}

interface ServerColumns {
  enabled: boolean;
  settings: string;
  sealed_password: string | null;
}

/** Puts the server after all others; answers false when the key is taken. */
export async function insertServer(db: Db, key: string, columns: ServerColumns): Promise<boolean> {
  const inserted = await db
    .insertInto('ldap_server')
    .values({ key, ...columns, position: sql<number>`(select coalesce(max(position), 0) + 1 from ldap_server)` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateServer(db: Db, key: string, columns: ServerColumns): Promise<void> {
  await db.updateTable('ldap_server').set(columns).where('key', '=', key).execute();
}

/** Deletes the server; whoever it knew is forgotten, since another server may come under its key. */
export async function deleteServerRow(db: Db, key: string): Promise<void> {
  await db.deleteFrom('external_identity').where('provider', '=', `ldap:${key}`).execute();
  await db.deleteFrom('ldap_server').where('key', '=', key).execute();
}

export async function updateOrder(db: Db, keys: readonly string[]): Promise<void> {
  await sql`update ldap_server set position = wanted.position from unnest(${keys}::text[]) with ordinality as wanted(key, position)
    where ldap_server.key = wanted.key`.execute(db);
}

export function selectGroupSettings(db: Db) {
  return db.selectFrom('ldap_group_setting').select(['key', 'server_key', 'enabled', 'settings']).orderBy('key').execute();
}

export function selectGroupSetting(db: Db, key: string) {
  return db.selectFrom('ldap_group_setting').select(['key', 'server_key', 'enabled', 'settings']).where('key', '=', key).executeTakeFirst();
}

interface GroupSettingColumns {
  server_key: string;
  enabled: boolean;
  settings: string;
}

export async function insertGroupSetting(db: Db, key: string, columns: GroupSettingColumns): Promise<boolean> {
  const inserted = await db
    .insertInto('ldap_group_setting')
    .values({ key, ...columns })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateGroupSetting(db: Db, key: string, columns: GroupSettingColumns): Promise<void> {
  await db.updateTable('ldap_group_setting').set(columns).where('key', '=', key).execute();
}

export async function deleteGroupSettingRow(db: Db, key: string): Promise<void> {
  await db.deleteFrom('ldap_group_setting').where('key', '=', key).execute();
}

/** Our groups that may stand for groups of a directory. */
export function selectStandIns(db: Db, names: readonly string[]) {
  const lower = names.map((name) => name.toLowerCase());
  return lower.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('group')
        .select(['name', 'external_id', 'realm'])
        .where(({ eb, or, fn }) => or([eb(fn<string>('lower', ['external_id']), 'in', lower), eb(fn<string>('lower', ['name']), 'in', lower)]))
        .execute();
}

/** Adds a group that stands for one of a directory; answers false when the name is taken. */
export async function insertStandIn(db: Db, group: { name: string; description: string; externalId: string; attributes: string }): Promise<boolean> {
  const inserted = await db
    .insertInto('group')
    .values({ name: group.name, description: group.description, external_id: group.externalId, realm: 'ldap', realm_attributes: group.attributes })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The users whom this server knows, with what they are called there. */
export function selectKnownUsers(db: Db, serverKey: string) {
  return db
    .selectFrom('external_identity')
    .innerJoin('user', 'user.id', 'external_identity.user_id')
    .select(['user.id', 'user.name', 'external_identity.subject'])
    .where('provider', '=', `ldap:${serverKey}`)
    .orderBy('user.id')
    .execute();
}
