import type { LdapGroupSetting, LdapServerInput, LdapTest } from '@packhouse/contract/access/access-ldap-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { limitAtOnce } from '@packhouse/limits/turns.ts';
import type { Client } from 'ldapts';
import type { Context } from '../context.ts';
import type { Proof } from '../external/directories.ts';
import { bindManager, type LdapTarget, withConnection } from './ldap-connection.ts';
import { readGroupsOfPerson } from './ldap-group.ts';
import { type ServerRow, selectServers } from './ldap-queries.ts';
import { listGroupSettings, makeTarget, requireAuthorities, requireServer } from './ldap-setting.ts';
import { findPerson, type LdapPerson, provePerson } from './ldap-user.ts';

/** A flood of sign-ins must not become a flood of connections to the directory. */
const turns = limitAtOnce({ atOnce: 16, waiting: 500 });

/** The names of all groups of a person, by every setting in force for the server. */
export async function allGroups(client: Client, target: LdapTarget, settings: readonly LdapGroupSetting[], person: LdapPerson, userName: string) {
  const found: string[] = [];
  for (const setting of settings) found.push(...(await readGroupsOfPerson(client, target, setting, person, userName)));
  return [...new Set(found)];
}

const getSettings = async (context: Context, serverKey: string): Promise<LdapGroupSetting[]> =>
  (await listGroupSettings(context.db)).filter((setting) => setting.enabled && setting.serverKey === serverKey);

async function proveBy(context: Context, row: ServerRow, name: string, password: string): Promise<Proof | undefined> {
  const target = makeTarget(context, row);
  const settings = await getSettings(context, row.key);
  return withConnection(context.platform.outgoing, target, async (client) => {
    const person = await provePerson(client, target, name, password);
    if (!person) return undefined;
    const { createUsers, linkExisting, profileUpdatable } = target.server;
    return {
      identity: {
        provider: `ldap:${row.key}`,
        realm: 'ldap',
        subject: person.subject,
        userName: name,
        email: person.email,
        groups: settings.length > 0 ? await allGroups(client, target, settings, person, name) : undefined,
      },
      rules: { createUsers, linkExisting, profileUpdatable, syncGroups: settings.length > 0, groupMapping: {} },
    };
  });
}

/** Asks the directory servers in their order. One that cannot be reached is passed over: its users cannot sign in, those of others can. */
export async function proveByLdap(context: Context, name: string, password: string): Promise<Proof | undefined> {
  const rows = (await selectServers(context.db)).filter(({ enabled }) => enabled);
  for (const row of rows) {
    const proof = await turns
      .run(() => proveBy(context, row, name, password))
      .catch((error: unknown) => {
        context.log.warn({ err: error, server: row.key }, 'a directory server could not be asked');
        return undefined;
      });
    if (proof) return proof;
  }
  return undefined;
}

const outcome = (step: LdapTest['step'], said: Said, person?: LdapPerson, groups: string[] = []): LdapTest => ({
  ok: step === 'done',
  step,
  ...said,
  dn: person?.dn ?? '',
  email: person?.email ?? '',
  groups,
});

/** The server answered and said no; else it could not be spoken to. */
const isRefusal = (error: unknown) => typeof (error as { code?: unknown }).code === 'number';

const getReason = (error: unknown): Said => {
  const { name, message } = error as Error;
  return error instanceof AppError || name === 'Error' ? saidBy(error) : { message: `${name.replace(/Error$/, '')}: ${message}` };
};

export interface LdapTrial {
  key?: string | undefined;
  server: LdapServerInput;
  user: string;
  password: string;
}

async function tryOut(context: Context, client: Client, target: LdapTarget, trial: LdapTrial): Promise<LdapTest> {
  try {
    await bindManager(client, target);
    // Without a manager nothing has been said yet; the entry about the server itself may be read by anybody.
    if (target.server.managerDn === '') await client.search('', { scope: 'base', filter: '(objectClass=*)', attributes: ['1.1'] });
  } catch (error) {
    return outcome(isRefusal(error) ? 'manager' : 'connect', getReason(error));
  }
  if (trial.user === '') return outcome('done', say(signInWords.directory_server_answers));
  try {
    const found = target.server.searchFilter === '' ? undefined : await findPerson(client, target, trial.user);
    if (!found && target.server.userDnPattern === '') return outcome('search', say(signInWords.user_not_found_once));
    const person = await provePerson(client, target, trial.user, trial.password);
    if (!person) return outcome('user', say(signInWords.directory_password_refused), found);
    const groups = await allGroups(client, target, trial.key ? await getSettings(context, trial.key) : [], person, trial.user);
    return outcome('done', say(signInWords.user_can_sign_in), person, groups);
  } catch (error) {
    return outcome('search', getReason(error));
  }
}

/** Tries settings out step by step and says how far it came; nothing is stored and nobody is signed in. @throws AppError `invalid_input` for what is no certificate */
export async function testServer(context: Context, trial: LdapTrial): Promise<LdapTest> {
  requireAuthorities(trial.server, 'server.certificateAuthorities');
  const { managerPassword, ...server } = trial.server;
  const stored = managerPassword === undefined && trial.key ? makeTarget(context, await requireServer(context.db, trial.key)) : undefined;
  // A stored password goes to the server it was typed for, and to no other.
  if (stored && server.managerDn !== '' && stored.server.url !== server.url) return outcome('manager', say(signInWords.address_changed_enter_manager_password));
  const target = { server, managerPassword: managerPassword ?? stored?.managerPassword ?? '' };
  try {
    return await turns.run(() => withConnection(context.platform.outgoing, target, (client) => tryOut(context, client, target, trial)));
  } catch (error) {
    return outcome('connect', getReason(error));
  }
}
