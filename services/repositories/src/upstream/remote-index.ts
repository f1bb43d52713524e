import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Format, UpstreamRequest, Want } from '@packhouse/formats/format.ts';
import { formatOf } from '@packhouse/formats/formats.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { type EntryValues, type RemoteEntry, upsertDocument } from './remote-entry-queries.ts';
import { conditions } from './remote-file.ts';
import { alone, freshUntil, isFresh, missingEntry, readEntry, rememberEntry, writeEntry } from './remotes.ts';
import { askUpstream, upstreamUrl } from './upstream.ts';

const largestDocument = 256 * 1024 * 1024;
/** After a failure the stale copy is served for this long before the upstream is asked again. */
const restAfterFailure = 10_000;

/** A listing of an upstream: which document, and its model when asked for. */
export interface RemoteListing {
  /** Changes when the document does. */
  validator: string;
  model(): Promise<unknown>;
}

/**
 * The upstream's listing, as fresh as the repository's settings ask; undefined when the upstream has none.
 * When the upstream fails, the stored copy is good however old it is.
 * @throws AppError `upstream_unavailable`, `upstream_failed` when there is no copy
 */
export async function remoteListing(
  context: Context,
  repository: RemoteRepository,
  want: Want,
  options: { newerThan?: Date } = {},
): Promise<RemoteListing | undefined> {
  const isGood = (entry: RemoteEntry | undefined) => isFresh(entry) && (!options.newerThan || entry.fetchedAt > options.newerThan);
  let entry = await readEntry(context, repository, want.path);
  if (!isGood(entry) && !repository.settings.offline) {
    const key = `index ${repository.id}/${want.path}`;
    const flight = context.remotes.flights.get(key) as Promise<RemoteEntry> | undefined;
    if (flight) entry = await flight;
    else {
      const refreshed = refresh(context, repository, want, isGood);
      context.remotes.flights.set(key, refreshed);
      entry = await refreshed.finally(() => context.remotes.flights.delete(key));
    }
  }
  if (entry?.status !== 'present' || entry.sha256 === null) return undefined;
  const found = entry;
  return { validator: `${repository.id}:${found.sha256}`, model: () => parsed(context, formatOf(repository.format), want, found) };
}

function refresh(context: Context, repository: RemoteRepository, want: Want, isGood: (entry: RemoteEntry | undefined) => boolean): Promise<RemoteEntry> {
  return alone<RemoteEntry>(
    context,
    `remote ${repository.id}/${want.path}`,
    async () => {
      const entry = await readEntry(context, repository, want.path, true);
      return isGood(entry) ? entry : undefined;
    },
    async (release) => {
      try {
        return await askAndStore(context, repository, want);
      } finally {
        await release();
      }
    },
  );
}

async function askAndStore(context: Context, repository: RemoteRepository, want: Want): Promise<RemoteEntry> {
  const known = await readEntry(context, repository, want.path, true);
  const copy = known?.status === 'present' && known.sha256 !== null ? known : undefined;
  try {
    return { ...(await askForDocument(context, repository, want, copy)), fetchedAt: new Date() };
  } catch (error) {
    if (!copy) throw error;
    context.log.warn({ err: error, repository: repository.key, path: want.path }, 'serving a stale listing because the upstream failed');
    const rested = { ...copy, freshUntil: new Date(Date.now() + restAfterFailure) };
    rememberEntry(context, repository, want.path, rested);
    return rested;
  }
}

/** What to ask an upstream; undefined when it says itself that there is no such listing. */
async function upstreamRequest(context: Context, repository: RemoteRepository, format: Format, want: Want): Promise<UpstreamRequest | undefined> {
  const first = format.discovery?.want(want);
  if (!format.discovery || !first) return format.upstream?.(want, repository.settings.url) ?? { path: want.path };
  const listing = await remoteListing(context, repository, first);
  const path = listing && format.discovery.address(want, await listing.model());
  return path === undefined ? undefined : { path };
}

async function askForDocument(context: Context, repository: RemoteRepository, want: Want, copy: RemoteEntry | undefined): Promise<EntryValues> {
  const format = formatOf(repository.format);
  const asked = await upstreamRequest(context, repository, format, want);
  if (!asked) {
    const missing = missingEntry(repository);
    await writeEntry(context, repository, want.path, missing);
    return missing;
  }
  const url = upstreamUrl(repository, asked.path, asked.query);
  const answer = await askUpstream(context, repository, { url, headers: { ...asked.headers, ...(copy ? conditions(copy) : {}) } });
  const until = freshUntil(repository, want.freshness ?? 'metadata');
  if (answer.status === 304 && copy) {
    answer.body.destroy();
    const renewed = { ...copy, freshUntil: until };
    await writeEntry(context, repository, want.path, renewed);
    return renewed;
  }
  if (answer.status === 404 || answer.status === 410) {
    answer.body.destroy();
    const missing = missingEntry(repository);
    await writeEntry(context, repository, want.path, missing);
    return missing;
  }
  const inHeader = asked.documentHeader === undefined ? undefined : answer.headers[asked.documentHeader];
  if (answer.status !== 200 && !(answer.status === 204 && inHeader !== undefined)) {
    answer.body.destroy();
    throw new AppError('upstream_failed', { message: `The upstream of ${repository.key} answered ${answer.status}` });
  }
  if (inHeader !== undefined) answer.body.destroy();
  const body = inHeader === undefined ? answer.body : Readable.from([Buffer.from(inHeader)]);
  const staged = await context.platform.blobs.stage(body, { limit: largestDocument, isOwn: true });
  try {
    const entry: EntryValues = {
      status: 'present',
      etag: answer.headers.etag ?? null,
      lastModified: answer.headers['last-modified'] ?? null,
      contentType: answer.headers['content-type'] ?? null,
      url: answer.url,
      sha256: staged.sha256,
      freshUntil: until,
    };
    // What cannot be read is never stored: a login page served with 200 must not become the listing.
    const document = await buffer(Readable.from(staged.open()));
    remember(context, want, entry, parse(format, want, document, entry), document.length);
    await context.db.transaction().execute((tx) => upsertDocument(tx, repository.id, want.path, staged, entry, () => staged.promote()));
    rememberEntry(context, repository, want.path, entry);
    return entry;
  } finally {
    await staged.discard();
  }
}

function parse(format: Format, want: Want, document: Buffer, entry: Pick<EntryValues, 'url' | 'contentType'>): unknown {
  if (!format.parse) throw new AppError('upstream_failed', { message: 'This format cannot read listings of an upstream' });
  return format.parse(want, document, { url: entry.url ?? '', contentType: entry.contentType ?? 'application/octet-stream' });
}

/** Spellings of one document share its model. */
const modelKey = (want: Want, entry: Pick<EntryValues, 'sha256' | 'url'>) => `${entry.sha256} ${want.path} ${entry.url}`;

function remember(context: Context, want: Want, entry: EntryValues, model: unknown, documentSize: number): void {
  context.remotes.models.set(modelKey(want, entry), { model }, { size: Math.max(1, documentSize * 4) });
}

async function parsed(context: Context, format: Format, want: Want, entry: RemoteEntry): Promise<unknown> {
  const known = context.remotes.models.get(modelKey(want, entry));
  if (known) return known.model;
  const document = await buffer(await context.platform.blobs.open(entry.sha256 ?? ''));
  const model = parse(format, want, document, entry);
  remember(context, want, entry, model, document.length);
  return model;
}
