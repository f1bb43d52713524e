import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getPage, type Page } from '../reading/page.ts';
import { sendPage } from './answer.ts';

describe('a listing that grows', () => {
  let app: FastifyInstance;
  let page: Page;
  const text = `---\n${'one line like the others\n'.repeat(100)}`;
  const md5 = `"${createHash('md5').update(text).digest('hex')}"`;
  const get = (headers: Record<string, string> = {}) => app.inject({ url: '/', headers });

  beforeAll(() => {
    page = getPage({ contentType: 'text/plain', body: text, grows: true });
    app = Fastify();
    app.get('/', (request, reply) => sendPage(request, reply, page));
  });
  afterAll(() => app.close());

  it('CORE-004 says its MD5 and its SHA-256, as clients of the compact index compare them', async () => {
    const { headers, body } = await get();
    const sum = createHash('sha256').update(text).digest('base64');
    expect(body).toBe(text);
    expect(headers).toMatchObject({ etag: md5, 'repr-digest': `sha-256=:${sum}:`, digest: `sha-256=${sum}`, 'accept-ranges': 'bytes' });
    expect((await get({ 'if-none-match': md5 })).statusCode).toBe(304);
  });

  it('CORE-004 keeps its validator when it is packed', async () => {
    const { headers, rawPayload } = await get({ 'accept-encoding': 'gzip' });
    expect(headers).toMatchObject({ etag: `W/${md5}`, 'content-encoding': 'gzip' });
    expect(gunzipSync(rawPayload).toString()).toBe(text);
    expect((await get({ 'accept-encoding': 'gzip', 'if-none-match': md5 })).statusCode).toBe(304);
  });

  it('CORE-004 sends its new end', async () => {
    const { statusCode, headers, body } = await get({ range: `bytes=${text.length - 6}-`, 'if-none-match': '"older"', 'accept-encoding': 'gzip' });
    expect([statusCode, body]).toEqual([206, 'thers\n']);
    expect(headers).toMatchObject({ etag: md5, 'content-range': `bytes ${text.length - 6}-${text.length - 1}/${text.length}`, 'content-length': '6' });
    expect(headers['content-encoding']).toBeUndefined();
    expect((await get({ range: 'bytes=0-1', 'if-range': '"older"' })).statusCode).toBe(200);
    expect((await get({ range: 'bytes=0-1', 'if-range': md5 })).body).toBe('--');
    expect((await get({ range: `bytes=${text.length}-` })).statusCode).toBeGreaterThanOrEqual(400);
    expect((await get({ range: `bytes=${text.length - 1}-`, 'if-none-match': md5 })).statusCode).toBe(304);
  });

  it('CORE-004 serves other listings whole, under a validator of their spelling', async () => {
    const other = Fastify();
    other.get('/', (request, reply) => sendPage(request, reply, getPage({ contentType: 'text/plain', body: text })));
    const { statusCode, headers } = await other.inject({ url: '/', headers: { range: 'bytes=0-1', 'accept-encoding': 'gzip' } });
    expect([statusCode, headers['repr-digest']]).toEqual([200, undefined]);
    expect(headers.etag).toMatch(/^"[0-9a-f]{40}-gzip"$/);
    await other.close();
  });
});
