import { isStorageFull } from '@packhouse/kernel/http/outside-failure.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { wantsSignature } from '../keys/verify-upstream.ts';
import { findArtifact, findSha512, type StoredArtifact } from '../storage/stored-artifact.ts';
import { askForNewer, fetchKept } from './conditional-fetch.ts';
import { type FileStream, storeVerified, storeWhileSending } from './keep-file.ts';
import { findBeside, type RemoteFile } from './promised.ts';
import { isFresh, readEntry } from './remote-entry.ts';
import { askUpstream, requireContent, requireExpectedType } from './upstream.ts';

export type RemoteAnswer = { kind: 'stored'; artifact: StoredArtifact } | { kind: 'missing' } | FileStream;

type Settled = { kind: 'stored'; artifact: StoredArtifact } | { kind: 'missing' };

/**
 * Gives what is stored of a file, if it may be given out: the head of a listing only when its signature was good, anything else
 * only when it is what is promised now, for whoever asked first may have been promised something else.
 */
export async function storedRemoteFile(
  context: Context,
  repository: RemoteRepository,
  { path, promised = {} }: Pick<RemoteFile, 'path' | 'promised'>,
): Promise<StoredArtifact | undefined> {
  const artifact = await findArtifact(context, repository.id, path);
  if (!artifact) return undefined;
  if (wantsSignature(repository, path)) return (await readEntry(context, repository, path))?.sha256 === artifact.sha256 ? artifact : undefined;
  const differs = (['sha256', 'sha1', 'md5'] as const).some((sum) => promised[sum] !== undefined && promised[sum].toLowerCase() !== artifact[sum]);
  if (differs) return undefined;
  return promised.sha512 === undefined || promised.sha512.toLowerCase() === (await findSha512(context, artifact.sha256)) ? artifact : undefined;
}

/** Gives what the cache alone says: the file, that it is missing, or nothing that is still good. */
export async function cachedRemoteFile(
  context: Context,
  repository: RemoteRepository,
  file: Pick<RemoteFile, 'path' | 'freshness' | 'promised'>,
): Promise<Settled | undefined> {
  const artifact = await storedRemoteFile(context, repository, file);
  if (artifact && file.freshness === 'forever') return { kind: 'stored', artifact };
  const entry = await readEntry(context, repository, file.path);
  if (!isFresh(entry)) return undefined;
  if (entry.status === 'missing') return { kind: 'missing' };
  return artifact && { kind: 'stored', artifact };
}

/**
 * A file of a remote repository: from the cache while it is good, else from the upstream, by one process for all who ask.
 * The first who asks may read along while it is stored.
 * @throws AppError `upstream_unavailable`, `upstream_failed` when there is nothing to fall back on
 */
export function fetchRemoteFile(context: Context, repository: RemoteRepository, file: RemoteFile): Promise<RemoteAnswer> {
  return new Promise((resolve, reject) => {
    fetchKept<StoredArtifact>(context, repository, {
      kind: 'file',
      path: file.path,
      ...(file.isKnownToLack && { isKnownToLack: true }),
      async findGood() {
        const cached = await cachedRemoteFile(context, repository, file);
        return cached?.kind === 'missing' ? null : cached?.artifact;
      },
      findCopy: () => storedRemoteFile(context, repository, file),
      fetch: () => fetchAndKeep(context, repository, file, resolve),
      isForOne: isStorageFull,
    }).then((artifact) => resolve(artifact ? { kind: 'stored', artifact } : { kind: 'missing' }), reject);
  });
}

async function fetchAndKeep(
  context: Context,
  repository: RemoteRepository,
  file: RemoteFile,
  onStream: (answer: FileStream) => void,
): Promise<StoredArtifact | null> {
  const { path, freshness } = file;
  const entry = freshness === 'forever' ? undefined : await readEntry(context, repository, path);
  const known = entry?.status === 'present' ? await storedRemoteFile(context, repository, file) : undefined;
  const newer = await askForNewer(context, repository, {
    path,
    freshness,
    copy: known && entry,
    ask(conditions) {
      const headers = { ...file.headers, ...conditions };
      return file.ask ? file.ask(file.url, headers) : askUpstream(context, repository, { url: file.url, headers });
    },
  });
  if (newer.kind === 'missing') return null;
  if (newer.kind === 'unchanged') return known ?? null;
  const { answer } = newer;
  requireContent(repository, answer);
  requireExpectedType(repository, path, answer);
  const promised = { ...file.promised, ...(await findBeside(file, answer)) };
  if (file.verify) return storeVerified(context, repository, file, answer);
  return storeWhileSending(context, repository, { ...file, promised }, answer, onStream);
}
