import { CrowdSettings, CrowdSettingsInput, type CrowdTest } from '@packhouse/contract/access/access-crowd-routes.ts';
import { accessSettingRules } from '@packhouse/contract/access/access-setting-rule-words.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError, namedFieldRefusal, saidBy } from '@packhouse/contract/errors.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { limitAtOnce } from '@packhouse/limits/turns.ts';
import type { FastifyRequest } from 'fastify';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Proof } from '../external/directories.ts';
import type { Db } from '../schema.ts';
import { selectSettings, upsertSetting } from '../setting/settings.ts';
import { CrowdApplicationRefused, type CrowdClient, type CrowdUser, crowdClient } from './crowd-client.ts';

const settingName = 'crowd';
const turns = limitAtOnce({ atOnce: 16, waiting: 500 });

interface Stored {
  settings: CrowdSettingsInput;
  sealedPassword: string | null;
}

async function stored(db: Db): Promise<Stored> {
  const value = ((await selectSettings(db)).find(({ name }) => name === settingName)?.value ?? {}) as { settings?: unknown; sealedPassword?: string | null };
  return { settings: CrowdSettingsInput.parse(value.settings ?? {}), sealedPassword: value.sealedPassword ?? null };
}

const shown = ({ settings, sealedPassword }: Stored): CrowdSettings => CrowdSettings.parse({ ...settings, hasPassword: sealedPassword !== null });

export const readSettings = async (db: Db): Promise<CrowdSettings> => shown(await stored(db));

const getPassword = (context: Context, { sealedPassword }: Stored) => (sealedPassword === null ? '' : context.platform.secrets.decrypt(sealedPassword));

const words = say(signInWords.address_changed_enter_password);

export function changeSettings(context: Context, { password, ...settings }: CrowdSettingsInput, by: By): Promise<CrowdSettings> {
  return inChange(context, by, async (transaction, record) => {
    const before = await stored(transaction);
    // A stored password goes to the server it was typed for, and to no other.
    if (password === undefined && before.sealedPassword !== null && before.settings.url !== settings.url) throw namedFieldRefusal('password', words);
    const sealedPassword = password === undefined ? before.sealedPassword : password === '' ? null : context.platform.secrets.encrypt(password);
    await upsertSetting(transaction, settingName, { settings, sealedPassword });
    const after = await readSettings(transaction);
    await record({ action: 'setting.changed', subject: 'crowd', before: shown(before), after });
    return after;
  });
}

async function proofFor(client: CrowdClient, settings: CrowdSettingsInput, user: CrowdUser): Promise<Proof> {
  const { createUsers, linkExisting, profileUpdatable, syncGroups } = settings;
  return {
    identity: {
      provider: 'crowd',
      realm: 'crowd',
      subject: user.key ?? user.name.toLowerCase(),
      userName: user.name,
      email: user.email ?? '',
      groups: syncGroups ? await client.groups(user.name) : undefined,
    },
    rules: { createUsers, linkExisting, profileUpdatable, syncGroups, groupMapping: {} },
  };
}

/** Asks the Crowd server, if there is one, for a user with a password. */
export async function proveByCrowd(context: Context, name: string, password: string): Promise<Proof | undefined> {
  const found = await stored(context.db);
  const { settings } = found;
  if (!settings.enabled || name === '' || password === '') return undefined;
  const client = crowdClient(context.platform.outgoing, settings, getPassword(context, found));
  return turns.run(async () => {
    const user = await client.authenticate(name, password);
    return user && proofFor(client, settings, user);
  });
}

/** The person behind the cookie of the Crowd server's single sign-on. @throws AppError `not_found` while this way in is closed, `unauthenticated` */
export async function readProofOfSession(context: Context, request: FastifyRequest): Promise<Proof> {
  const found = await stored(context.db);
  const { settings } = found;
  if (!settings.enabled || !settings.sessions) throw new AppError(signInWords.crowd_switched_off);
  // Some servers put quotes around it.
  const token = request.cookies[settings.cookieName]?.replace(/^"(.*)"$/, '$1');
  if (!token || token.length > 1000) throw new AppError(signInWords.crowd_session_missing);
  const client = crowdClient(context.platform.outgoing, settings, getPassword(context, found));
  try {
    const proof = await turns.run(async () => {
      const name = await client.session(token, request.ip);
      const user = name === undefined ? undefined : await client.user(name);
      return user && proofFor(client, settings, user);
    });
    if (proof) return proof;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(signInWords.crowd_failed, {}, { cause: error });
  }
  throw new AppError(signInWords.crowd_session_ended);
}

const outcome = (step: CrowdTest['step'], said: Said, email = '', groups: string[] = []): CrowdTest => ({
  ok: step === 'done',
  step,
  ...said,
  email,
  groups,
});

/** Tries settings out and says how far it came; nothing is stored and nobody is signed in. */
export async function testSettings(context: Context, trial: { settings: CrowdSettingsInput; user: string; password: string }): Promise<CrowdTest> {
  const { password: typed, ...settings } = trial.settings;
  const before = await stored(context.db);
  if (settings.url === '') return outcome('connect', say(accessSettingRules.enter_server_address));
  if (typed === undefined && before.sealedPassword !== null && before.settings.url !== settings.url) return outcome('application', words);
  const client = crowdClient(context.platform.outgoing, settings, typed ?? getPassword(context, before));
  try {
    return await turns.run(async () => {
      if ((await client.greet()) === undefined) return outcome('connect', say(signInWords.no_crowd_server));
      if (trial.user === '') return outcome('done', { message: '' });
      const user = await client.authenticate(trial.user, trial.password);
      if (!user) return outcome('user', say(signInWords.application_password_refused));
      return outcome('done', { message: '' }, user.email ?? '', await client.groups(user.name));
    });
  } catch (error) {
    return outcome(error instanceof CrowdApplicationRefused ? 'application' : 'connect', saidBy(error));
  }
}
