import { randomUUID } from 'node:crypto';
import type { FederationPart } from '@packhouse/contract/access/federation-part-routes.ts';
import { AppError, fieldRefusal, saidBy } from '@packhouse/contract/errors.ts';
import { federationMissionWords } from '@packhouse/contract/mission-control/federation-mission-words.ts';
import type { FederationInput } from '@packhouse/contract/mission-control/federation-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { atDeployment } from './at-deployment.ts';
import { type Candidates, readCandidates } from './candidates.ts';
import {
  deleteEnding,
  type FederationRow,
  type PartRow,
  selectFederation,
  selectFederations,
  setEnding,
  setFilter,
  settlePart,
  upsertFederation,
  wantParts,
} from './federation-queries.ts';
import type { FederationInsert, Step } from './federation-schema.ts';

export interface By {
  actor: string;
  address: string;
}

/** Who sends to whom: of a star the source alone, of a mesh everybody to everybody. */
export function getParts({ mode, source, targets }: Pick<FederationRow, 'mode' | 'source' | 'targets'>): Map<string, string[]> {
  if (mode === 'star') return new Map([[source, targets]]);
  const members = [source, ...targets];
  return new Map(members.map((one) => [one, members.filter((other) => other !== one)]));
}

/** What a deployment is told of its part. */
export function tellPart(row: FederationInsert, targets: readonly string[], candidates: Candidates): z.output<typeof FederationPart> {
  const { id, mode, types, include, exclude, adopt, adopt_administrators, forward, passwords, copies } = row;
  const named = targets.map((one) => ({ id: one, name: candidates.tell(one).name }));
  return { federation: id, mode, targets: named, types, include, exclude, adopt, adoptAdministrators: adopt_administrators, forward, passwords, copies };
}

/** Reads what was sent as a federation between deployments that there are. @throws AppError at the field */
export async function readInput(context: Context, input: FederationInput, by: By): Promise<{ row: FederationInsert; candidates: Candidates }> {
  const candidates = await readCandidates(context);
  const find = (id: string, path: string) => {
    const deployment = candidates.getDeployment(id);
    if (deployment === undefined) throw fieldRefusal(path, say(federationMissionWords.no_such_deployment));
    return deployment;
  };
  const source = find(input.source, 'source');
  const targets = [...new Set(input.targets.map((id) => find(id, 'targets')))];
  if (targets.includes(source)) throw fieldRefusal('targets', say(federationMissionWords.source_is_target));
  const { include, exclude } = input.permissionsFilter;
  const { mode, entityTypes: types, adopt, adoptAdministrators, forward, passwords, copies } = input;
  const row = { mode, source, targets, types, include, exclude, adopt, adopt_administrators: adoptAdministrators, forward, passwords, copies };
  return { row: { ...row, id: input.id ?? randomUUID(), created_by: by.actor }, candidates };
}

/** Stores a federation as it is wanted from now on. What brings it about is woken. */
export async function storeFederation(context: Context, input: FederationInput, by: By): Promise<FederationInsert> {
  const { row, candidates } = await readInput(context, input, by);
  const { db, platform } = context;
  await db.transaction().execute(async (transaction) => {
    const all = await selectFederations(transaction);
    const before = all.find(({ id }) => id === row.id);
    if (input.id !== undefined && (!before || before.ending)) throw new AppError(federationMissionWords.no_such_federation);
    if (row.mode === 'star' && all.some(({ id, mode, source, ending }) => id !== row.id && mode === 'star' && source === row.source && !ending))
      throw new AppError(federationMissionWords.source_has_star, { name: candidates.tell(row.source).name });
    await upsertFederation(transaction, row);
    await wantParts(transaction, row.id, getParts(row));
    const action = before ? 'federation.updated' : 'federation.created';
    const after = { mode: row.mode, source: row.source, targets: row.targets, types: row.types };
    await platform.identity.audit(
      { ...by, action, subject: candidates.tell(row.source).name, ...(before ? { before: { targets: before.targets, types: before.types } } : {}), after },
      transaction,
    );
    await platform.outbox.publish(transaction, { type: `mission-control.${action}`, subject: `federation/${row.id}`, data: { id: row.id } });
  });
  return row;
}

async function change(
  context: Context,
  found: FederationRow,
  by: By,
  action: string,
  write: (transaction: Parameters<typeof setEnding>[0]) => Promise<void>,
): Promise<void> {
  const { db, platform } = context;
  const source = (await readCandidates(context)).tell(found.source);
  await db.transaction().execute(async (transaction) => {
    await write(transaction);
    await platform.identity.audit({ ...by, action, subject: source.name, after: { id: found.id } }, transaction);
    await platform.outbox.publish(transaction, { type: `mission-control.${action}`, subject: `federation/${found.id}`, data: { id: found.id } });
  });
}

async function find(context: Context, key: string): Promise<FederationRow> {
  const found = await selectFederation(context.db, key);
  if (!found) throw new AppError(federationMissionWords.no_such_federation);
  return found;
}

/** Changes which permissions travel, and nothing else. */
export async function changeFilter(context: Context, id: string, filter: { include: string[]; exclude: string[] }, by: By): Promise<FederationRow> {
  const found = await find(context, id);
  await change(context, found, by, 'federation.filtered', async (transaction) => {
    await setFilter(transaction, found.id, filter);
    await wantParts(transaction, found.id, getParts(found));
  });
  return { ...found, ...filter };
}

/** Ends a federation; deployments that are off are told when they are back. */
export async function endFederation(context: Context, key: string, copies: FederationRow['copies'], by: By): Promise<void> {
  const found = await find(context, key);
  await change(context, found, by, 'federation.removed', async (transaction) => {
    await setEnding(transaction, found.id, copies);
    await wantParts(transaction, found.id, new Map());
  });
}

/** Forgets a federation that is ending: some deployments cannot be told, and never will be. */
export async function endHere(context: Context, id: string, by: By): Promise<void> {
  const { db, platform } = context;
  const candidates = await readCandidates(context);
  await db.transaction().execute(async (transaction) => {
    const found = await deleteEnding(transaction, id);
    if (!found) throw new AppError(federationMissionWords.not_ending);
    const subject = candidates.tell(found.source).name;
    await platform.identity.audit({ ...by, action: 'federation.ended-here', subject, before: { id, targets: found.targets } }, transaction);
    await platform.outbox.publish(transaction, { type: 'mission-control.federation.ended-here', subject: `federation/${id}`, data: { id } });
  });
}

/** Whether a deployment will never be told that a federation has ended: it is trusted no more. */
async function isBeyondReach({ peers }: Context, deployment: string): Promise<boolean> {
  return deployment !== peers.installation?.id && peers.trust !== undefined && (await peers.trust.find(deployment)) === undefined;
}

/** Gives a deployment its part, and notes how far that came. */
export async function bringAbout(context: Context, part: PartRow): Promise<void> {
  const row = (await selectFederations(context.db)).find(({ id }) => id === part.federation);
  if (!row) return;
  if (row.ending && (await isBeyondReach(context, part.deployment))) return settlePart(context.db, part, [], true);
  const candidates = await readCandidates(context);
  let steps: Step[];
  try {
    const at = await atDeployment(context, part.deployment);
    steps = await at.apply(tellPart(row, part.targets, candidates), { actor: row.created_by, address: '' });
  } catch (error) {
    const { name } = candidates.tell(part.deployment);
    steps = [{ label: 'reach', target: name, status: 'failed', message: saidBy(error) }];
  }
  await settlePart(
    context.db,
    part,
    steps,
    steps.every(({ status }) => status === 'done' || status === 'running'),
  );
}
