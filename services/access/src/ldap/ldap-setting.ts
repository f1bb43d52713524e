import { LdapGroupSetting, type LdapGroupSettingInput, LdapServer, LdapServerInput } from '@packhouse/contract/access/access-ldap-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { certificateFacts, readCertificates } from '@packhouse/kernel/access/certificates.ts';
import type { DirectoryChange } from '@packhouse/peers/platform-settings.ts';
import { type By, type Change, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import type { LdapTarget } from './ldap-connection.ts';
import * as queries from './ldap-queries.ts';

/** A server without its secret. */
function toServer(row: queries.ServerRow): LdapServer {
  const stored = { ...(row.settings as object), key: row.key, enabled: row.enabled, hasManagerPassword: row.sealed_password !== null, authorities: [] };
  const server = LdapServer.parse(stored);
  return { ...server, authorities: certificateFacts(server.certificateAuthorities) };
}

export function makeTarget(context: Context, row: queries.ServerRow): LdapTarget {
  const server = LdapServerInput.parse({ ...(row.settings as object), enabled: row.enabled });
  return { server, managerPassword: row.sealed_password === null ? '' : context.platform.secrets.decrypt(row.sealed_password) };
}

export async function requireServer(db: Db, key: string): Promise<queries.ServerRow> {
  const row = await queries.selectServer(db, key);
  if (!row) throw new AppError(signInWords.no_directory_server, { key });
  return row;
}

export async function listServers(db: Db): Promise<LdapServer[]> {
  return (await queries.selectServers(db)).map(toServer);
}

/** @throws AppError `invalid_input` for what is no certificate */
export function requireAuthorities({ certificateAuthorities }: LdapServerInput, path = 'certificateAuthorities'): void {
  if (certificateAuthorities !== '') readCertificates(path, certificateAuthorities);
}

/** The columns for what was typed; without a password the one before stays. */
function makeColumns(context: Context, input: LdapServerInput, before: string | null) {
  requireAuthorities(input);
  const { managerPassword, enabled, ...settings } = input;
  const sealed = managerPassword === undefined ? before : managerPassword === '' ? null : context.platform.secrets.encrypt(managerPassword);
  return { enabled, settings: JSON.stringify(settings), sealed_password: sealed };
}

type Note = (change: Change) => Promise<void>;

async function createServerIn(context: Context, transaction: ChangeTransaction, record: Note, key: string, input: LdapServerInput): Promise<LdapServer> {
  if (!(await queries.insertServer(transaction, key, makeColumns(context, input, null)))) throw new AppError('already_exists');
  const after = toServer(await requireServer(transaction, key));
  await record({ action: 'setting.ldap_created', subject: key, after });
  return after;
}

async function changeServerIn(
  context: Context,
  transaction: ChangeTransaction,
  record: Note,
  row: queries.ServerRow,
  input: LdapServerInput,
): Promise<LdapServer> {
  const isElsewhere = toServer(row).url !== input.url && input.managerDn !== '';
  // A stored password goes to the server it was typed for, and to no other.
  if (isElsewhere && row.sealed_password !== null && input.managerPassword === undefined)
    throw namedFieldRefusal('managerPassword', say(signInWords.address_changed_enter_password));
  await queries.updateServer(transaction, row.key, makeColumns(context, input, row.sealed_password));
  const after = toServer(await requireServer(transaction, row.key));
  await record({ action: 'setting.ldap_changed', subject: row.key, before: toServer(row), after });
  return after;
}

async function deleteServerIn(transaction: ChangeTransaction, record: Note, row: queries.ServerRow): Promise<void> {
  await queries.deleteServerRow(transaction, row.key);
  await record({ action: 'setting.ldap_deleted', subject: row.key, before: toServer(row) });
}

export function createServer(context: Context, key: string, input: LdapServerInput, by: By): Promise<LdapServer> {
  return inChange(context, by, (transaction, record) => createServerIn(context, transaction, record, key, input));
}

export function changeServer(context: Context, key: string, input: LdapServerInput, by: By): Promise<LdapServer> {
  return inChange(context, by, async (transaction, record) => changeServerIn(context, transaction, record, await requireServer(transaction, key), input));
}

export function deleteServer(context: Context, key: string, by: By): Promise<void> {
  return inChange(context, by, async (transaction, record) => deleteServerIn(transaction, record, await requireServer(transaction, key)));
}

/** Has a server be as it is to be, whether it was there or not; one that is to go and is gone is as good. */
export async function placeServer(
  context: Context,
  transaction: ChangeTransaction,
  record: Note,
  { key, settings }: DirectoryChange<LdapServerInput>,
): Promise<void> {
  const row = await queries.selectServer(transaction, key);
  if (settings && row) await changeServerIn(context, transaction, record, row, settings);
  else if (settings) await createServerIn(context, transaction, record, key, settings);
  else if (row) await deleteServerIn(transaction, record, row);
}

export function orderServers(context: Context, keys: readonly string[], by: By): Promise<LdapServer[]> {
  return inChange(context, by, async (transaction, record) => {
    const before = (await listServers(transaction)).map(({ key }) => key);
    if (before.toSorted().join(' ') !== keys.toSorted().join(' ')) throw new AppError('conflict');
    await queries.updateOrder(transaction, keys);
    await record({ action: 'setting.ldap_ordered', subject: 'ldap', before, after: keys });
    return listServers(transaction);
  });
}

type GroupSettingRow = NonNullable<Awaited<ReturnType<typeof queries.selectGroupSetting>>>;

const toGroupSetting = (row: GroupSettingRow): LdapGroupSetting =>
  LdapGroupSetting.parse({ ...(row.settings as object), key: row.key, serverKey: row.server_key, enabled: row.enabled });

export async function listGroupSettings(db: Db): Promise<LdapGroupSetting[]> {
  return (await queries.selectGroupSettings(db)).map(toGroupSetting);
}

export async function readGroupSetting(db: Db, key: string): Promise<LdapGroupSetting> {
  const row = await queries.selectGroupSetting(db, key);
  if (!row) throw new AppError(signInWords.no_group_setting, { name: key });
  return toGroupSetting(row);
}

async function groupColumns(db: Db, { serverKey, enabled, ...settings }: LdapGroupSettingInput) {
  if (!(await queries.selectServer(db, serverKey))) throw namedFieldRefusal('serverKey', say(signInWords.directory_server_unknown));
  return { server_key: serverKey, enabled, settings: JSON.stringify(settings) };
}

async function createGroupsIn(transaction: ChangeTransaction, record: Note, key: string, input: LdapGroupSettingInput): Promise<LdapGroupSetting> {
  if (!(await queries.insertGroupSetting(transaction, key, await groupColumns(transaction, input)))) throw new AppError('already_exists');
  const after = await readGroupSetting(transaction, key);
  await record({ action: 'setting.ldap_group_created', subject: key, after });
  return after;
}

async function changeGroupsIn(transaction: ChangeTransaction, record: Note, key: string, input: LdapGroupSettingInput): Promise<LdapGroupSetting> {
  const before = await readGroupSetting(transaction, key);
  await queries.updateGroupSetting(transaction, key, await groupColumns(transaction, input));
  const after = await readGroupSetting(transaction, key);
  await record({ action: 'setting.ldap_group_changed', subject: key, before, after });
  return after;
}

async function deleteGroupsIn(transaction: ChangeTransaction, record: Note, key: string): Promise<void> {
  const before = await readGroupSetting(transaction, key);
  await queries.deleteGroupSettingRow(transaction, key);
  await record({ action: 'setting.ldap_group_deleted', subject: key, before });
}

export function createGroupSetting(context: Context, key: string, input: LdapGroupSettingInput, by: By): Promise<LdapGroupSetting> {
  return inChange(context, by, (transaction, record) => createGroupsIn(transaction, record, key, input));
}

export function changeGroupSetting(context: Context, key: string, input: LdapGroupSettingInput, by: By): Promise<LdapGroupSetting> {
  return inChange(context, by, (transaction, record) => changeGroupsIn(transaction, record, key, input));
}

export function deleteGroupSetting(context: Context, key: string, by: By): Promise<void> {
  return inChange(context, by, (transaction, record) => deleteGroupsIn(transaction, record, key));
}

/** The same for where a server keeps groups. */
export async function placeGroupSetting(
  transaction: ChangeTransaction,
  record: Note,
  { key, settings }: DirectoryChange<LdapGroupSettingInput>,
): Promise<void> {
  const isThere = (await queries.selectGroupSetting(transaction, key)) !== undefined;
  if (settings) await (isThere ? changeGroupsIn : createGroupsIn)(transaction, record, key, settings);
  else if (isThere) await deleteGroupsIn(transaction, record, key);
}
