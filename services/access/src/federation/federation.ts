import { type BroadcastResult, ConflictPage, type FederationLink } from '@packhouse/contract/access/federation-part-routes.ts';
import { federationWords } from '@packhouse/contract/access/federation-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { FederationLink as BeaconLink } from '@packhouse/contract/mission-control/beacon-routes.ts';
import { findSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { AccessFederation } from '@packhouse/peers/federation.ts';
import type { z } from 'zod';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { applyPart } from './configure.ts';
import { listConflicts, restoreConflict } from './conflicts.ts';
import { forecastPart } from './forecast.ts';
import { getTrust } from './get-trust.ts';
import { compareSoon, countBehind, type Link, selectLinks, selectLinksOf, startAgain } from './link-queries.ts';

const getState = ({ phase, error }: Link) => (error !== null && phase !== 'ending' ? 'failing' : phase);

async function linkList({ db }: Context): Promise<z.output<typeof FederationLink>[]> {
  const links = await selectLinks(db);
  return Promise.all(
    links.map(async (link) => ({
      id: link.id,
      federation: link.federation,
      peer: link.peer,
      peerName: link.peer_name,
      direction: link.direction,
      mode: link.mode,
      types: link.types,
      passwords: link.passwords,
      state: getState(link),
      behind: link.direction === 'out' && link.phase === 'live' ? await countBehind(db, link.position) : 0,
      lagMs: link.lag_ms,
      lastAt: link.last_at?.toISOString() ?? null,
      failingSince: link.error === null ? null : (link.failing_since?.toISOString() ?? null),
      nextAt: link.error === null ? null : link.next_at.toISOString(),
      error: findSaid({ message: link.error, said: link.said }) ?? null,
      compared: link.compared && link.compared_at ? { ...link.compared, at: link.compared_at.toISOString() } : null,
      refused: link.refused.map(({ kind, name, reason }) => ({ kind, name, reason })),
      refusedMore: link.refused_more,
    })),
  );
}

/** Sends everything again, by the snapshot that a new link begins with, to the targets that can be reached: a link to another would only lose its place. */
async function broadcast(context: Context, federation: string, by: By): Promise<z.output<typeof BroadcastResult>[]> {
  const links = (await selectLinksOf(context.db, federation, 'out')).filter(({ phase }) => phase !== 'ending');
  if (links.length === 0) throw new AppError(federationWords.no_such_link);
  const trusted = new Set((await getTrust(context).list('federation')).map(({ id }) => id));
  const isReached = await Promise.all(links.map(async ({ peer }) => trusted.has(peer) && (await reaches(context, peer))));
  const reached = links.filter((_, index) => isReached[index]);
  const targets = links.map(({ peer_name: target }, index) => ({ target, started: isReached[index] === true }));
  if (reached.length === 0) return targets;
  await inChange(context, by, async (transaction, record) => {
    for (const { id } of reached) await startAgain(transaction, id);
    await record({ action: 'federation.broadcast', subject: federation, after: { targets: reached.map(({ peer_name }) => peer_name) } });
  });
  return targets;
}

async function reaches(context: Context, peer: string): Promise<boolean> {
  try {
    const { status } = await getTrust(context).call(peer, { method: 'GET', path: '/access/api/v1/federation/peer/own?after=9007199254740991', timeout: 5000 });
    return status < 300;
  } catch {
    return false;
  }
}

/** Has both ends of every link that begins here compared; the pump does it. */
async function compare(context: Context, federation: string, by: By): Promise<void> {
  await inChange(context, by, async (transaction, record) => {
    const targets = await compareSoon(transaction, federation);
    if (targets.length === 0) throw new AppError(federationWords.no_such_link);
    await record({ action: 'federation.compared', subject: federation, after: { targets } });
  });
}

/** The part of this deployment in federations. */
export function accessFederation(context: Context): AccessFederation {
  return {
    apply: (part, by) => applyPart(context, part, by),
    forecast: (part) => forecastPart(context, part),
    broadcast: (federation, by) => broadcast(context, federation, by),
    compare: (federation, by) => compare(context, federation, by),
    links: () => linkList(context),
    conflicts: (page = {}) => listConflicts(context, ConflictPage.parse(page)),
    restore: (conflict, by) => restoreConflict(context, conflict, by),
  };
}

/** Links that begin here, as a beacon tells of them. */
export async function beaconLinks(context: Context): Promise<BeaconLink[]> {
  const links = (await linkList(context)).filter(({ direction }) => direction === 'out');
  return links.map((link) => ({
    source: context.deployment,
    target: link.peer,
    kind: link.mode,
    types: link.types,
    // Tries go on until the link ends.
    state: link.state === 'failing' ? 'retrying' : link.state,
    lagMs: link.lagMs,
    lastAt: link.lastAt,
    failingSince: link.failingSince,
    nextAt: link.nextAt,
    error: link.error,
  }));
}
