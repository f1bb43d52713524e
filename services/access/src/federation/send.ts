import { setTimeout as sleep } from 'node:timers/promises';
import { federationWords } from '@packhouse/contract/access/federation-words.ts';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { capture } from './capture.ts';
import { compareLink } from './compare.ts';
import { unenrol } from './enrol.ts';
import { getTrust } from './get-trust.ts';
import { ask, configure, peerBase, sendOne } from './link-call.ts';
import { sift } from './link-filter.ts';
import { holdLink } from './link-lease.ts';
import { deleteLink, hasUrgent, isCompareDue, type Link, noteFailure, pause, selectLink, startAgain, updateLink } from './link-queries.ts';
import type { FederatedKind } from './merge/register.ts';
import { getPause } from './pause.ts';
import { joinRefusals } from './refusals.ts';
import { type PlacedRegister, selectPosition, selectRegisterPage, selectRegistersAfter, selectRightsBehind, withoutPlace } from './register-queries.ts';
import { fitting, kindsInOrder, mostRegisters, unique } from './send-sizes.ts';

/** Changes that follow each other within this are sent together; what restricts somebody does not wait. */
const gathering = 200;

/** Sends the next page of everything; the last one says that this was all. */
async function sendPage(context: Context, link: Link, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const [kindName = '', after = ''] = link.cursor === '' ? [kindsInOrder[0]] : link.cursor.split('|');
  const kind = kindName as FederatedKind;
  const page = fitting(await selectRegisterPage(db, kind, after, mostRegisters));
  const last = page.at(-1);
  const nextKind = kindsInOrder[kindsInOrder.indexOf(kind) + 1];
  const isEnd = last === undefined && nextKind === undefined;
  const { entries, withdrawn } = await sift(db, link, page);
  const counts = { from: 0, to: link.fence, generation: link.generation, completes: isEnd, entries: entries.map(withoutPlace), withdrawn: unique(withdrawn) };
  const receipt = entries.length > 0 || isEnd ? await sendOne(context, link, counts, signal) : undefined;
  if (receipt?.gap) return updateLink(db, link.id, { phase: 'configuring', cursor: '', generation: link.generation + 1 }, link);
  const refusals = receipt ? joinRefusals(link, receipt) : {};
  if (isEnd) return updateLink(db, link.id, { phase: 'live', position: link.fence, cursor: '', ...refusals, heard: true, lag_ms: 0 }, link);
  await updateLink(db, link.id, { cursor: last ? `${kind}|${last.uid} ${last.register}` : `${nextKind}|`, ...refusals, heard: true }, link);
}

/**
 * Changes, with the rights and restrictions of whomever they are about, though these may stand further behind: the other side is not to see, nor to decide about, a user
 * without them. Of changes with too many, the first half goes.
 */
async function withRights(
  db: Context['db'],
  next: readonly PlacedRegister[],
): Promise<{ changed: readonly PlacedRegister[]; rights: readonly PlacedRegister[] }> {
  const last = next.at(-1);
  const rights = last ? await selectRightsBehind(db, last.position, next) : [];
  return rights.length <= mostRegisters || next.length === 1
    ? { changed: next, rights: rights.slice(0, mostRegisters) }
    : withRights(db, next.slice(0, next.length >> 1));
}

/** Sends what has changed; answers whether there is more. */
async function sendChanges(context: Context, link: Link, signal: AbortSignal): Promise<boolean> {
  const { db } = context;
  const newest = await selectPosition(db);
  const next = fitting(await selectRegistersAfter(db, link.position, mostRegisters));
  const { changed, rights } = await withRights(db, next);
  // Deletions are forgotten after a while: behind the last register there may be places that nothing stands at.
  const to = changed.at(-1)?.position ?? Math.max(link.position, newest);
  const { entries, withdrawn } = await sift(db, link, [...changed, ...rights]);
  const started = Date.now();
  const batch = { from: link.position, to, generation: link.generation, completes: false, entries: entries.map(withoutPlace), withdrawn: unique(withdrawn) };
  const receipt = await sendOne(context, link, batch, signal);
  if (receipt.gap) {
    await updateLink(db, link.id, { phase: 'snapshot', cursor: '', fence: await selectPosition(db), generation: link.generation + 1 }, link);
    return true;
  }
  await updateLink(db, link.id, { position: to, ...joinRefusals(link, receipt), heard: true, lag_ms: Date.now() - started }, link);
  return to < newest;
}

