import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Rendered } from '@packhouse/formats/format.ts';
import type { ByteRange } from '@packhouse/kernel/blobs/blob-store.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getPage, type Page } from '../reading/page.ts';
import { isNotModified, parseRanges, rangeStillGood } from './ranges.ts';
import { stream } from './send-artifact.ts';

const compress = promisify(gzip);
/** Below this a packed answer saves no packet. */
const smallestToPack = 1400;
/** Packed already. */
const packedType = /^application\/(?:zstd|gzip)$/;

/** Sends a listing: conditions, HEAD, ranges of what grows, and gzip for clients that take it. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  reply.headers({ ...page.headers, 'content-type': page.contentType });
  if (page.status !== 200) return sendBody(request, reply.code(page.status), page.body);
  const mayPack = page.headers['content-encoding'] === undefined && page.body.length >= smallestToPack && !packedType.test(page.contentType);
  const packs = mayPack && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const etag = packs ? packedEtag(page) : page.etag;
  reply.header('etag', etag);
  if (page.body.length >= smallestToPack) reply.header('vary', [page.headers.vary, 'accept-encoding'].filter(Boolean).join(', '));
  if (isNotModified(request.headers, etag)) return reply.code(304).send();
  const range = page.grows ? findRange(request, page) : undefined;
  if (range) {
    reply.code(206).headers({ etag: page.etag, 'content-range': `bytes ${range.start}-${range.end}/${page.body.length}` });
    return sendBody(request, reply, page.body.subarray(range.start, range.end + 1));
  }
  if (!packs) return sendBody(request, reply.code(200), page.body);
  page.packed ??= compress(page.body, { level: 6 });
  return sendBody(request, reply.code(200).header('content-encoding', 'gzip'), await page.packed);
}

/** Clients that compare the validator with the sum of what they have unpacked take a weak one for the same. */
const packedEtag = ({ etag, grows }: Page) => (grows ? `W/${etag}` : etag.replace(/"$/, '-gzip"'));

function findRange(request: FastifyRequest, { body, etag }: Page): ByteRange | undefined {
  const ifRange = request.headers['if-range'];
  if (typeof ifRange === 'string' && !rangeStillGood(ifRange, etag, new Date(0))) return undefined;
  const ranges = parseRanges(request.headers.range, body.length);
  if (ranges && ranges.length === 0) throw new AppError('range_not_satisfiable');
  return ranges?.length === 1 ? ranges[0] : undefined;
}

function sendBody(request: FastifyRequest, reply: FastifyReply, body: Buffer): FastifyReply {
  if (request.method !== 'HEAD') return reply.send(body);
  return reply.header('content-length', body.length).send();
}

/** Sends whatever a format answered. */
export async function sendRendered(request: FastifyRequest, reply: FastifyReply, rendered: Rendered): Promise<FastifyReply> {
  if (typeof rendered.body === 'string' || Buffer.isBuffer(rendered.body)) return sendPage(request, reply, getPage({ ...rendered, body: rendered.body }));
  const headers = { ...rendered.headers, 'content-type': rendered.contentType };
  if (request.method === 'HEAD') {
    rendered.body.destroy();
    return reply
      .code(rendered.status ?? 200)
      .headers(headers)
      .send();
  }
  return stream(reply, rendered.status ?? 200, headers, rendered.body);
}
