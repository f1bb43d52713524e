import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { HeldLicence, Licence, LicenceFacts, LicenceOrder } from '@packhouse/peers/installation.ts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { currentType, readEnd, readInstalled, requireRunning } from './licence.ts';
import { deleteLicences, deleteOldOrders, holdOrder, insertLicences } from './licence-queries.ts';
import { type Claims, readSigned } from './signed-licence.ts';

const date = (seconds: number) => new Date(seconds * 1000);

function toFacts({ jti, type, licensedTo, iat, exp, bkt, projects }: Claims): LicenceFacts {
  return {
    type,
    licensedTo,
    issuedAt: date(iat),
    expiresAt: exp === undefined ? null : date(exp),
    ...(jti === undefined ? {} : { jti }),
    ...(bkt === undefined ? {} : { bucket: bkt }),
    ...(projects === undefined ? {} : { projects }),
  };
}

/** What other deployments are told of the licences here. */
export async function readHeld(context: Context): Promise<HeldLicence[]> {
  return (await readInstalled(context)).flatMap(({ claims }) => {
    if (claims?.jti === undefined) return [];
    const { jti, type, bkt, exp } = claims;
    return [{ jti, type, ...(bkt === undefined ? {} : { bucket: bkt }), expiresAt: exp === undefined ? null : date(exp).toISOString() }];
  });
}

/** What the audit log keeps of an order: who for, how many, and the first of their names. */
const auditable = (order: string, jtis: readonly string[]) => ({ order, count: jtis.length, licences: jtis.slice(0, 20) });

/** @throws AppError `invalid_input` when one of them is not good, `conflict` when the order was withdrawn */
export async function installOrder(context: Context, { order, licences }: LicenceOrder, by: By): Promise<void> {
  const read = await Promise.all(licences.map((jws) => readSigned(jws, context.platform.config.licenceKey)));
  const rows = read.map((claims, index) => {
    requireRunning(claims);
    if (claims.jti === undefined) throw namedFieldRefusal('licence', say(accessWords.licence_nameless));
    return { id: claims.jti, jws: licences[index] ?? '', installed_by: by.actor };
  });
  await inChange(context, by, async (transaction, record) => {
    if (await holdOrder(transaction, order, false)) throw new AppError(accessWords.licence_order_withdrawn);
    const added = [...(await insertLicences(transaction, rows))];
    if (added.length > 0) await record({ action: 'licence.attached', subject: read[0]?.licensedTo ?? order, after: auditable(order, added) });
  });
}

/** Withdraws an order, whether it arrived or not, and takes what it installed away. */
export async function withdrawOrder(context: Context, order: string, jtis: readonly string[], by: By): Promise<void> {
  const before = await readInstalled(context);
  await inChange(context, by, async (transaction, record) => {
    await holdOrder(transaction, order, true);
    const gone = await deleteLicences(transaction, jtis);
    const [first] = gone;
    if (first === undefined) return;
    const licensedTo = before.find(({ id }) => id === first)?.claims?.licensedTo;
    await record({ action: 'licence.taken-back', subject: licensedTo ?? first, before: auditable(order, gone) });
  });
}

export function licenceOffer(context: Context): Licence {
  return {
    current: () => currentType(context),
    ends: () => readEnd(context),
    vouch: async (jws) => toFacts(await readSigned(jws, context.platform.config.licenceKey)),
    install: (order, by) => installOrder(context, order, by),
    withdraw: (order, jtis, by) => withdrawOrder(context, order, jtis, by),
  };
}

/** Calls are signed for a minute, so that none can speak of orders that are old. */
export const forgetOldOrders = (db: Db): Promise<void> => deleteOldOrders(db);