/** Compares both ends; what is changed meanwhile does not wait for it, which takes long where much is shared. */
async function compareBeside(context: Context, link: Link, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const cut = new AbortController();
  const both = AbortSignal.any([signal, cut.signal]);
  let isCompared = false;
  const comparing = compareLink(context, link, both).finally(() => {
    isCompared = true;
  });
  const sending = async () => {
    while (!isCompared) {
      await sleep(gathering, undefined, { signal: both });
      await capture(context);
      const current = await selectLink(db, link.id);
      if (current?.phase !== 'live') return;
      if (current.position < (await selectPosition(db))) await sendChanges(context, current, both);
    }
  };
  const parts = [comparing, sending()];
  await Promise.all(parts).catch(async (error: unknown) => {
    cut.abort();
    await Promise.allSettled(parts);
    throw error;
  });
}

/** The deployment at the other end, where it is trusted for this. */
async function findPeer(context: Context, { peer }: Link) {
  const found = await getTrust(context).find(peer);
  return found?.purposes.includes('federation') ? found : undefined;
}

/** @throws AppError with the names of both where the other end is not trusted */
async function requireTrust(context: Context, link: Link): Promise<void> {
  if (await findPeer(context, link)) return;
  const { name: source } = await getTrust(context).self();
  throw new AppError(federationWords.not_trusted, { source, target: link.peer_name });
}

async function end(context: Context, link: Link, signal: AbortSignal): Promise<void> {
  // Where there is no trust any more, nobody is told, and nobody would hear it.
  if (await findPeer(context, link))
    await ask(context, link.peer, { method: 'DELETE', path: `${peerBase}/links/${link.id}?copies=${link.copies ?? 'keep'}`, signal }, z.unknown()).catch(
      (error: unknown) => {
        // What the other side knows no more has ended there, too.
        if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      },
    );
  await deleteLink(context.db, link.id);
  await unenrol(context);
}

async function serve(context: Context, claimed: Link, signal: AbortSignal): Promise<void> {
  const { db } = context;
  try {
    if (claimed.phase === 'ending') return await end(context, claimed, signal);
    await requireTrust(context, claimed);
    if (claimed.phase === 'live' && !(await hasUrgent(db, claimed.position))) await sleep(gathering, undefined, { signal });
    await capture(context);
    const until = Date.now() + 60_000;
    for (let more = true; more && Date.now() < until && !signal.aborted; ) {
      const link = await selectLink(db, claimed.id);
      if (!link || link.phase === 'ending') break;
      if (link.phase === 'configuring') await configure(context, link, signal);
      else if (link.phase === 'snapshot') await sendPage(context, link, signal);
      else more = await sendChanges(context, link, signal);
      if (!more && (await isCompareDue(db, link.id))) await compareBeside(context, link, signal);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    // The other side has lost the link, be it that it was restored from before there was one: it is set up again.
    if (error instanceof AppError && error.code === 'not_found' && error.reason === federationWords.peer_refused.reason && claimed.phase !== 'configuring')
      await startAgain(db, claimed.id);
    const said = saidBy(error);
    await pause(db, claimed.id, getPause(await noteFailure(db, claimed.id, said), said));
  }
}

/** Tells the other side of a link what it does not know yet. */
export function serveLink(context: Context, claimed: Link, signal: AbortSignal): Promise<void> {
  return holdLink(context.db, claimed.id, () => serve(context, claimed, signal));
}
