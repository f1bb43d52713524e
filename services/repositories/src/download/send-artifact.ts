import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, envelope } from '@packhouse/contract/errors.ts';
import type { ByteRange, Sender } from '@packhouse/kernel/blobs/blob-store.ts';
import { inertMediaType } from '@packhouse/kernel/http/inert-answer.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { requireUnexpired } from '../storage/expiry.ts';
import { getName } from '../storage/path.ts';
import { disposition, findMediaType } from './media-type.ts';
import { isNotModified, parseRanges, rangeStillGood } from './ranges.ts';
import { addressElsewhere } from './redirect.ts';
import type { Sendable, SendOptions } from './sendable.ts';

function readHeaders(artifact: Sendable, options: SendOptions, etag: string): Record<string, string | number> {
  const name = getName(artifact.path);
  return {
    'content-type': options.contentType ?? findMediaType(name),
    etag,
    'last-modified': artifact.modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'x-checksum-sha1': artifact.sha1,
    'x-checksum-sha256': artifact.sha256,
    'x-checksum-md5': artifact.md5,
    'x-artifactory-filename': encodeURIComponent(name),
    ...(options.inline ? {} : { 'content-disposition': disposition(name) }),
    ...options.headers,
  };
}

/**
 * Answers with an artifact's bytes: HEAD, conditions, one range or several. Nothing is buffered and nothing is encoded;
 * a client that goes away ends the reading.
 */
export async function sendArtifact(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  artifact: Sendable,
  options: SendOptions = {},
): Promise<FastifyReply> {
  requireUnexpired(artifact);
  const etag = options.etag ?? `"${artifact.sha1}"`;
  const headers = readHeaders(artifact, options, etag);
  if (isNotModified(request.headers, etag, artifact.modifiedAt)) return finish(reply, 304, { ...headers, 'content-length': undefined });
  const wanted = rangeStillGood(header(request.headers['if-range']), etag, artifact.modifiedAt) ? parseRanges(request.headers.range, artifact.size) : undefined;
  if (wanted && wanted.length === 0) {
    reply.header('content-range', `bytes */${artifact.size}`);
    throw new AppError('range_not_satisfiable');
  }
  const elsewhere = await addressElsewhere(context, request, artifact, options);
  if (elsewhere) {
    if (!options.uncounted && artifact.id !== undefined) context.downloads.count(artifact.id, request.actor.name);
    // The store sends these bytes, and says nothing of how many.
    context.transfers.count({ received: 0, sent: artifact.size });
    return finish(reply, 307, { ...headers, location: elsewhere, 'cache-control': 'no-store', 'content-length': 0 });
  }
  const isHead = request.method === 'HEAD';
  if (wanted && wanted.length > 1) return sendParts(context, reply, artifact, wanted, headers, isHead);
  const range = wanted?.[0];
  const length = range ? range.end - range.start + 1 : artifact.size;
  const status = range ? 206 : 200;
  Object.assign(headers, { 'content-length': length }, range ? { 'content-range': `bytes ${range.start}-${range.end}/${artifact.size}` } : {});
  if (isHead || length === 0) return finish(reply, status, headers);
  const send = await openSender(context, artifact.sha256, range ?? { start: 0, end: artifact.size - 1 });
  if (!options.uncounted && artifact.id !== undefined && (!range || range.start === 0)) context.downloads.count(artifact.id, request.actor.name);
  void send(takeOver(reply, status, headers));
  return reply;
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function openBlob(context: Context, sha256: string, range: ByteRange): Promise<Readable> {
  return namingLostBytes(context, sha256, context.platform.blobs.open(sha256, range));
}

/** The driver's own way of sending where it has one, else a stream. */
async function openSender(context: Context, sha256: string, range: ByteRange): Promise<Sender> {
  const { blobs } = context.platform;
  if (blobs.sender) return namingLostBytes(context, sha256, blobs.sender(sha256, range));
  const body = await openBlob(context, sha256, range);
  return (destination) => pipeline(body, destination).catch((err) => context.log.warn({ err }, 'a download broke off'));
}

async function namingLostBytes<T>(context: Context, sha256: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if ((cause as { code?: string }).code === 'ENOENT') context.log.error({ sha256 }, 'the bytes of an artifact are not in the blob store');
    throw new AppError('internal', { cause });
  }
}

type Headers = Record<string, string | number | undefined>;

/** Takes the answer out of the framework's hands; what it had set so far still goes out. */
function takeOver(reply: FastifyReply, status: number, headers: Headers): ServerResponse {
  reply.hijack();
  const raw = reply.raw;
  const set = reply.getHeaders();
  for (const name in set) {
    const value = set[name];
    if (value !== undefined) raw.setHeader(name, value);
  }
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) raw.setHeader(name, name === 'content-type' ? inertMediaType(String(value)) : value);
  }
  raw.statusCode = status;
  return raw;
}

function finish(reply: FastifyReply, status: number, headers: Headers): FastifyReply {
  takeOver(reply, status, headers).end();
  return reply;
}

/** Pipes by hand: `stream.pipeline` costs several listeners and an abort controller for each download. */
export function stream(reply: FastifyReply, status: number, headers: Headers, body: Readable): FastifyReply {
  const raw = takeOver(reply, status, headers);
  body.on('error', (err) => {
    reply.log.warn({ err }, 'a download broke off');
    if (raw.headersSent) raw.destroy();
    else refuse(reply, err);
  });
  raw.on('close', () => body.destroy());
  if (raw.destroyed) body.destroy();
  else body.pipe(raw);
  return reply;
}

/** Small bodies turn out wrong before anything of them has gone out: then the client can be told. */
function refuse({ raw, request }: FastifyReply, err: Error): void {
  for (const name of raw.getHeaderNames()) if (name.startsWith('content-') || name.startsWith('x-checksum') || name === 'last-modified') raw.removeHeader(name);
  const error = err instanceof AppError ? err : new AppError('upstream_failed', { cause: err });
  raw.writeHead(error.status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(envelope(error, request.id)));
}

async function sendParts(
  context: Context,
  reply: FastifyReply,
  artifact: Sendable,
  ranges: readonly ByteRange[],
  headers: Headers,
  isHead: boolean,
): Promise<FastifyReply> {
  const boundary = randomBytes(12).toString('hex');
  const heads = ranges.map(
    (range, at) =>
      `${at === 0 ? '' : '\r\n'}--${boundary}\r\ncontent-type: ${headers['content-type']}\r\ncontent-range: bytes ${range.start}-${range.end}/${artifact.size}\r\n\r\n`,
  );
  const tail = `\r\n--${boundary}--\r\n`;
  const length = ranges.reduce((sum, range) => sum + range.end - range.start + 1, 0) + heads.reduce((sum, head) => sum + head.length, 0) + tail.length;
  const all = { ...headers, 'content-type': `multipart/byteranges; boundary=${boundary}`, 'content-length': length };
  if (isHead) return finish(reply, 206, all);
  async function* parts() {
    for (const [at, range] of ranges.entries()) {
      yield Buffer.from(heads[at] ?? '');
      yield* await openBlob(context, artifact.sha256, range);
    }
    yield Buffer.from(tail);
  }
  return stream(reply, 206, all, Readable.from(parts(), { objectMode: false }));
}
