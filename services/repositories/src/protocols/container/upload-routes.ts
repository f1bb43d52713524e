import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { isContainerFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { blobFileName, blobPath, type Digest, digestText, needDigest, parseDigest } from '@packhouse/formats/container/reference.ts';
import { authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type LocalRepository, readResource } from '../../directory/directory.ts';
import { commit } from '../../storage/commit.ts';
import { imagePath, writeTarget } from './container-access.ts';
import { selectBlobHolders } from './container-queries.ts';
import type { Exchange } from './container-request.ts';
import { getOwner } from './scopes.ts';
import { appendToSession, cancelSession, finishSession, needSession, openSession, type UploadSession } from './upload-session.ts';

function getBody(request: FastifyRequest): Readable | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || Number(length ?? 0) > 0 ? request.raw : undefined;
}

function describeSession({ reply, prefix, image }: Exchange, session: UploadSession): FastifyReply {
  return reply.headers({
    location: `${prefix}/${image}/blobs/uploads/${session.id}`,
    // By custom an empty upload reports one byte.
    range: `0-${Math.max(session.received - 1, 0)}`,
    'docker-upload-uuid': session.id,
    'content-length': 0,
  });
}

function created({ reply, prefix, image }: Exchange, digest: Digest): FastifyReply {
  const text = digestText(digest);
  return reply
    .code(201)
    .headers({ location: `${prefix}/${image}/blobs/${text}`, 'docker-content-digest': text, 'content-length': 0 })
    .send();
}

async function store(exchange: Exchange, target: LocalRepository, digest: Digest, staged: StagedBlob): Promise<FastifyReply> {
  const { context, request, image } = exchange;
  const actual = digest.algorithm === 'sha512' ? staged.sha512 : staged.sha256;
  if (actual !== digest.hex) {
    await staged.discard();
    throw new AppError('digest_invalid', { detail: { digest: digestText(digest), computed: `${digest.algorithm}:${actual}` } });
  }
  await commit(context, target, {
    actor: request.actor.name,
    overwrite: false,
    files: [{ path: blobPath(image, digest), content: staged, mayReplace: false }],
  });
  return created(exchange, digest);
}

/** The bytes of a digest that the actor may read in the repository named, or anywhere when none is named. */
async function mountable(exchange: Exchange, digest: Digest, from: string | null): Promise<string | undefined> {
  const { context, request, key, compatible } = exchange;
  const owner = getOwner(request.actor);
  const slash = from?.indexOf('/') ?? -1;
  const source = from === null ? undefined : compatible ? { key, image: from } : { key: from.slice(0, slash), image: from.slice(slash + 1) };
  for (const holder of await selectBlobHolders(context.db, blobFileName(digest))) {
    const repository = await context.directory.byId(holder.repositoryId);
    if (!repository || !isContainerFormat(repository.format)) continue;
    if (source && (source.key !== repository.key || holder.path !== blobPath(source.image, digest))) continue;
    if (!isAllowed(owner, 'read', readResource(repository, holder.path))) continue;
    // With a place named, the client can be told to get a token for it.
    if (source) authorise(request.actor, 'read', readResource(repository, holder.path));
    return holder.sha256;
  }
  return undefined;
}

/** Answers false when there is nothing to mount: then the client uploads. */
async function mount(exchange: Exchange, target: LocalRepository, digest: Digest): Promise<boolean> {
  const { context, request, image, query } = exchange;
  const sha256 = await mountable(exchange, digest, query.get('from'));
  if (sha256 === undefined) return false;
  try {
    await commit(context, target, {
      actor: request.actor.name,
      overwrite: false,
      files: [{ path: blobPath(image, digest), content: { sha256 }, mayReplace: false }],
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'artifact_not_found') return false;
    throw error;
  }
  return true;
}

/** POST: mount a blob, upload one in this very request, or open a session. */
export async function startUpload(exchange: Exchange): Promise<FastifyReply> {
  const { context, request, image, query } = exchange;
  const target = await writeTarget(exchange, 'deploy', imagePath(image));
  const mounted = query.get('mount');
  if (mounted !== null) {
    const digest = parseDigest(mounted);
    if (digest && (await mount(exchange, target, digest))) return created(exchange, digest);
  }
  const whole = query.get('digest');
  if (whole !== null) {
    const digest = needDigest(whole);
    const staged = await context.platform.blobs.stage(request.raw, { sha512: digest.algorithm === 'sha512' });
    return store(exchange, target, digest, staged);
  }
  const session = await openSession(context, target.id, image, request.actor.name);
  return describeSession(exchange, session).code(202).send();
}

/** @throws AppError `range_not_satisfiable` with the state of the session in the headers, `size_invalid` */
function requireNextChunk(exchange: Exchange, session: UploadSession): void {
  const { headers } = exchange.request;
  const text = headers['content-range'];
  if (text === undefined) return;
  const match = /^(?:bytes )?(\d+)-(\d+)(?:\/(?:\d+|\*))?$/.exec(text);
  if (!match) throw new AppError(upstreamWords.content_range_invalid);
  const [start, end] = [Number(match[1]), Number(match[2])];
  if (start !== session.received) {
    describeSession(exchange, session).removeHeader('content-length');
    throw new AppError('range_not_satisfiable', { detail: { expected: session.received, got: start } });
  }
  const length = headers['content-length'];
  if (length !== undefined && Number(length) !== end - start + 1) throw new AppError('size_invalid');
}

async function openTarget(exchange: Exchange, id: string): Promise<{ target: LocalRepository; session: UploadSession }> {
  const target = await writeTarget(exchange, 'deploy', imagePath(exchange.image));
  return { target, session: await needSession(exchange.context, id, target.id, exchange.image, exchange.request.actor.name) };
}

export async function patchUpload(exchange: Exchange, id: string): Promise<FastifyReply> {
  const { session } = await openTarget(exchange, id);
  requireNextChunk(exchange, session);
  const body = getBody(exchange.request);
  return describeSession(exchange, body ? await appendToSession(exchange.context, session, body) : session)
    .code(202)
    .send();
}

export async function finishUpload(exchange: Exchange, id: string): Promise<FastifyReply> {
  const { target, session } = await openTarget(exchange, id);
  const digest = needDigest(exchange.query.get('digest') ?? '');
  requireNextChunk(exchange, session);
  const staged = await finishSession(exchange.context, session, getBody(exchange.request), { sha512: digest.algorithm === 'sha512' });
  return store(exchange, target, digest, staged);
}

export async function reportUpload(exchange: Exchange, id: string): Promise<FastifyReply> {
  const { session } = await openTarget(exchange, id);
  return describeSession(exchange, session).removeHeader('content-length').code(204).send();
}

export async function cancelUpload(exchange: Exchange, id: string): Promise<FastifyReply> {
  const { session } = await openTarget(exchange, id);
  await cancelSession(exchange.context, session);
  return exchange.reply.code(204).send();
}
