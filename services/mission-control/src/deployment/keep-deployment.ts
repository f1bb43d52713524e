import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { missionWords } from '@packhouse/contract/mission-control/mission-words.ts';
import type { Location, NewUnit, UnitChange } from '@packhouse/contract/mission-control/unit-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Peer } from '@packhouse/kernel/access/signed-call.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import { type HandlerContext, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { Trust } from '@packhouse/peers/trust.ts';
import { decodeJwt } from 'jose';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { withAddresses } from './addresses.ts';
import { askDeployment } from './ask.ts';
import {
  type DeploymentRow,
  deleteDeployment,
  insertDeployment,
  isNameTaken,
  type KnownRow,
  lockDeployment,
  selectDeployment,
  selectDeployments,
  updateDeployment,
} from './deployment-queries.ts';
import { insertInstance } from './single-instance.ts';

export type By = Pick<HandlerContext, 'actor' | 'address' | 'request'>;

/** @throws AppError `not_found` */
export async function needDeployment(context: Pick<Context, 'db' | 'peers'>, id: string): Promise<KnownRow> {
  const row = await selectDeployment(context.db, id);
  const [found] = row ? await withAddresses(context, [row]) : [];
  if (!found) throw new AppError(missionWords.no_deployment);
  return found;
}

/** @throws AppError `unavailable` while the access service does not run */
function needTrust({ peers }: Pick<Context, 'peers'>): Trust {
  if (!peers.trust) throw new AppError(missionWords.trust_missing);
  return peers.trust;
}

function nameTaken(): AppError {
  const said = say(missionWords.deployment_name_taken);
  return new AppError('already_exists', { said, detail: [{ path: 'name', ...said }] });
}

async function tell(
  { platform }: Context,
  tx: AnyTransaction,
  by: By,
  what: 'registered' | 'updated' | 'removed',
  { id: subject, name }: { id: string; name: string },
  change: object,
) {
  await platform.identity.audit({ actor: by.actor.name, address: by.address, action: `deployment.${what}`, subject, name, ...change }, tx);
  await platform.outbox.publish(tx, { type: `mission-control.deployment.${what}`, subject, data: {} });
}

const describe = ({ name, url, location, tags }: Pick<DeploymentRow, 'name' | 'url' | 'location' | 'tags'>) => ({ name, url, location, tags });
const getColumns = ({ location, tags }: { location: Location | null; tags: readonly string[] }) => ({ location: location && JSON.stringify(location), tags });

/** A name that nobody gave must not refuse a deployment that is paired already. */
async function findFreeName({ db }: Context, { id, name }: Pick<Peer, 'id' | 'name'>): Promise<string> {
  for (let at = 1; ; at++) {
    const tried = at === 1 ? name : `${name} ${at}`;
    if (!(await isNameTaken(db, tried, id))) return tried;
  }
}

/** The deployment that a token stands for, or that is trusted for this already. */
async function findPeer(context: Context, { token, peer, name, allowPrivate }: z.output<typeof NewUnit>, by: By): Promise<Peer> {
  const trust = needTrust(context);
  if (token === '') {
    const found = (await trust.list('mission-control')).find(({ id }) => id === peer);
    if (!found) throw fieldRefusal('peer', say(missionWords.no_deployment));
    return found;
  }
  const given = { allowPrivate, by: { actor: by.actor.name, address: by.address }, url: publicBaseUrl(by.request, context.platform.config) };
  return trust.pair(token, name === '' ? given : { ...given, name });
}

/** Deployments that are trusted for mission control and not in the list. */
export async function listCandidates(context: Context): Promise<readonly Peer[]> {
  const known = new Set((await selectDeployments(context.db)).map(({ id }) => id));
  return ((await context.peers.trust?.list('mission-control')) ?? []).filter(({ id }) => !known.has(id));
}

/** Who made a token, as it says without proof: enough to know whose name a name is. */
function readIssuer(token: string): string {
  try {
    return decodeJwt(token.trim()).iss ?? '';
  } catch {
    return '';
  }
}

/** Knows a single instance by its address, user name and password, and asks it at once how it is. */
async function registerInstance(context: Context, input: z.output<typeof NewUnit>, by: By): Promise<KnownRow> {
  const name = input.name || (await findFreeName(context, { id: '', name: new URL(input.url).hostname }));
  const { id } = await context.db.transaction().execute(async (tx) => {
    if (await isNameTaken(tx, name, '')) throw nameTaken();
    const row = await insertInstance(context, tx, { ...input, name }, { ...getColumns(input), streak: firstAnswer }, by.actor.name);
    await tell(context, tx, by, 'registered', row, { after: { ...describe(row), userName: input.userName } });
    return row;
  });
  await askDeployment(context, await needDeployment(context, id));
  return needDeployment(context, id);
}

/** Pairs with a deployment and asks it at once how it is. @throws AppError when the name is taken, or trust cannot be made */
export async function registerDeployment(context: Context, input: z.output<typeof NewUnit>, by: By): Promise<KnownRow> {
  const { db } = context;
  if (input.url !== '') return registerInstance(context, input, by);
  if (input.name !== '' && (await isNameTaken(db, input.name, input.peer || readIssuer(input.token)))) throw nameTaken();
  const peer = await findPeer(context, input, by);
  const { id, url } = peer;
  const values = { name: input.name || (await findFreeName(context, peer)), url, ...getColumns(input) };
  await db.transaction().execute(async (tx) => {
    const before = await lockDeployment(tx, id);
    if (before?.home) throw new AppError(missionWords.that_is_home);
    // Until it has answered for the first time nothing is known; a first good answer is enough then.
    if (before) await updateDeployment(tx, id, { ...values, streak: null, modified_at: new Date() });
    else await insertDeployment(tx, { id, ...values, status: 'OFFLINE', streak: firstAnswer, created_by: by.actor.name });
    await tell(context, tx, by, 'registered', { id, name: values.name }, { after: describe({ ...values, location: input.location }) });
  });
  await askDeployment(context, await needDeployment(context, id));
  return needDeployment(context, id);
}

/** The next good answer counts as the second. */
const firstAnswer = JSON.stringify({ towards: 'better', status: 'ONLINE', answers: 1 });

/** @throws AppError `not_found`, `already_exists` */
export async function changeDeployment(context: Context, id: string, input: z.output<typeof UnitChange>, by: By): Promise<KnownRow> {
  await context.db.transaction().execute(async (tx) => {
    const before = await lockDeployment(tx, id);
    if (!before) throw new AppError(missionWords.no_deployment);
    if (await isNameTaken(tx, input.name, id)) throw nameTaken();
    await updateDeployment(tx, id, { name: input.name, ...getColumns(input), modified_at: new Date() });
    await tell(context, tx, by, 'updated', { id, name: input.name }, { before: describe(before), after: describe({ ...before, ...input }) });
  });
  return needDeployment(context, id);
}

/** Trust that is for something else, too, stays. @throws AppError `not_found`, `conflict` for home */
export async function removeDeployment(context: Context, id: string, by: By): Promise<void> {
  const row = await needDeployment(context, id);
  if (row.home) throw new AppError(missionWords.home_stays);
  const peer = await context.peers.trust?.find(id);
  if (peer?.purposes.every((purpose) => purpose === 'mission-control')) await context.peers.trust?.revoke(id, { actor: by.actor.name, address: by.address });
  await context.db.transaction().execute(async (tx) => {
    await deleteDeployment(tx, id);
    await tell(context, tx, by, 'removed', row, { before: describe(row) });
  });
}
