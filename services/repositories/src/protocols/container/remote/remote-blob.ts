import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { blobPath, type Digest, digestText } from '@packhouse/formats/container/reference.ts';
import type { Context } from '../../../context.ts';
import type { RemoteRepository } from '../../../directory/directory.ts';
import { sendArtifact, stream } from '../../../download/send-artifact.ts';
import type { StoredArtifact } from '../../../storage/stored-artifact.ts';
import { fetchRemoteFile, type RemoteAnswer } from '../../../upstream/remote-file.ts';
import type { Stops } from '../container-access.ts';
import type { Exchange } from '../container-request.ts';
import { askRegistry, isAbsence, registryUrl } from './ask-registry.ts';
import { upstreamNames } from './upstream-names.ts';

function obtain(context: Context, repository: RemoteRepository, image: string, digest: Digest): Promise<RemoteAnswer> {
  const rest = `blobs/${digestText(digest)}`;
  return fetchRemoteFile(context, repository, {
    path: blobPath(image, digest),
    url: registryUrl(repository, image, rest),
    freshness: 'forever',
    promised: { [digest.algorithm]: digest.hex },
    ask: async (_url, headers) => {
      const answer = await askRegistry(context, repository, { image, rest, headers });
      if (answer.status !== 401 && answer.status !== 403) return answer;
      answer.body.destroy();
      throw new AppError(upstreamWords.upstream_blob_hidden, { key: repository.key });
    },
  });
}

/** Looks at the upstream without fetching: undefined when it is not there. */
async function sizeUpstream(context: Context, repository: RemoteRepository, image: string, digest: Digest): Promise<string | undefined> {
  const answer = await askRegistry(context, repository, { method: 'HEAD', image, rest: `blobs/${digestText(digest)}` });
  answer.body.destroy();
  return isAbsence(answer.status) ? undefined : (answer.headers['content-length'] ?? '0');
}

async function sendOne(exchange: Exchange, repository: RemoteRepository, image: string, digest: Digest, headers: Record<string, string>): Promise<boolean> {
  const { context, request, reply, compatible } = exchange;
  // Compatible clients use HEAD to make the cache fetch a layer; everybody else only wants to know.
  if (request.method === 'HEAD' && !compatible) {
    const size = await sizeUpstream(context, repository, image, digest);
    if (size !== undefined) void reply.headers({ ...headers, 'content-type': 'application/octet-stream', 'content-length': size }).send();
    return size !== undefined;
  }
  const answer = await obtain(context, repository, image, digest);
  if (answer.kind === 'missing') return false;
  if (answer.kind === 'stream' && request.method === 'GET' && request.headers.range === undefined) {
    void stream(reply, 200, { ...headers, 'content-type': 'application/octet-stream', 'content-length': answer.size }, answer.body);
    return true;
  }
  if (answer.kind === 'stream') answer.body.destroy();
  const artifact = answer.kind === 'stream' ? await answer.stored : answer.artifact;
  await sendArtifact(context, request, reply, artifact, { contentType: 'application/octet-stream', etag: `"${digestText(digest)}"`, headers });
  return true;
}

/** Sends a blob from the first upstream that has it, storing it on the way; false when none has. */
export async function sendUpstreamBlob(exchange: Exchange, stops: Stops, digest: Digest, headers: Record<string, string>): Promise<boolean> {
  let failure: unknown;
  for (const repository of stops.members) {
    if (repository.class !== 'remote') continue;
    for (const image of upstreamNames(repository, exchange.image)) {
      try {
        if (await sendOne(exchange, repository, image, digest, headers)) return true;
      } catch (error) {
        failure ??= error;
      }
    }
  }
  if (failure !== undefined) throw failure;
  return false;
}

/** Fetches a blob for ourselves; undefined when no upstream has it. */
export async function storeUpstreamBlob(
  { context, image }: Pick<Exchange, 'context' | 'image'>,
  stops: Stops,
  digest: Digest,
): Promise<{ artifact: StoredArtifact; repository: RemoteRepository } | undefined> {
  for (const repository of stops.members) {
    if (repository.class !== 'remote') continue;
    for (const name of upstreamNames(repository, image)) {
      const answer = await obtain(context, repository, name, digest).catch(unknownBlob);
      if (answer.kind === 'missing') continue;
      if (answer.kind === 'stream') answer.body.destroy();
      return { repository, artifact: answer.kind === 'stream' ? await answer.stored : answer.artifact };
    }
  }
  return undefined;
}

function unknownBlob(error: unknown): { kind: 'missing' } {
  if (error instanceof AppError && error.code === 'blob_unknown') return { kind: 'missing' };
  throw error;
}
