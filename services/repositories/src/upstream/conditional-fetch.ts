import { setTimeout } from 'node:timers/promises';
import type { OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { alone, inOneFlight } from '../storage/single-flight.ts';
import { type Freshness, freshUntil, missingEntry, writeEntry } from './remote-entry.ts';
import type { RemoteEntry } from './remote-entry-queries.ts';
import { isGone } from './upstream.ts';

/** Something of an upstream that is kept here while it is good: what differs between files, listings, manifests and lists of tags. */
export interface Kept<Value> {
  kind: 'file' | 'listing' | 'manifest' | 'list of tags';
  path: string;
  /** Gives what is good without asking anybody, or null where it is known that the upstream has none. */
  findGood(): Promise<Value | null | undefined>;
  /** Finds what may be given out while the upstream cannot be asked, however old it is. */
  findCopy(): Promise<Value | undefined>;
  /** Asks the upstream, and keeps what it answers; null where it has none. */
  fetch(): Promise<Value | null>;
  /** Whoever asks has just looked, and found nothing good. */
  isKnownToLack?: boolean;
  /** Only this process keeps it, so that others have nothing to wait for. */
  isInMemory?: boolean;
  /** The failure says that what was fetched went to one client alone, so that others fetch for themselves. */
  isForOne?: (error: unknown) => boolean;
  /** The upstream failed, and this was given out instead. */
  afterFailure?: (copy: Value) => void;
}

/**
 * Something of an upstream: what is kept while it is good, else from the upstream, asked once for all who want it in all processes.
 * When the upstream fails, or is not to be asked, what is kept is good however old it is; undefined where there is none.
 * @throws AppError `upstream_unavailable`, `upstream_failed` when there is nothing to fall back on
 */
export async function fetchKept<Value>(context: Context, repository: RemoteRepository, kept: Kept<Value>): Promise<Value | undefined> {
  const good = kept.isKnownToLack ? undefined : await kept.findGood();
  if (good) context.peers.insight?.countCache(repository, true);
  if (good !== undefined) return good ?? undefined;
  if (repository.settings.offline) return kept.findCopy();
  context.peers.insight?.countCache(repository, false);
  const key = `${kept.kind} ${repository.id}/${kept.path}`;
  const flight = inOneFlight(context, key, () => fetchOrFallBack(context, repository, kept), kept.isForOne);
  const { listingTimeoutSeconds: limit } = repository.settings;
  if (limit > 0 && (kept.kind === 'listing' || kept.kind === 'list of tags')) {
    const copy = await copyWhenLate(flight, kept, limit);
    if (copy !== undefined) return copy;
  }
  return (await flight) ?? undefined;
}

/** The copy that is here, where what is asked for takes longer than so many seconds; it goes on coming for those who ask later. */
async function copyWhenLate<Value>(flight: Promise<Value | null>, kept: Kept<Value>, seconds: number): Promise<Value | undefined> {
  const settled = flight.then(
    () => 'settled' as const,
    () => 'settled' as const,
  );
  const late = new AbortController();
  const first = await Promise.race([settled, setTimeout(seconds * 1000, 'late' as const, { signal: late.signal }).catch(() => 'settled' as const)]);
  late.abort();
  return first === 'late' ? kept.findCopy() : undefined;
}

async function fetchOrFallBack<Value>(context: Context, repository: RemoteRepository, kept: Kept<Value>): Promise<Value | null> {
  const { kind, path } = kept;
  try {
    if (kept.isInMemory) return await kept.fetch();
    return await alone(
      context,
      `remote ${repository.id}/${path}`,
      () => kept.findGood(),
      () => kept.fetch(),
    );
  } catch (err) {
    const copy = await kept.findCopy();
    if (copy === undefined) throw err;
    context.log.warn({ err, repository: repository.key, path }, `serving a stale ${kind} because the upstream failed`);
    kept.afterFailure?.(copy);
    return copy;
  }
}

/** Says what of the upstream is asked for, and which copy of it is here. */
export interface Renewal {
  path: string;
  freshness: Freshness;
  copy: RemoteEntry | undefined;
  ask(conditions: Record<string, string>): Promise<OutgoingAnswer>;
}

export type Newer = { kind: 'unchanged'; entry: RemoteEntry } | { kind: 'missing' } | { kind: 'answer'; answer: OutgoingAnswer };

/** Asks an upstream for what is newer than the copy that is here. That the copy is still good, or that there is none any more, is remembered at once. */
export async function askForNewer(context: Context, repository: RemoteRepository, { path, freshness, copy, ask }: Renewal): Promise<Newer> {
  const answer = await ask(copy ? conditions(copy) : {});
  if (answer.status === 304 && copy) {
    answer.body.destroy();
    return { kind: 'unchanged', entry: await writeEntry(context, repository, path, { ...copy, freshUntil: freshUntil(repository, freshness) }) };
  }
  if (!isGone(answer.status)) return { kind: 'answer', answer };
  answer.body.destroy();
  await writeEntry(context, repository, path, missingEntry(repository));
  return { kind: 'missing' };
}

function conditions({ etag, lastModified }: RemoteEntry): Record<string, string> {
  return { ...(etag ? { 'if-none-match': etag } : {}), ...(lastModified ? { 'if-modified-since': lastModified } : {}) };
}
