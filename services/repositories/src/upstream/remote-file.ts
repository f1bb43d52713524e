import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Location } from '@packhouse/formats/format.ts';
import { formatOf } from '@packhouse/formats/formats.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { Sums } from '@packhouse/kernel/blobs/digests.ts';
import { isStorageFull } from '@packhouse/kernel/http/outside-failure.ts';
import type { OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { wantsSignature } from '../keys/verify-upstream.ts';
import { commitAndFind } from '../storage/commit.ts';
import { inspectFile } from '../storage/inspected.ts';
import { findArtifact, findSha512, type StoredArtifact } from '../storage/lookup.ts';
import type { RemoteEntry } from './remote-entry-queries.ts';
import { alone, freshUntil, isFresh, missingEntry, readEntry, rememberEntry, writeEntry } from './remotes.ts';
import { noRoomFor, sendOnly } from './send-only.ts';
import { tee } from './tee.ts';
import { askUpstream } from './upstream.ts';

/** Checksums and size that a listing or a digest promises. */
export interface Promised {
  sha256?: string | undefined;
  sha512?: string | undefined;
  sha1?: string | undefined;
  md5?: string | undefined;
  size?: number | undefined;
}

export interface RemoteFile {
  /** Where it is stored. */
  path: string;
  /** Absolute address at the upstream. */
  url: string;
  headers?: Record<string, string> | undefined;
  freshness: 'forever' | 'metadata' | 'pointer';
  promised?: Promised | undefined;
  /** Looks at the bytes before they are kept, and throws to refuse them. Nobody gets any of them sooner. */
  verify?: ((staged: StagedBlob) => Promise<void>) | undefined;
  /** Asks the upstream what the file's checksum is, once it is known to have the file. */
  beside?: (() => Promise<Promised>) | undefined;
  location?: Location | undefined;
  properties?: Record<string, readonly string[]> | undefined;
  /** Asks in another way than plainly (container upstreams want tokens). Must throw for refusals as `askUpstream` does. */
  ask?: ((url: string, headers: Record<string, string>) => Promise<OutgoingAnswer>) | undefined;
}

export type RemoteAnswer =
  | { kind: 'stored'; artifact: StoredArtifact }
  | { kind: 'missing' }
  /** On its way: the body ends well only when everything is verified and stored. */
  | {
      kind: 'stream';
      contentType: string | undefined;
      size: number | undefined;
      headers: Record<string, string>;
      body: Readable;
      stored: Promise<StoredArtifact>;
    };

type Settled = { kind: 'stored'; artifact: StoredArtifact } | { kind: 'missing' };

/**
 * What is stored of a file, if it may be given out: the head of a listing only when its signature was good, anything else
 * only when it is what is promised now, for whoever asked first may have been promised something else.
 */
export async function storedRemoteFile(
  context: Context,
  repository: RemoteRepository,
  { path, promised = {} }: Pick<RemoteFile, 'path' | 'promised'>,
): Promise<StoredArtifact | undefined> {
  const artifact = await findArtifact(context, repository.id, path);
  if (!artifact) return undefined;
  if (wantsSignature(repository, path)) return (await readEntry(context, repository, path, true))?.sha256 === artifact.sha256 ? artifact : undefined;
  const differs = (['sha256', 'sha1', 'md5'] as const).some((sum) => promised[sum] !== undefined && promised[sum].toLowerCase() !== artifact[sum]);
  if (differs) return undefined;
  return promised.sha512 === undefined || promised.sha512.toLowerCase() === (await findSha512(context, artifact.sha256)) ? artifact : undefined;
}

/** What the cache alone says: the file, that it is missing, or nothing that is still good. */
export async function cachedRemoteFile(
  context: Context,
  repository: RemoteRepository,
  file: Pick<RemoteFile, 'path' | 'freshness' | 'promised'>,
  fromDatabase = false,
): Promise<Settled | undefined> {
  const artifact = await storedRemoteFile(context, repository, file);
  if (artifact && file.freshness === 'forever') return { kind: 'stored', artifact };
  const entry = await readEntry(context, repository, file.path, fromDatabase);
  if (!isFresh(entry)) return undefined;
  if (entry.status === 'missing') return { kind: 'missing' };
  return artifact && { kind: 'stored', artifact };
}

/**
 * A file of a remote repository: from the cache while it is good, else from the upstream, by one process for all who ask.
 * When the upstream fails, what is stored is served however old it is.
 * @throws AppError `upstream_unavailable`, `upstream_failed` when there is nothing to fall back on
 */
export async function fetchRemoteFile(context: Context, repository: RemoteRepository, file: RemoteFile): Promise<RemoteAnswer> {
  const cached = await cachedRemoteFile(context, repository, file);
  if (cached) return cached;
  if (repository.settings.offline) return staleFile(context, repository, file);
  const key = `file ${repository.id}/${file.path}`;
  const flight = context.remotes.flights.get(key) as Promise<Settled> | undefined;
  const depart = () =>
    new Promise<RemoteAnswer>((resolve, reject) => {
      const settled = transfer(context, repository, file, resolve).catch((error: unknown) => fallBack(context, repository, file, error));
      context.remotes.flights.set(key, settled);
      settled.then(resolve, reject).finally(() => context.remotes.flights.delete(key));
    });
  if (!flight) return depart();
  return flight.catch((error: unknown) => {
    if (!isStorageFull(error)) throw error;
    // The file went to another client alone: there is nothing here to share.
    return depart();
  });
}

async function staleFile(context: Context, repository: RemoteRepository, file: RemoteFile): Promise<Settled> {
  const artifact = await storedRemoteFile(context, repository, file);
  return artifact ? { kind: 'stored', artifact } : { kind: 'missing' };
}

async function fallBack(context: Context, repository: RemoteRepository, file: RemoteFile, error: unknown): Promise<Settled> {
  const stale = await staleFile(context, repository, file);
  if (stale.kind === 'missing') throw error;
  context.log.warn({ err: error, repository: repository.key, path: file.path }, 'serving a stale copy because the upstream failed');
  return stale;
}

function transfer(context: Context, repository: RemoteRepository, file: RemoteFile, onStream: (answer: RemoteAnswer) => void): Promise<Settled> {
  return alone<Settled>(
    context,
    `remote ${repository.id}/${file.path}`,
    () => cachedRemoteFile(context, repository, file, true),
    async (release) => {
      try {
        return await askAndStore(context, repository, file, onStream);
      } finally {
        await release();
      }
    },
  );
}

async function askAndStore(context: Context, repository: RemoteRepository, file: RemoteFile, onStream: (answer: RemoteAnswer) => void): Promise<Settled> {
  const entry = file.freshness === 'forever' ? undefined : await readEntry(context, repository, file.path, true);
  const known = entry?.status === 'present' ? await storedRemoteFile(context, repository, file) : undefined;
  const headers = { ...file.headers, ...(known && entry ? conditions(entry) : {}) };
  const answer = await (file.ask ? file.ask(file.url, headers) : askUpstream(context, repository, { url: file.url, headers }));
  if (answer.status === 304 && known && entry) {
    answer.body.destroy();
    await writeEntry(context, repository, file.path, { ...entry, freshUntil: freshUntil(repository, file.freshness) });
    return { kind: 'stored', artifact: known };
  }
  if (answer.status === 404 || answer.status === 410) {
    answer.body.destroy();
    await writeEntry(context, repository, file.path, missingEntry(repository));
    return { kind: 'missing' };
  }
  if (answer.status !== 200) {
    answer.body.destroy();
    throw new AppError('upstream_failed', { message: `The upstream of ${repository.key} answered ${answer.status}` });
  }
  const promised = { ...file.promised, ...(await besideOf(file, answer)) };
  if (file.verify) return { kind: 'stored', artifact: await storeVerified(context, repository, file, answer) };
  return { kind: 'stored', artifact: await storeWhileSending(context, repository, { ...file, promised }, answer, onStream) };
}

export function conditions(entry: Pick<RemoteEntry, 'etag' | 'lastModified'>): Record<string, string> {
  return {
    ...(entry.etag ? { 'if-none-match': entry.etag } : {}),
    ...(entry.lastModified ? { 'if-modified-since': entry.lastModified } : {}),
  };
}

const lengthOf = ({ headers }: OutgoingAnswer) => (headers['content-length'] === undefined ? undefined : Number(headers['content-length']));

/** What does not stand the test leaves in its place what did before. */
async function storeVerified(context: Context, repository: RemoteRepository, file: RemoteFile, answer: OutgoingAnswer): Promise<StoredArtifact> {
  const staged = await context.platform.blobs.stage(answer.body);
  try {
    requirePromised(file, staged, lengthOf(answer));
    await file.verify?.(staged);
    return await keep(context, repository, file, staged, answer);
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

async function storeWhileSending(
  context: Context,
  repository: RemoteRepository,
  file: RemoteFile,
  answer: OutgoingAnswer,
  onStream: (answer: RemoteAnswer) => void,
): Promise<StoredArtifact> {
  const size = lengthOf(answer);
  const sha512 = file.promised?.sha512 !== undefined || formatOf(repository.format).keepsSha512 === true;
  const full = await noRoomFor(context, size ?? 0);
  if (full) {
    context.log.warn({ repository: repository.key, path: file.path }, 'there is no room to keep a file from an upstream; it is only passed on');
    const body = sendOnly(answer.body, { sha512 }, (sums) => requirePromised(file, sums, size));
    const stored = Promise.reject(full);
    stored.catch(() => undefined);
    onStream({ kind: 'stream', contentType: answer.headers['content-type'], size, headers: answer.headers, body, stored });
    return stored;
  }
  const { store, client, accept, refuse } = tee(answer.body);
  const stored = (async () => {
    const staged = await context.platform.blobs.stage(store, { sha512 });
    try {
      requirePromised(file, staged, size);
      return await keep(context, repository, file, staged, answer);
    } catch (error) {
      await staged.discard();
      throw error;
    }
  })();
  stored.then(
    (artifact) => accept((start) => context.platform.blobs.open(artifact.sha256, { start, end: artifact.size - 1 })).catch(refuse),
    (error: unknown) => {
      context.log.warn({ err: error, repository: repository.key, path: file.path }, 'a file from an upstream was not kept');
      refuse(error);
    },
  );
  onStream({ kind: 'stream', contentType: answer.headers['content-type'], size, headers: answer.headers, body: client, stored });
  return stored;
}

/** What the upstream says beside the file that it is just sending. */
export async function besideOf({ beside }: Pick<RemoteFile, 'beside'>, answer: OutgoingAnswer): Promise<Promised> {
  try {
    return (await beside?.()) ?? {};
  } catch (error) {
    answer.body.destroy();
    throw error;
  }
}

/** @throws AppError `upstream_failed` when the bytes are not the promised ones */
export function requirePromised({ promised = {}, path }: Pick<RemoteFile, 'promised' | 'path'>, staged: Sums, length: number | undefined): void {
  const wrong = (['sha256', 'sha512', 'sha1', 'md5', 'size'] as const).find((sum) => {
    const expected = promised[sum];
    return expected !== undefined && String(expected).toLowerCase() !== String(staged[sum]);
  });
  if (wrong) throw new AppError('upstream_failed', { message: `The upstream's ${path} has another ${wrong} than was promised` });
  if (length !== undefined && length !== staged.size) throw new AppError('upstream_failed', { message: `The upstream's ${path} broke off` });
}

/** Other keys may have been chosen while the file was on its way. @throws AppError `upstream_failed` */
async function requireSameTrust(context: Context, { id, settings }: RemoteRepository, path: string): Promise<void> {
  const now = await context.directory.byId(id);
  if (now?.class === 'remote' && wantsSignature(now, path) && now.settings.trustedKeys.join('\n') !== settings.trustedKeys.join('\n'))
    throw new AppError('upstream_failed', { message: `${path} has to prove itself to other keys now` });
}

async function keep(context: Context, repository: RemoteRepository, file: RemoteFile, staged: StagedBlob, answer: OutgoingAnswer): Promise<StoredArtifact> {
  await requireSameTrust(context, repository, file.path);
  const format = formatOf(repository.format);
  const location = file.location ?? format.locate(file.path);
  const inspection = await inspectFile(format, location, file.path, staged).catch((err) => {
    // What an upstream serves is passed on as it is; only our own package screens know less of it.
    context.log.info({ err, repository: repository.key, path: file.path }, 'a package from an upstream could not be read');
    return undefined;
  });
  const [artifact] = await commitAndFind(context, repository, {
    actor: 'remote',
    overwrite: true,
    files: [
      {
        path: file.path,
        content: staged,
        location: inspection ?? location,
        facts: inspection?.facts,
        listed: inspection?.listed,
        properties: { ...inspection?.properties, ...file.properties },
        mayReplace: true,
      },
    ],
  });
  if (!artifact) throw new AppError('internal');
  const entry = {
    status: 'present' as const,
    etag: answer.headers.etag ?? null,
    lastModified: answer.headers['last-modified'] ?? null,
    contentType: answer.headers['content-type'] ?? null,
    url: answer.url,
    // Of what was verified; see storedRemoteFile.
    sha256: file.verify ? artifact.sha256 : null,
    freshUntil: freshUntil(repository, file.freshness),
  };
  if (file.freshness === 'forever') rememberEntry(context, repository, file.path, entry);
  else await writeEntry(context, repository, file.path, entry);
  return artifact;
}
