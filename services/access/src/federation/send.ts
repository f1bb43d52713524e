import { setTimeout as sleep } from 'node:timers/promises';
import { type FederationBatch, FederationReceipt, LinkDescription, readOwnRegisters } from '@packhouse/contract/access/federation-peer-routes.ts';
import { federationWords } from '@packhouse/contract/access/federation-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { capture } from './capture.ts';
import type { Refusal } from './federation-schema.ts';
import { getTrust } from './get-trust.ts';
import { keepIssuers, ownIssuers } from './issuers.ts';
import { sift } from './link-filter.ts';
import { deleteLink, hasUrgent, type Link, noteFailure, release, selectLink, updateLink } from './link-queries.ts';
import type { FederatedKind } from './merge/register.ts';
import { receive } from './receive.ts';
import { lockState, type PlacedRegister, saveState, selectPosition, selectRegisterPage, selectRegistersAfter, withoutPlace } from './register-queries.ts';

/** Changes that follow each other within this are sent together; what restricts somebody does not wait. */
const gathering = 200;
const most = 500;
const mostBytes = 1_000_000;
const order: readonly FederatedKind[] = ['group', 'user', 'permission', 'token'];

const base = '/access/api/v1/federation/peer';

/** Asks the other deployment, and reads its answer. @throws AppError what it says against it */
export async function ask<T extends z.ZodType>(
  context: Context,
  peer: string,
  call: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; json?: unknown; timeout?: number; signal?: AbortSignal },
  reply: T,
): Promise<z.output<T>> {
  const { status, text } = await getTrust(context).call(peer, call);
  if (status >= 200 && status < 300) return reply.parse(text === '' ? undefined : JSON.parse(text));
  const problem = z.object({ errors: z.array(z.object({ message: z.string() })) }).safeParse(text.startsWith('{') ? JSON.parse(text) : undefined);
  throw new AppError(federationWords.peer_refused, { status, reason: problem.data?.errors[0]?.message ?? text.slice(0, 200) });
}

/** Sets a link up at its target. */
export async function configure(context: Context, link: Link, signal: AbortSignal): Promise<void> {
  const self = await getTrust(context).self();
  const json: z.input<typeof LinkDescription> = {
    federation: link.federation,
    sourceName: self.name,
    mode: link.mode,
    types: link.types,
    adopt: link.adopt,
    adoptAdministrators: link.adopt_administrators,
    issuers: await ownIssuers(context),
  };
  const reply = z.object({ issuers: LinkDescription.shape.issuers, name: z.string() });
  const { issuers } = await ask(context, link.peer, { method: 'PUT', path: `${base}/links/${link.id}`, json, signal }, reply);
  await keepIssuers(context, link.peer, issuers);
  const fence = await selectPosition(context.db);
  await updateLink(context.db, link.id, { phase: 'snapshot', cursor: '', fence, refused: [] }, link);
}

/** Of a page, as many as may go in one request. */
function fitting(registers: readonly PlacedRegister[]): readonly PlacedRegister[] {
  let bytes = 0;
  for (const [index, one] of registers.entries()) {
    bytes += JSON.stringify(one).length;
    if (bytes > mostBytes && index > 0) return registers.slice(0, index);
  }
  return registers;
}

type Batch = z.input<typeof FederationBatch>;
type Receipt = z.output<typeof FederationReceipt>;

/** Whoever hears that others know more of it than it does itself was restored from a backup: it goes on as somebody else, and gets back what it lost. */
async function noticeRestore(context: Context, link: Link, { seen }: Receipt): Promise<void> {
  const isRestored = await context.db.transaction().execute(async (transaction) => {
    const state = await lockState(transaction);
    const own = `${context.deployment}.${state.incarnation}`;
    if (!seen.some(({ origin, number }) => origin === own && number > state.number)) return false;
    await saveState(transaction, { ...state, incarnation: Date.now().toString(36), number: 0 });
    return true;
  });
  if (!isRestored) return;
  context.log.warn({ peer: link.peer }, 'this deployment was restored from a backup; what others know of it is fetched back');
  for (let after: number | null = 0; after !== null; ) {
    const page: z.output<typeof readOwnRegisters.reply> = await ask(
      context,
      link.peer,
      { method: 'GET', path: `${base}/own?after=${after}` },
      readOwnRegisters.reply,
    );
    await receive(context, undefined, page.entries, async () => {});
    after = page.next;
  }
}

