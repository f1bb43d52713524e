import { attachPeerLicences, listPeerLicences, withdrawPeerLicences } from '@packhouse/contract/access/access-licence-routes.ts';
import { AppError, type ErrorEnvelope, SaidError, saidBy } from '@packhouse/contract/errors.ts';
import { bucketWords } from '@packhouse/contract/mission-control/bucket-words.ts';
import type { Route } from '@packhouse/contract/route.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { LicenceOrder } from '@packhouse/peers/installation.ts';
import type { Context } from '../context.ts';

/** The deployment said no: what it was asked for has not happened, and will not. Of any other failure nobody knows. */
export class RefusedError extends SaidError {
  override name = 'RefusedError';
}

/** A deployment that licences are attached to. */
export interface Target {
  /** Installs all of these or none. @throws RefusedError */
  install(order: LicenceOrder): Promise<void>;
  /** Takes them away; the order installs nothing from then on. @throws RefusedError */
  withdraw(order: string, jtis: readonly string[]): Promise<void>;
  /** Names of the licences that it has. @throws RefusedError */
  held(): Promise<readonly string[]>;
}

export type FindTarget = (deployment: { id: string; home: boolean }) => Target;

const by = { actor: 'mission control', address: '' };
const timeout = 20_000;
const mostAnswered = 16 * 1024 * 1024;

/** A refusal of our own says that nothing was done; so says whoever was not asked at all. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError && error.status < 500 ? new RefusedError(saidBy(error), { cause: error }) : error;
  }
}

function makeHome({ peers }: Context): Target {
  const licence = () => {
    if (!peers.licence) throw new AppError('unavailable');
    return peers.licence;
  };
  return {
    install: (order) => refusing(() => licence().install(order, by)),
    withdraw: (order, jtis) => refusing(() => licence().withdraw(order, jtis, by)),
    held: async () => ((await peers.heldLicences?.()) ?? []).map(({ jti }) => jti),
  };
}

function readText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function makePeer({ peers }: Context, id: string): Target {
  const ask = async (route: Pick<Route, 'url'> & { method: 'GET' | 'POST' }, json?: object): Promise<unknown> => {
    const { trust } = peers;
    if (!trust) throw new RefusedError(say(bucketWords.trust_not_there));
    const call = { method: route.method, path: route.url, timeout, largestAnswer: mostAnswered, ...(json ? { json } : {}) };
    const { status, text } = await refusing(() => trust.call(id, call));
    const answer = readText(text);
    if (status >= 200 && status < 300 && answer !== undefined) return answer;
    // Anything between here and there may answer in its own words: only ours are believed.
    const [refusal] = (answer as Partial<ErrorEnvelope> | undefined)?.errors ?? [];
    if (refusal && status < 500) throw new RefusedError(refusal);
    throw new SaidError(say(bucketWords.bucket_url_answered, { status }));
  };
  return {
    install: async (order) => void (await ask({ url: attachPeerLicences.url, method: 'POST' }, order)),
    withdraw: async (order, jtis) => void (await ask({ url: withdrawPeerLicences.url, method: 'POST' }, { order, jtis })),
    held: async () => {
      const { items } = listPeerLicences.reply.parse(await ask({ url: listPeerLicences.url, method: 'GET' }));
      return items.map(({ jti }) => jti);
    },
  };
}

/** Reaches this deployment in the process itself, every other one by a signed call. */
export const findTarget =
  (context: Context): FindTarget =>
  ({ id, home }) =>
    home ? makeHome(context) : makePeer(context, id);
