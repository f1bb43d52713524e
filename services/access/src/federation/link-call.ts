import {
  configureLink,
  type FederationBatch,
  FederationReceipt,
  type LinkDescription,
  readOwnRegisters,
} from '@packhouse/contract/access/federation-peer-routes.ts';
import { federationWords } from '@packhouse/contract/access/federation-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { Said } from '@packhouse/contract/said.ts';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { getTrust } from './get-trust.ts';
import { inTurn } from './in-turn.ts';
import { keepIssuers, ownIssuers } from './issuers.ts';
import { type Link, passGeneration, updateLink } from './link-queries.ts';
import { receive } from './receive.ts';
import { lockState, saveState, selectPosition } from './register-queries.ts';
import { beginAnew, isBehind } from './restored.ts';
import { isOwnMissing, noteOwnFetched } from './written-queries.ts';

export const peerBase = '/access/api/v1/federation/peer';

/** Asks the other deployment, and reads its answer. @throws AppError what it says against it */
export async function ask<T extends z.ZodType>(
  context: Context,
  peer: string,
  call: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; json?: unknown; timeout?: number; signal?: AbortSignal },
  reply: T,
): Promise<z.output<T>> {
  const { status, text } = await getTrust(context).call(peer, call);
  if (status >= 200 && status < 300) return reply.parse(text === '' ? undefined : JSON.parse(text));
  const problem = z.object({ errors: z.array(Said) }).safeParse(text.startsWith('{') ? JSON.parse(text) : undefined);
  const reason = problem.data?.errors[0] ?? text.slice(0, 200);
  throw new AppError(federationWords.peer_refused, { status, reason }, status === 404 ? { code: 'not_found' } : {});
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
    passwords: link.passwords,
    issuers: await ownIssuers(context),
    generation: link.generation,
    ...(link.copies === null ? {} : { copies: link.copies }),
  };
  const { issuers, generation } = await ask(context, link.peer, { method: 'PUT', path: `${peerBase}/links/${link.id}`, json, signal }, configureLink.reply);
  // The end knows a later description: one that was quicker, or of before this deployment was restored.
  if (generation > link.generation) return passGeneration(context.db, link.id, link.generation, generation);
  await keepIssuers(context, link.peer, issuers);
  const fence = await selectPosition(context.db);
  await updateLink(context.db, link.id, { phase: 'snapshot', cursor: '', fence, refused: [], refused_more: 0 }, link);
}

export type Batch = z.input<typeof FederationBatch>;
export type Receipt = z.output<typeof FederationReceipt>;

/** @throws AppError where a clock was so far ahead that nothing was taken */
async function requireClocks(context: Context, skew: Receipt['skew']): Promise<void> {
  if (!skew) return;
  const self = await getTrust(context).self();
  const { name } = skew.deployment === context.deployment ? self : ((await getTrust(context).find(skew.deployment)) ?? { name: skew.deployment });
  throw new AppError(federationWords.clock_ahead, { name, minutes: Math.round(skew.milliseconds / 60_000) });
}

/** Whoever hears that others know of it what it does not know itself was restored from a backup: it goes on as somebody else, and gets back what it lost. */
async function noticeRestore(context: Context, link: Link, { seen }: Receipt): Promise<void> {
  await inTurn(context, () =>
    context.db.transaction().execute(async (transaction) => {
      const state = await lockState(transaction);
      if (!(await isBehind(context, transaction, state, seen))) return;
      await beginAnew(context, transaction, state);
      await saveState(transaction, state);
    }),
  );
  if (!(await isOwnMissing(context.db, link.id))) return;
  for (let after: number | null = 0; after !== null; ) {
    const page: z.output<typeof readOwnRegisters.reply> = await ask(
      context,
      link.peer,
      { method: 'GET', path: `${peerBase}/own?after=${after}` },
      readOwnRegisters.reply,
    );
    const { skew } = await receive(context, undefined, page.entries);
    await requireClocks(context, skew);
    after = page.next;
  }
  await noteOwnFetched(context.db, link.id);
}

/** Sends one request of a link, and hears what the other side says of it. */
export async function sendOne(context: Context, link: Link, batch: Batch, signal: AbortSignal): Promise<Receipt> {
  const receipt = await ask(
    context,
    link.peer,
    { method: 'POST', path: `${peerBase}/links/${link.id}/batches`, json: batch, timeout: 60_000, signal },
    FederationReceipt,
  );
  await requireClocks(context, receipt.skew);
  await noticeRestore(context, link, receipt);
  return receipt;
}
