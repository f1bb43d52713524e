import type { Licence } from '@packhouse/contract/access/access-licence-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { type LicenceType, licenceRanks } from '@packhouse/contract/access/licence-types.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { z } from 'zod';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { deleteLicence, selectLicence, upsertLicence } from './licence-queries.ts';
import { type Claims, readSigned } from './signed-licence.ts';

const Stored = z.object({ jws: z.string() });

/** Holds while no other is installed: a fresh start shows the whole product. */
const builtInType = 'ENTERPRISE_PLUS' satisfies LicenceType;

const moment = (seconds: number) => new Date(seconds * 1000).toISOString();
const isOver = ({ exp }: Claims) => exp !== undefined && exp * 1000 <= Date.now();

type Reader = Pick<Context, 'db' | 'platform' | 'deployment'>;

function toLicence({ deployment }: Pick<Context, 'deployment'>, claims: Claims | undefined): Licence {
  const type = claims?.type ?? builtInType;
  return {
    type,
    rank: licenceRanks[type],
    licensedTo: claims?.licensedTo ?? '',
    issuedAt: claims ? moment(claims.iat) : null,
    expiresAt: claims?.exp === undefined ? null : moment(claims.exp),
    builtIn: claims === undefined,
    state: claims && isOver(claims) ? 'expired' : 'valid',
    node: deployment,
  };
}

/** Reads what was installed; undefined where nothing is. One that the configured key does not vouch for any more is refused. */
async function installed(db: Db, key: string | undefined): Promise<Claims | undefined> {
  const stored = Stored.safeParse(await selectLicence(db));
  return stored.success ? readSigned(stored.data.jws, key) : undefined;
}

/** The type that holds now: `N/A` once the installed licence has run out, or is no longer vouched for. */
export async function currentType({ db, platform }: Pick<Context, 'db' | 'platform'>): Promise<LicenceType> {
  try {
    const claims = await installed(db, platform.config.licenceKey);
    if (!claims) return builtInType;
    return isOver(claims) ? 'N/A' : claims.type;
  } catch (error) {
    if (error instanceof AppError) return 'N/A';
    throw error;
  }
}

export async function readLicences(context: Reader): Promise<Licence[]> {
  const { licenceKey } = context.platform.config;
  const claims = await installed(context.db, licenceKey).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return claims === null ? [] : [toLicence(context, claims)];
}

/** Installs a signed licence in the place of the one before. @throws AppError `invalid_input` */
export async function installLicence(context: Context, jws: string, by: By): Promise<Licence> {
  const { licenceKey } = context.platform.config;
  const claims = await readSigned(jws, licenceKey);
  if (isOver(claims)) throw namedFieldRefusal('licence', say(accessWords.licence_ended, { date: moment(claims.exp ?? 0).slice(0, 10) }));
  const after = toLicence(context, claims);
  const [before] = await readLicences(context);
  await inChange(context, by, async (transaction, record) => {
    await upsertLicence(transaction, { jws });
    await record({ action: 'licence.installed', subject: claims.licensedTo, before, after });
  });
  return after;
}

export async function removeLicence(context: Context, by: By): Promise<void> {
  const [before] = await readLicences(context);
  await inChange(context, by, async (transaction, record) => {
    await deleteLicence(transaction);
    await record({ action: 'licence.removed', subject: before?.licensedTo || 'licence', before, after: toLicence(context, undefined) });
  });
}
