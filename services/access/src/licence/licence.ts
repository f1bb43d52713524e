import type { Licence } from '@packhouse/contract/access/access-licence-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { type LicenceType, licenceRanks } from '@packhouse/contract/access/licence-types.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { deleteLicences, insertLicences, selectLicences } from './licence-queries.ts';
import { type Claims, identify, readSigned } from './signed-licence.ts';

/** Holds while no other is installed: a fresh start shows the whole product. */
const builtInType = 'ENTERPRISE_PLUS' satisfies LicenceType;

const moment = (seconds: number) => new Date(seconds * 1000).toISOString();
const isOver = ({ exp }: Claims) => exp !== undefined && exp * 1000 <= Date.now();

type Reader = Pick<Context, 'db' | 'platform' | 'deployment'>;

/** An installed licence; without claims where the configured key does not vouch for it any more. */
export interface Installed {
  id: string;
  claims: Claims | undefined;
}

/** @throws AppError `invalid_input` when it is over */
export function requireRunning(claims: Claims): void {
  if (isOver(claims)) throw namedFieldRefusal('licence', say(accessWords.licence_ended, { date: moment(claims.exp ?? 0).slice(0, 10) }));
}

/** What a licence says; nothing where the configured key does not vouch for it. */
export async function readClaims({ platform }: Pick<Context, 'platform'>, jws: string): Promise<Claims | undefined> {
  try {
    return await readSigned(jws, platform.config.licenceKey);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

export async function readInstalled(context: Pick<Context, 'db' | 'platform'>): Promise<Installed[]> {
  return Promise.all((await selectLicences(context.db)).map(async ({ id, jws }) => ({ id, claims: await readClaims(context, jws) })));
}

/** Whether the one allows as much as the other, and goes on when that has ended. */
export function lastsLonger(one: Claims, other: Claims): boolean {
  return !isOver(one) && licenceRanks[one.type] >= licenceRanks[other.type] && other.exp !== undefined && (one.exp === undefined || one.exp > other.exp);
}

/** Of several the highest valid rank holds; of those of one rank the one that came first. */
function findHolding(installed: readonly Installed[]): Installed | undefined {
  const rank = ({ claims }: Installed) => licenceRanks[claims?.type ?? 'N/A'];
  return installed
    .filter(({ claims }) => claims && !isOver(claims))
    .reduce<Installed | undefined>((best, one) => (best && rank(best) >= rank(one) ? best : one), undefined);
}

function toLicence({ deployment }: Pick<Context, 'deployment'>, { id, claims }: Installed, holds: boolean): Licence {
  const type = claims?.type ?? 'N/A';
  return {
    id,
    type,
    rank: licenceRanks[type],
    licensedTo: claims?.licensedTo ?? '',
    issuedAt: claims ? moment(claims.iat) : null,
    expiresAt: claims?.exp === undefined ? null : moment(claims.exp),
    projects: claims?.projects ?? null,
    bucket: claims?.bkt ?? null,
    builtIn: false,
    state: claims === undefined ? 'unvouched' : isOver(claims) ? 'expired' : 'valid',
    holds,
    node: deployment,
  };
}

const builtIn = ({ deployment }: Pick<Context, 'deployment'>): Licence => ({
  id: '',
  type: builtInType,
  rank: licenceRanks[builtInType],
  licensedTo: '',
  issuedAt: null,
  expiresAt: null,
  projects: null,
  bucket: null,
  builtIn: true,
  state: 'valid',
  holds: true,
  node: deployment,
});

/** The type that holds now: `N/A` once every installed licence has run out, or is no longer vouched for. */
export async function currentType(context: Pick<Context, 'db' | 'platform'>): Promise<LicenceType> {
  const installed = await readInstalled(context);
  return installed.length === 0 ? builtInType : (findHolding(installed)?.claims?.type ?? 'N/A');
}

/** When the type that holds ends; null where it never does, or nothing holds. */
export async function readEnd(context: Pick<Context, 'db' | 'platform'>): Promise<Date | null> {
  const installed = await readInstalled(context);
  const holding = findHolding(installed)?.claims;
  if (holding === undefined) return null;
  const last = installed.reduce((best, { claims }) => (claims && lastsLonger(claims, best) ? claims : best), holding);
  return last.exp === undefined ? null : new Date(last.exp * 1000);
}

export async function readLicences(context: Reader): Promise<Licence[]> {
  const installed = await readInstalled(context);
  const holding = findHolding(installed);
  return installed.length === 0 ? [builtIn(context)] : installed.map((one) => toLicence(context, one, one === holding));
}

/** Installs a signed licence beside those that are there; one that is there already stays. @throws AppError `invalid_input` */
export async function installLicence(context: Context, jws: string, by: By): Promise<Licence> {
  const claims = await readSigned(jws, context.platform.config.licenceKey);
  requireRunning(claims);
  const id = identify(jws, claims);
  await inChange(context, by, async (transaction, record) => {
    const added = await insertLicences(transaction, [{ id, jws, installed_by: by.actor }]);
    if (added.size > 0) await record({ action: 'licence.installed', subject: claims.licensedTo, after: toLicence(context, { id, claims }, false) });
  });
  const found = (await readLicences(context)).find((one) => one.id === id);
  if (!found) throw new AppError(accessWords.no_such_licence);
  return found;
}

/** @throws AppError `not_found` */
export async function removeLicence(context: Context, id: string, by: By): Promise<void> {
  const before = (await readLicences(context)).find((one) => one.id === id);
  await inChange(context, by, async (transaction, record) => {
    const gone = await deleteLicences(transaction, [id]);
    if (gone.length === 0) throw new AppError(accessWords.no_such_licence);
    await record({ action: 'licence.removed', subject: before?.licensedTo || id, before });
  });
}
