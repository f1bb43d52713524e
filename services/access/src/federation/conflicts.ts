import type { ConflictPage, FederationConflict } from '@packhouse/contract/access/federation-part-routes.ts';
import { federationWords } from '@packhouse/contract/access/federation-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { z } from 'zod';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { captureWithin, Writer } from './capture.ts';
import { lockConflict, markRestored, selectConflicts } from './conflict-queries.ts';
import { getTrust } from './get-trust.ts';
import { inTurn } from './in-turn.ts';
import { foldAll, readAliases, readKnown } from './known.ts';
import { materialise } from './materialise.ts';
import { hearNotes, selectByUids, silenceNotes } from './materialise-queries.ts';
import { getDeployment, type Json } from './merge/register.ts';
import { lockState, saveState } from './register-queries.ts';
import { upsertWritten } from './written-queries.ts';

/** Secrets are told by nobody: of a password only that there were two. */
function shown(register: string, value: Json): Json {
  if (register === 'password') return { changedAt: (value as { changedAt?: Json } | null)?.changedAt ?? null };
  if (register !== 'row') return value;
  const { referenceHash: _, ...rest } = value as Record<string, Json>;
  return rest;
}

const membership = 'member/';

/** Values that were lost to others which were written at the same time elsewhere: a page, the newest first. */
export async function listConflicts(
  context: Context,
  { limit, before, beforeId }: z.output<typeof ConflictPage>,
): Promise<z.output<typeof FederationConflict>[]> {
  const trust = getTrust(context);
  const self = await trust.self();
  const names = new Map([[self.id, self.name], ...(await trust.list()).map(({ id, name }): [string, string] => [id, name])]);
  const getName = (origin: string) => names.get(getDeployment(origin)) ?? getDeployment(origin);
  const conflicts = await selectConflicts(context.db, limit, before === undefined ? undefined : { before, beforeId });
  const isMember = (register: string) => register.startsWith(membership);
  // A group may stand for another one of its name.
  const aliases = (await readAliases(context.db)).group;
  const getGroup = (register: string) => aliases.of(register.slice(membership.length));
  const uids = conflicts.filter(({ register }) => isMember(register)).map(({ register }) => getGroup(register));
  const groups = new Map((await selectByUids(context.db, 'group', uids)).map((one) => [one.uid, one.name]));
  // Of a membership its group is told by name, while it is here.
  const tellRegister = (register: string) => (isMember(register) ? `${membership}${groups.get(getGroup(register)) ?? ''}` : register);
  return conflicts.map((one) => ({
    id: one.id,
    at: one.at.toISOString(),
    kind: one.kind,
    name: one.name,
    register: tellRegister(one.register),
    kept: shown(one.register, one.kept) as z.output<typeof FederationConflict>['kept'],
    lost: shown(one.register, one.lost) as z.output<typeof FederationConflict>['lost'],
    keptBy: getName(one.kept_origin),
    lostBy: getName(one.lost_origin),
  }));
}

/** Writes the lost value again, as a change made here and now. */
export async function restoreConflict(context: Context, id: number, by: By): Promise<void> {
  await inTurn(context, () =>
    inChange(context, by, async (transaction, record) => {
      const state = await lockState(transaction);
      const conflict = await lockConflict(transaction, id);
      if (!conflict) throw new AppError(federationWords.no_such_conflict);
      await captureWithin(context, transaction, state);
      const { kind, uid, register } = conflict;
      const aliases = await readAliases(transaction);
      const all = (await readKnown(transaction, kind, [uid], aliases)).get(aliases[kind].of(uid)) ?? [];
      if (all.length === 0 || foldAll(all, aliases).deleted) throw new AppError(federationWords.conflict_of_deleted, { name: conflict.name });
      const known = all.find((one) => one.uid === uid && one.register === register);
      const writer = new Writer(context, state);
      await writer.write(kind, uid, { register, value: conflict.lost }, known);
      await upsertWritten(transaction, writer.written);
      await silenceNotes(transaction);
      const work = { transaction, aliases, link: undefined, join: async () => {}, administrators: new Set<string>(), refused: [], waiting: new Set<string>() };
      const writeDown = async () => (await captureWithin(context, transaction, state)).length > 0;
      await materialise({ ...work, writeDown }, new Map([[kind, new Set([uid])]]));
      await hearNotes(transaction);
      await markRestored(transaction, id, by.actor);
      await saveState(transaction, state);
      await record({ action: 'federation.restored', subject: conflict.name, after: { register } });
    }),
  );
}