async function sendOne(context: Context, link: Link, batch: Batch, signal: AbortSignal): Promise<Receipt> {
  const receipt = await ask(
    context,
    link.peer,
    { method: 'POST', path: `${base}/links/${link.id}/batches`, json: batch, timeout: 60_000, signal },
    FederationReceipt,
  );
  if (receipt.skew) {
    const { deployment, milliseconds } = receipt.skew;
    throw new AppError(federationWords.clock_ahead, {
      name: (await getTrust(context).find(deployment))?.name ?? deployment,
      minutes: Math.round(milliseconds / 60_000),
    });
  }
  await noticeRestore(context, link, receipt);
  return receipt;
}

function joinRefusals(before: readonly Refusal[], { refused }: Receipt): Refusal[] {
  const all = new Map([...before, ...refused].map((one) => [`${one.kind} ${one.name} ${one.reason}`, one]));
  return [...all.values()];
}

/** Sends the next page of everything; the last one says that this was all. */
async function sendPage(context: Context, link: Link, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const [kindName = '', after = ''] = link.cursor === '' ? [order[0]] : link.cursor.split('|');
  const kind = kindName as FederatedKind;
  const page = fitting(await selectRegisterPage(db, kind, after, most));
  const last = page.at(-1);
  const nextKind = order[order.indexOf(kind) + 1];
  const isEnd = last === undefined && nextKind === undefined;
  const { entries, withdrawn } = await sift(db, link, page);
  const counts = { from: 0, to: link.fence, generation: link.generation, completes: isEnd, entries: entries.map(withoutPlace), withdrawn: unique(withdrawn) };
  const receipt = entries.length > 0 || isEnd ? await sendOne(context, link, counts, signal) : undefined;
  const refused = receipt ? joinRefusals(link.refused, receipt) : link.refused;
  if (isEnd) return updateLink(db, link.id, { phase: 'live', position: link.fence, cursor: '', refused, heard: true, lag_ms: 0 }, link);
  await updateLink(db, link.id, { cursor: last ? `${kind}|${last.uid} ${last.register}` : `${nextKind}|`, refused, heard: true }, link);
}

const unique = <T extends { uid: string }>(list: readonly T[]) => [...new Map(list.map((one) => [one.uid, one])).values()];

/** Sends what has changed; answers whether there may be more. */
async function sendChanges(context: Context, link: Link, signal: AbortSignal): Promise<boolean> {
  const { db } = context;
  const changed = fitting(await selectRegistersAfter(db, link.position, most));
  const to = changed.at(-1)?.position ?? link.position;
  const { entries, withdrawn } = await sift(db, link, changed);
  const started = Date.now();
  const batch = { from: link.position, to, generation: link.generation, completes: false, entries: entries.map(withoutPlace), withdrawn: unique(withdrawn) };
  const receipt = await sendOne(context, link, batch, signal);
  if (receipt.gap) {
    await updateLink(db, link.id, { phase: 'snapshot', cursor: '', fence: await selectPosition(db), generation: link.generation + 1 }, link);
    return true;
  }
  await updateLink(db, link.id, { position: to, refused: joinRefusals(link.refused, receipt), heard: true, lag_ms: Date.now() - started }, link);
  return changed.length > 0;
}

async function end(context: Context, link: Link, signal: AbortSignal): Promise<void> {
  await ask(context, link.peer, { method: 'DELETE', path: `${base}/links/${link.id}?copies=${link.copies ?? 'keep'}`, signal }, z.unknown()).catch(
    (error: unknown) => {
      // What the other side knows no more has ended there, too.
      if (!(error instanceof AppError) || error.status !== 404) throw error;
    },
  );
  await deleteLink(context.db, link.id);
}

/** Tells the other side of a link what it does not know yet. */
export async function serveLink(context: Context, claimed: Link, signal: AbortSignal): Promise<void> {
  const { db } = context;
  try {
    if (claimed.phase === 'ending') return await end(context, claimed, signal);
    if (claimed.phase === 'live' && !(await hasUrgent(db, claimed.position))) await sleep(gathering, undefined, { signal });
    await capture(context);
    const until = Date.now() + 60_000;
    for (let more = true; more && Date.now() < until && !signal.aborted; ) {
      const link = await selectLink(db, claimed.id);
      if (!link || link.phase === 'ending') break;
      if (link.phase === 'configuring') await configure(context, link, signal);
      else if (link.phase === 'snapshot') await sendPage(context, link, signal);
      else more = await sendChanges(context, link, signal);
    }
    await release(db, claimed.id);
  } catch (error) {
    if (signal.aborted) throw error;
    await noteFailure(db, claimed.id, error instanceof Error ? error.message : String(error));
  }
}
