import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Rendered } from '@packhouse/formats/format.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNotModified } from '../download/ranges.ts';
import { stream } from '../download/send-artifact.ts';

const compress = promisify(gzip);
/** Below this a packed answer saves no packet. */
const smallestToPack = 1400;

/** A listing ready to go out, with its validator and, once somebody asked, its packed form. */
export interface Page {
  status: number;
  contentType: string;
  headers: Record<string, string>;
  body: Buffer;
  etag: string;
  packed?: Promise<Buffer>;
}

export function pageOf(rendered: Rendered & { body: string | Buffer }): Page {
  const body = typeof rendered.body === 'string' ? Buffer.from(rendered.body) : rendered.body;
  const headers = { ...rendered.headers };
  const etag = headers.etag ?? `"${createHash('sha1').update(body).digest('hex')}"`;
  delete headers.etag;
  return { status: rendered.status ?? 200, contentType: rendered.contentType, headers, body, etag };
}

/** Sends a listing: conditions, HEAD, and gzip for clients that take it. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  reply.headers({ ...page.headers, 'content-type': page.contentType });
  if (page.status !== 200) return sendBody(request, reply.code(page.status), page.body);
  const packs =
    page.headers['content-encoding'] === undefined && page.body.length >= smallestToPack && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const etag = packs ? page.etag.replace(/"$/, '-gzip"') : page.etag;
  reply.header('etag', etag);
  if (page.body.length >= smallestToPack) reply.header('vary', [page.headers.vary, 'accept-encoding'].filter(Boolean).join(', '));
  if (isNotModified(request.headers, etag)) return reply.code(304).send();
  if (!packs) return sendBody(request, reply.code(200), page.body);
  page.packed ??= compress(page.body, { level: 6 });
  return sendBody(request, reply.code(200).header('content-encoding', 'gzip'), await page.packed);
}

function sendBody(request: FastifyRequest, reply: FastifyReply, body: Buffer): FastifyReply {
  if (request.method !== 'HEAD') return reply.send(body);
  return reply.header('content-length', body.length).send();
}

/** Sends whatever a format answered. */
export async function sendRendered(request: FastifyRequest, reply: FastifyReply, rendered: Rendered): Promise<FastifyReply> {
  if (typeof rendered.body === 'string' || Buffer.isBuffer(rendered.body)) return sendPage(request, reply, pageOf({ ...rendered, body: rendered.body }));
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
