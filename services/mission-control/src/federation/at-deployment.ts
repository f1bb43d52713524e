import {
  applyPart,
  broadcastPart,
  comparePart,
  forecastPart,
  listPartConflicts,
  listPartLinks,
  restorePartConflict,
} from '@packhouse/contract/access/federation-part-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { Said } from '@packhouse/contract/said.ts';
import type { AccessFederation } from '@packhouse/peers/federation.ts';
import { z } from 'zod';
import type { Context } from '../context.ts';

/** Milliseconds: what is only looked at is waited for briefly, what is done for longer. */
const looking = 3000;
const doing = 90_000;

const Problem = z.object({ errors: z.array(Said).min(1) });

async function ask<T extends z.ZodType>(
  context: Context,
  peer: string,
  call: { method: 'GET' | 'POST' | 'PUT'; path: string; json?: unknown },
  reply: T,
): Promise<z.output<T>> {
  const { trust } = context.peers;
  if (!trust) throw new AppError('unavailable');
  const { status, text } = await trust.call(peer, { ...call, timeout: call.method === 'GET' ? looking : doing });
  if (status < 300) return reply.parse(text === '' ? undefined : JSON.parse(text));
  const said = Problem.safeParse(text.startsWith('{') ? JSON.parse(text) : undefined).data?.errors[0];
  throw new AppError('upstream_failed', { said: said ?? { message: `${status}` } });
}

/** The part of a deployment in federations: this one's, or another's by signed calls. */
export async function atDeployment(context: Context, deployment: string): Promise<AccessFederation> {
  const home = context.peers.installation?.id;
  if (deployment === home) {
    if (!context.peers.federation) throw new AppError('unavailable');
    return context.peers.federation;
  }
  return {
    apply: async (part) => (await ask(context, deployment, { method: 'PUT', path: applyPart.url, json: part }, applyPart.reply)).steps,
    forecast: async (part) => (await ask(context, deployment, { method: 'POST', path: forecastPart.url, json: part }, forecastPart.reply)).targets,
    broadcast: async (federation) =>
      (await ask(context, deployment, { method: 'POST', path: broadcastPart.url.replace(':federation', federation) }, broadcastPart.reply)).targets,
    compare: async (federation) => {
      await ask(context, deployment, { method: 'POST', path: comparePart.url.replace(':federation', federation) }, z.unknown());
    },
    links: async () => (await ask(context, deployment, { method: 'GET', path: listPartLinks.url }, listPartLinks.reply)).links,
    conflicts: async ({ before, beforeId = 0, limit = 200 } = {}) => {
      const page = new URLSearchParams({ ...(before === undefined ? {} : { before, beforeId: `${beforeId}` }), limit: `${limit}` });
      return (await ask(context, deployment, { method: 'GET', path: `${listPartConflicts.url}?${page}` }, listPartConflicts.reply)).conflicts;
    },
    restore: async (conflict) => {
      await ask(context, deployment, { method: 'POST', path: restorePartConflict.url.replace(':id', String(conflict)) }, z.unknown());
    },
  };
}
