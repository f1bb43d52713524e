import { randomUUID } from 'node:crypto';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { missionWords, providerName } from '@packhouse/contract/mission-control/mission-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Context } from '../context.ts';
import { insertDeployment, type KnownRow, selectDeployment } from './deployment-queries.ts';
import { bad, type Seen, seeRefusal, seeSilence, seeStranger } from './verdict.ts';

/** What a single instance is registered by: its own address, and whom it is asked as. */
export interface InstanceInput {
  name: string;
  url: string;
  userName: string;
  password: string;
  allowPrivate: boolean;
}

const patience = 10_000;

/** Gives the status of an answer; what it says besides is not needed. */
async function getStatus({ platform }: Context, url: string, allowPrivate: boolean, headers: Record<string, string>, signal?: AbortSignal): Promise<number> {
  const { status, body } = await platform.outgoing.request(url, { headers, redirects: 0, allowPrivate, timeout: patience, ...(signal ? { signal } : {}) });
  body.destroy();
  return status;
}

/** A platform has an access service at the same address, beside where the single instance was. */
const getPlatformPing = (url: string) => new URL('/access/api/v1/system/ping', url).href;
const getInstancePing = (url: string) => `${url.replace(/\/+$/, '')}/api/system/ping`;

/** Looks at a deployment that is a single instance, or was one. */
export async function lookAtInstance(
  context: Context,
  { url, legacy, sealed }: Pick<KnownRow, 'url' | 'legacy' | 'sealed'>,
  at: Date,
  signal?: AbortSignal,
): Promise<Seen> {
  const { userName, allowPrivate } = legacy!;
  const password = context.platform.secrets.decrypt(sealed ?? '');
  const authorization = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;
  try {
    if ((await getStatus(context, getPlatformPing(url), allowPrivate, {}, signal)) === 200)
      return seeStranger(say(missionWords.instance_upgraded, { provider: providerName }));
    const status = await getStatus(context, getInstancePing(url), allowPrivate, { authorization }, signal);
    if (status === 200) return { status: 'ONLINE', reason: null, missing: [] };
    if (status === 401 || status === 403) return seeRefusal(say(missionWords.instance_refuses), at, undefined);
    return status === 404 ? seeStranger(say(missionWords.no_instance_there)) : bad('UNAVAILABLE', say(missionWords.deployment_fails, { status }));
  } catch (error) {
    if (signal?.aborted || !(error instanceof AppError)) throw error;
    return seeSilence(saidBy(error));
  }
}

/** Writes a single instance down; its password is sealed. */
export async function insertInstance(context: Context, db: Context['db'], input: InstanceInput, rest: object, by: string): Promise<KnownRow> {
  const id = `instance-${randomUUID()}`;
  const { name, url, userName, password, allowPrivate } = input;
  const sealed = context.platform.secrets.encrypt(password);
  await insertDeployment(db, { id, name, url, legacy: JSON.stringify({ userName, allowPrivate }), sealed, status: 'OFFLINE', created_by: by, ...rest });
  return (await selectDeployment(db, id))!;
}
