import type { LinkComparison } from '@packhouse/contract/access/federation-peer-routes.ts';
import type { Peer } from '@packhouse/kernel/access/signed-call.ts';
import type { z } from 'zod';
import { type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { findLink, tellBy } from './answer.ts';
import { captureWithin } from './capture.ts';
import { deleteOwnAdditions, selectCopyPage, selectWaiting } from './comparison-queries.ts';
import { Digests, getBucket } from './digest.ts';
import { inTurn } from './in-turn.ts';
import { type AliasesByKind, foldAll, readAliases, readKnown } from './known.ts';
import { goes } from './link-filter.ts';
import type { Link } from './link-queries.ts';
import { materialise } from './materialise.ts';
import { hearNotes, selectExisting, silenceNotes } from './materialise-queries.ts';
import type { Folded } from './merge/fold.ts';
import type { FederatedKind, Json } from './merge/register.ts';
import { findWishes, type Portrait, readPortraits } from './portrait.ts';
import { lockState, saveState, selectRegisterPage } from './register-queries.ts';

const page = 1000;

type Found = z.output<typeof LinkComparison>;

/** Groups that memberships name. */
function findGroups(folded: Iterable<Folded>, portraits: Iterable<Portrait>): string[] {
  const names = [...[...folded].flatMap(({ values }) => [...values.keys()]), ...[...portraits].flatMap(({ values }) => Object.keys(values))];
  return [...new Set(names.filter((name) => name.startsWith('member/')).map((name) => name.slice('member/'.length)))];
}

/** As a user is here but for the password, and whether it has to be changed: where none are sent, both are this deployment's own. */
function withoutPassword(portrait: Portrait, folded: Folded): Portrait {
  const { password: _, profile, ...values } = portrait.values;
  if (profile === undefined) return portrait;
  const sent = folded.values.get('profile')?.value as { passwordExpired?: Json } | undefined;
  return { ...portrait, values: { ...values, profile: { ...(profile as object), passwordExpired: sent?.passwordExpired ?? false } } };
}

/** Copies that are not as their registers say. */
async function findDrifted(
  transaction: ChangeTransaction,
  { passwords }: Pick<Link, 'passwords'>,
  kind: FederatedKind,
  uids: readonly string[],
  aliases: AliasesByKind,
): Promise<string[]> {
  const known = await readKnown(transaction, kind, uids, aliases);
  const portraits = await readPortraits(transaction, kind, uids);
  const waiting = await selectWaiting(transaction, kind, uids);
  const drifted: string[] = [];
  const foldedByUid = new Map(uids.map((uid) => [uid, foldAll(known.get(aliases[kind].of(uid)) ?? [], aliases)]));
  const here = await selectExisting(transaction, findGroups(foldedByUid.values(), portraits.values()));
  for (const [uid, folded] of foldedByUid) {
    if (folded.values.size === 0 || waiting.has(uid)) continue;
    const portrait = portraits.get(uid);
    if (!portrait) {
      if (!folded.deleted) drifted.push(uid);
      continue;
    }
    // What this deployment adds by itself, such as to groups of its own, is no difference.
    const wishes = findWishes(
      passwords ? portrait : withoutPassword(portrait, folded),
      folded,
      (one) => kind !== 'user' || here.has(one),
      () => '',
    ).filter(({ register }) => !register.startsWith('member/') || folded.values.has(register));
    if (folded.deleted || wishes.length > 0) drifted.push(uid);
  }
  return drifted;
}

/** Of a star, what only the source may change is brought back to how it was sent. Answers how many were not so. */
async function repair(context: Context, peer: Peer, link: Link, kind: FederatedKind): Promise<number> {
  let repaired = 0;
  for (let after: string | undefined = ''; after !== undefined; )
    after = await inTurn(context, () =>
      inChange(context, tellBy(peer), async (transaction, record) => {
        const state = await lockState(transaction);
        await captureWithin(context, transaction, state);
        await saveState(transaction, state);
        const uids = await selectCopyPage(transaction, link.id, kind, after ?? '', page);
        await deleteOwnAdditions(transaction, kind, uids, context.deployment);
        const aliases = await readAliases(transaction);
        const drifted = await findDrifted(transaction, link, kind, uids, aliases);
        if (drifted.length > 0) {
          await silenceNotes(transaction);
          await materialise(
            { transaction, aliases, link, join: async () => {}, administrators: new Set(), refused: [], waiting: new Set() },
            new Map([[kind, new Set(drifted)]]),
          );
          await hearNotes(transaction);
          await record({ action: 'federation.repaired', subject: peer.name, after: { kind, entries: drifted.length } });
        }
        repaired += drifted.length;
        return uids.length < page ? undefined : uids.at(-1);
      }),
    );
  return repaired;
}

async function digestHere(context: Context, link: Link, kind: FederatedKind, uidsByBucket: Map<number, Set<string>>): Promise<Digests> {
  const { db, deployment } = context;
  const aliases = await readAliases(db);
  const copies = link.mode === 'star' ? new Set(await selectCopyPage(db, link.id, kind, '', undefined)) : undefined;
  const digests = new Digests();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const registers = await selectRegisterPage(db, kind, after, page);
    for (const one of registers) {
      if (!goes(link, one) || (copies && (one.origin.startsWith(`${deployment}.`) || !copies.has(aliases[kind].of(one.uid))))) continue;
      digests.add(one);
      if (copies) uidsByBucket.set(getBucket(one.uid), (uidsByBucket.get(getBucket(one.uid)) ?? new Set()).add(one.uid));
    }
    const last = registers.at(-1);
    after = last && registers.length === page ? `${last.uid} ${last.register}` : undefined;
  }
  return digests;
}

/** Compares what is here with what the source of a link has: where they differ, it sends that again. */
export async function compareEnds(context: Context, peer: Peer, id: string, kind: FederatedKind, digests: readonly string[]): Promise<Found> {
  const link = await findLink(context, peer, id);
  const repaired = link.mode === 'star' ? await repair(context, peer, link, kind) : 0;
  const uids = new Map<number, Set<string>>();
  const here = (await digestHere(context, link, kind, uids)).list();
  const differing = digests.flatMap((digest, bucket) => (digest === here[bucket] ? [] : [{ bucket, uids: [...(uids.get(bucket) ?? [])] }]));
  return { repaired, differing };
}
