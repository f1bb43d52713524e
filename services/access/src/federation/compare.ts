import { compareLinkEnds } from '@packhouse/contract/access/federation-peer-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Context } from '../context.ts';
import { Digests, getBounds } from './digest.ts';
import { ask, peerBase, sendOne } from './link-call.ts';
import { sift, typeOf } from './link-filter.ts';
import { type Link, noteComparison } from './link-queries.ts';
import type { FederatedKind } from './merge/register.ts';
import { type PlacedRegister, selectRegisterPage, selectRegistersBetween, withoutPlace } from './register-queries.ts';
import { fitting, kindsInOrder, mostRegisters } from './send-sizes.ts';

const page = 2000;
/** Copies taken back in one request. */
const mostWithdrawn = 1000;

/** What of these the other end should have, whoever wrote it. */
const siftAll = (context: Context, link: Link, registers: readonly PlacedRegister[]) => sift(context.db, { ...link, phase: 'snapshot' }, registers);

async function digestOwn(context: Context, link: Link, kind: FederatedKind): Promise<Digests> {
  const digests = new Digests();
  for (let after = ''; ; ) {
    const registers = await selectRegisterPage(context.db, kind, after, page);
    for (const one of (await siftAll(context, link, registers)).entries) digests.add(one);
    const last = registers.at(-1);
    if (!last || registers.length < page) return digests;
    after = `${last.uid} ${last.register}`;
  }
}

/** Sends what is in one bucket, and takes back what the other end has from here though it is not. Answers how many entries were news there. */
async function sendBucket(context: Context, link: Link, kind: FederatedKind, bucket: { bucket: number; uids: readonly string[] }, signal: AbortSignal) {
  const { from, to } = getBounds(bucket.bucket);
  const { entries } = await siftAll(context, link, await selectRegistersBetween(context.db, kind, from, to));
  const named = new Set(entries.map(({ uid }) => uid));
  // What was changed since then is on its way already, and no difference.
  const told = entries.filter(({ position }) => position <= link.position);
  const left = bucket.uids.filter((uid) => !named.has(uid)).slice(0, mostWithdrawn);
  const counts = { from: 0, to: link.position, generation: link.generation, completes: false };
  let healed = left.length;
  for (let rest: readonly PlacedRegister[] = told; rest.length > 0; ) {
    const part = fitting(rest.slice(0, mostRegisters));
    const { results } = await sendOne(context, link, { ...counts, entries: part.map(withoutPlace), withdrawn: [] }, signal);
    healed += results.filter((one) => one === 'applied' || one === 'conflict').length;
    rest = rest.slice(part.length);
  }
  if (left.length > 0) await sendOne(context, link, { ...counts, entries: [], withdrawn: left.map((uid) => ({ kind, uid })) }, signal);
  return healed;
}

async function compareKind(context: Context, link: Link, kind: FederatedKind, signal: AbortSignal) {
  const own = await digestOwn(context, link, kind);
  const json = { kind, digests: own.list() };
  const call = { method: 'POST', path: `${peerBase}/links/${link.id}/comparisons`, json, timeout: 60_000, signal } as const;
  const { repaired, differing } = await ask(context, link.peer, call, compareLinkEnds.reply);
  let healed = repaired;
  for (const bucket of differing) healed += await sendBucket(context, link, kind, bucket, signal);
  return { entries: own.entries, healed };
}

/** Compares both ends of a link, and brings the other one to the same where they differ: it finds what was lost on the way, by an old backup, or by hand. */
export async function compareLink(context: Context, link: Link, signal: AbortSignal): Promise<void> {
  const found = { entries: 0, healed: 0 };
  for (const kind of kindsInOrder) {
    if (!link.types.includes(typeOf[kind])) continue;
    try {
      const { entries, healed } = await compareKind(context, link, kind, signal);
      found.entries += entries;
      found.healed += healed;
    } catch (error) {
      // An older version does not know how; it is asked again tomorrow.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
  }
  if (found.healed > 0) context.log.warn({ peer: link.peer, ...found }, 'the two ends of a federation differed, and were brought to the same');
  await noteComparison(context.db, link.id, found);
}
