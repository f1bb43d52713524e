import { AppError } from '@packhouse/contract/errors.ts';
import { blobPath, digestText, needDigest } from '@packhouse/formats/container/reference.ts';
import type { FastifyReply } from 'fastify';
import { sendArtifact } from '../../download/send-artifact.ts';
import { removeArtifacts } from '../../storage/removal.ts';
import { findArtifact } from '../../storage/stored-artifact.ts';
import { readStops, writeTarget } from './container-access.ts';
import type { Exchange } from './container-request.ts';
import { sendUpstreamBlob } from './remote/remote-blob.ts';
import { findStoredBlob } from './resolve.ts';

/** A range that ends before it starts may be ignored or refused; the specification's conformance program asks for the refusal. */
function requireSoundRange(range: string | undefined): void {
  const match = /^bytes=(\d+)-(\d+)$/.exec(range ?? '');
  if (match && Number(match[2]) < Number(match[1])) throw new AppError('range_not_satisfiable');
}

/** Clients look for each layer before they push it: an upstream that gives no answer must not keep them from pushing into a virtual repository. */
async function isAskedBeforePush(exchange: Exchange, digest: string): Promise<boolean> {
  if (exchange.request.method !== 'HEAD') return false;
  return writeTarget(exchange, 'deploy', blobPath(exchange.image, needDigest(digest))).then(
    () => true,
    () => false,
  );
}

export async function getBlob(exchange: Exchange, text: string): Promise<FastifyReply> {
  const { context, request, reply, image } = exchange;
  const digest = needDigest(text);
  requireSoundRange(request.headers.range);
  const stops = await readStops(exchange, blobPath(image, digest));
  const found = await findStoredBlob(exchange, stops, digest);
  const headers = { 'docker-content-digest': digestText(digest), 'x-artifactory-docker-registry': exchange.key, 'cache-control': 'max-age=31536000' };
  if (found) return sendArtifact(context, request, reply, found.artifact, { contentType: 'application/octet-stream', etag: `"${text}"`, headers });
  const isAnswered =
    !stops.cacheOnly &&
    (await sendUpstreamBlob(exchange, stops, digest, headers).catch(async (error: unknown) => {
      if (!(await isAskedBeforePush(exchange, text))) throw error;
      return false;
    }));
  if (!isAnswered) throw new AppError('blob_unknown', { detail: { digest: text } });
  return reply;
}

export async function deleteBlob(exchange: Exchange, text: string): Promise<FastifyReply> {
  const { context, request, reply, image } = exchange;
  const path = blobPath(image, needDigest(text));
  const target = await writeTarget(exchange, 'delete', path);
  if (!(await findArtifact(context, target.id, path))) throw new AppError('blob_unknown', { detail: { digest: text } });
  await removeArtifacts(context, target, { actor: request.actor.name, paths: [path] });
  return reply.code(202).header('content-length', 0).send();
}
