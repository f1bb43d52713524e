import type { FederationBatch, FederationForecast, FederationReceipt, LinkDescription } from '@packhouse/contract/access/federation-peer-routes.ts';
import { federationWords } from '@packhouse/contract/access/federation-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Peer } from '@packhouse/kernel/access/signed-call.ts';
import type { z } from 'zod';
import { type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { type FederationLimits, readLimits } from './accepts-queries.ts';
import { capture } from './capture.ts';
import { enrol, unenrol } from './enrol.ts';
import type { Copies, FederatedType } from './federation-schema.ts';
import { getTrust } from './get-trust.ts';
import { inTurn } from './in-turn.ts';
import { keepIssuers, ownIssuers } from './issuers.ts';
import { type AliasesByKind, readAliases } from './known.ts';
import { deleteOwnPasswords, moveCopies, selectMeetings, selectOnlyOf, selectTokenUid, settleCopies } from './link-copy-queries.ts';
import { sift, typeOf } from './link-filter.ts';
import { acceptDescription, deleteLink, type Link, noteSilence, selectLink, selectLinks, selectLinksOf, updateLink } from './link-queries.ts';
import { materialiseFreed } from './materialise.ts';
import { deleteRows, hearNotes, selectCopies, selectWaitingOf, silenceNotes, takeBack, takeUnnamed } from './materialise-queries.ts';
import type { FederatedKind } from './merge/register.ts';
import { protectedUsers } from './portrait-queries.ts';
import { receive, requireStillTrusted } from './receive.ts';
import { deleteRegisters, lockState, type SignedRegister, selectRegisters, selectRegistersOf, withoutPlace } from './register-queries.ts';
import { kindsInOrder } from './send-sizes.ts';
import { selectSeen } from './written-queries.ts';

export const tellBy = (peer: Peer) => ({ actor: `deployment ${peer.name}`, address: '' });

/** @throws AppError where one of these types is not accepted from there: a link comes whole, or not at all */
async function requireTypes(context: Context, peer: Peer, types: readonly FederatedType[]): Promise<FederationLimits> {
  const accepts = await readLimits(context.db, peer.id);
  const refused = types.filter((type) => !accepts.entities.includes(type));
  const { name } = await getTrust(context).self();
  if (refused.length > 0) throw new AppError(federationWords.type_not_accepted, { name, types: refused.join(', ') });
  return accepts;
}

/** Does with copies of kinds that a link shares no more what was asked for. */
async function settleUnshared(transaction: ChangeTransaction, link: Link, types: readonly FederatedType[], copies: Copies): Promise<void> {
  const kinds = kindsInOrder.filter((kind) => link.types.includes(typeOf[kind]) && !types.includes(typeOf[kind]));
  if (kinds.length === 0) return;
  await silenceNotes(transaction);
  await settleCopies(transaction, link.id, copies, kinds);
  await materialiseFreed({ transaction, aliases: await readAliases(transaction) });
  await hearNotes(transaction);
}

/** Takes a link as its source describes it, within what is accepted from there. */
export async function acceptLink(context: Context, peer: Peer, id: string, given: z.output<typeof LinkDescription>) {
  const { federation, mode, types, adopt, passwords } = given;
  const accepts = await requireTypes(context, peer, types);
  const { name } = await getTrust(context).self();
  const generation = await inTurn(context, () =>
    inChange(context, tellBy(peer), async (transaction, record) => {
      await lockState(transaction);
      await requireStillTrusted(transaction, peer.id);
      const known = await selectLink(transaction, id);
      if (known && (known.peer !== peer.id || known.direction !== 'in')) throw new AppError(federationWords.no_such_link);
      const sides = { peer: peer.id, peer_name: peer.name, direction: 'in' as const, include: [], exclude: [], forward: false };
      const link = { ...sides, id, federation, mode, types, adopt, passwords, adopt_administrators: given.adoptAdministrators && accepts.administrators };
      // Of two descriptions the later one holds, in whatever order they come.
      const holds = await acceptDescription(transaction, link, given.generation);
      if (holds > given.generation) return holds;
      // A source that lost its own record of a link comes with a new one.
      for (const old of await selectLinksOf(transaction, federation, 'in'))
        if (old.peer === peer.id && old.id !== id) {
          await moveCopies(transaction, old.id, id);
          await deleteLink(transaction, old.id);
        }
      // A password that was chosen here meanwhile would hold until the next night.
      if (known && !known.passwords && passwords && mode === 'star') await deleteOwnPasswords(transaction, id, context.deployment);
      if (known && given.copies) await settleUnshared(transaction, known, types, given.copies);
      await record({ action: 'federation.accepted', subject: peer.name, after: { mode, types } });
      return holds;
    }),
  );
  if (generation > given.generation) return { issuers: [], name, generation };
  await keepIssuers(context, peer.id, given.issuers);
  if (mode === 'mesh') await enrol(context);
  return { issuers: await ownIssuers(context), name, generation };
}

/** @throws AppError where the peer has no such link to here */
export async function findLink(context: Context, peer: Peer, id: string): Promise<Link> {
  const link = await selectLink(context.db, id);
  if (!link || link.peer !== peer.id || link.direction !== 'in') throw new AppError(federationWords.no_such_link);
  return link;
}

/** Takes copies away that their source names no more; nobody else is told, since nothing was deleted. Answers how many. */
async function forgetCopies(transaction: ChangeTransaction, gone: readonly { kind: FederatedKind; uid: string }[], aliases: AliasesByKind): Promise<number> {
  let count = 0;
  if (gone.length === 0) return count;
  await silenceNotes(transaction);
  for (const [kind, some] of Map.groupBy(gone, (one) => one.kind)) {
    const roots = [...new Set(some.map(({ uid }) => aliases[kind].of(uid)))];
    // What two uids stand for may be named by the other one still.
    const named = new Set((await selectCopies(transaction, kind, roots)).map(({ uid }) => uid));
    const unnamed = roots.filter((uid) => !named.has(uid));
    const uids = unnamed.flatMap((uid) => aliases[kind].allOf(uid));
    await deleteRows(transaction, kind, uids);
    await deleteRegisters(transaction, kind, uids);
    count += unnamed.length;
  }
  await materialiseFreed({ transaction, aliases });
  await hearNotes(transaction);
  return count;
}

/** So many of those who wait are named. */
const mostWaiting = 100;

/** Takes a batch of a link in, in one transaction with how far the link has come. */
export async function takeBatch(
  context: Context,
  peer: Peer,
  id: string,
  batch: z.output<typeof FederationBatch>,
): Promise<z.output<typeof FederationReceipt>> {
  const link = await findLink(context, peer, id);
  const isPage = batch.from === 0;
  const seen = await selectSeen(context.db, peer.id);
  const receipt = { gap: false, results: [], refused: [], skew: null, seen };
  // What it sent before is not here, be it that this deployment was restored, or it speaks of how the link was before: it sends everything again.
  if (batch.generation < link.generation || (!isPage && (link.phase !== 'live' || batch.from > link.position))) return { ...receipt, gap: true };
  // What was deleted while it was silent may be forgotten: it sends everything again, and names no more what is gone.
  if (!isPage && (await noteSilence(context.db, id))) return { ...receipt, gap: true };
  const accepts = await readLimits(context.db, peer.id);
  const types = link.types.filter((type) => accepts.entities.includes(type));
  const source = { ...link, types, generation: batch.generation };
  const { results, refused, skew } = await receive(context, source, batch.entries as SignedRegister[], async (transaction) => {
    const aliases = await readAliases(transaction);
    let gone = 0;
    for (const [kind, some] of Map.groupBy(batch.withdrawn, (one) => one.kind)) {
      if (!types.includes(typeOf[kind])) continue;
      const roots = some.map(({ uid }) => aliases[kind].of(uid));
      gone += await forgetCopies(transaction, await takeBack(transaction, id, kind, roots), aliases);
    }
    if (batch.completes) gone += await forgetCopies(transaction, await takeUnnamed(transaction, id, batch.generation), aliases);
    const phase = batch.completes || !isPage ? { phase: 'live' as const, position: batch.to, silent_since: null } : {};
    await updateLink(transaction, id, { ...phase, generation: batch.generation, heard: true });
    return gone;
  });
  return { ...receipt, results, refused, skew, waiting: await selectWaitingOf(context.db, id, mostWaiting) };
}

/** Ends a link, and does with its copies what was asked for. */
export async function dropLink(context: Context, peer: Peer, id: string, copies: Copies): Promise<void> {
  await findLink(context, peer, id);
  await inTurn(context, () =>
    inChange(context, tellBy(peer), async (transaction, record) => {
      // Of several links that end at once the last one is to know that it is.
      await lockState(transaction);
      await silenceNotes(transaction);
      await settleCopies(transaction, id, copies);
      await materialiseFreed({ transaction, aliases: await readAliases(transaction) });
      await hearNotes(transaction);
      await deleteLink(transaction, id);
      await record({ action: 'federation.ended', subject: peer.name, after: { copies } });
    }),
  );
  await unenrol(context);
}

interface Named {
  kind: FederatedKind;
  uid: string;
  name: string;
  administrator: boolean;
}

interface Asked {
  types: readonly FederatedType[];
  adopt: boolean;
  adoptAdministrators: boolean;
  things: readonly Named[];
  federation?: string | undefined;
  withdrawn: readonly Named[];
}

/** What a link would do here; nothing is written. */
export async function forecast(
  context: Context,
  peer: Peer,
  { types, adopt, adoptAdministrators, things, federation, withdrawn }: Asked,
): Promise<z.output<typeof FederationForecast>> {
  const accepts = await requireTypes(context, peer, types);
  const told: z.output<typeof FederationForecast> = {
    created: [],
    adopted: [],
    overwritten: [],
    parked: [],
    refused: [],
    lowered: [],
    takenBack: [],
    disabled: [],
  };
  if (federation !== undefined && withdrawn.length > 0) {
    const aliases = await readAliases(context.db);
    const getRoot = ({ kind, uid }: Named) => aliases[kind].of(uid);
    const brought = await selectOnlyOf(context.db, peer.id, federation, withdrawn.map(getRoot));
    told.takenBack = withdrawn.filter((one) => brought.has(getRoot(one))).map(({ name }) => name);
  }
  for (const kind of ['group', 'user', 'permission'] as const) {
    const asked = things.filter((one) => one.kind === kind);
    const met = asked.length > 0 ? await selectMeetings(context.db, kind, asked) : [];
    const byUid = new Map(met.map((one) => [one.uid, one]));
    const byName = new Map(met.map((one) => [one.name.toLowerCase(), one]));
    for (const { uid, name, administrator } of asked) {
      const namesake = byName.get(name.toLowerCase());
      const isAdministrators = administrator || namesake?.administrator === true;
      if (!accepts.entities.includes(typeOf[kind]) || (kind === 'user' && protectedUsers.includes(name))) told.refused.push(name);
      else if (byUid.has(uid)) told.overwritten.push(name);
      else if (!namesake) told.created.push(name);
      else if (adopt && (!isAdministrators || (adoptAdministrators && accepts.administrators))) told.adopted.push(name);
      else told.parked.push(name);
      const comes = accepts.entities.includes(typeOf[kind]) && (!namesake || byUid.has(uid));
      if (comes && administrator && !accepts.administrators) told.lowered.push(name);
    }
  }
  return told;
}

const page = 500;

/** Everything that a deployment wrote itself, as far as it is known here. */
export async function readOwn(context: Context, peer: Peer, after: number) {
  const rows = await selectRegistersOf(context.db, peer.id, after, page);
  return { entries: rows.map(withoutPlace), next: rows.length < page ? null : rows.at(-1)!.position };
}

/** What is known of a token that was quicker than its row, where the one who asks is to know of it. */
export async function readTokenOf(context: Context, peer: Peer, id: string) {
  const links = (await selectLinks(context.db)).filter((link) => link.direction === 'out' && link.peer === peer.id && link.types.includes('TOKENS'));
  const uid = links.length > 0 ? await selectTokenUid(context.db, id) : undefined;
  if (uid === undefined) return { entries: [] };
  await capture(context);
  const { entries } = await sift(context.db, { ...links[0]!, phase: 'snapshot' }, await selectRegisters(context.db, 'token', [uid]));
  return { entries: entries.map(withoutPlace) };
}
