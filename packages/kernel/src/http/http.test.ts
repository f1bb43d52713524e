import { connect } from 'node:net';
import { route, stream } from '@packhouse/contract/route.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { authorise } from '../access/authorisation.ts';
import { openDatabase } from '../database/database.ts';
import { handle, protocolScope } from './http.ts';

const echo = route('echo', {
  summary: 'Answers what it was sent',
  method: 'POST',
  url: '/ui/api/v1/test/echo/:name',
  access: 'user',
  params: z.object({ name: z.string().min(2) }),
  body: z.object({ count: z.int().min(0) }),
  reply: z.object({ name: z.string(), count: z.number() }),
});
const administration = route('administration', {
  summary: 'For administrators',
  method: 'GET',
  url: '/ui/api/v1/test/administration',
  access: 'administrator',
  reply: z.object({}),
});
const bare = route('bare', { summary: 'Takes no body', method: 'DELETE', url: '/ui/api/v1/test/bare', access: 'user', reply: z.undefined() });

const failing = (name: string) => route(name, { summary: 'Fails', method: 'GET', url: `/${name}`, access: 'public', reply: z.unknown() });
const raw = route('raw', {
  summary: 'Counts what it was sent',
  method: 'PUT',
  url: '/raw/*path',
  access: 'handler',
  body: stream('application/octet-stream'),
  reply: z.object({ size: z.number(), parsed: z.null() }),
});

let test: TestPlatform;
beforeAll(async () => {
  test = await startTestPlatform({
    jobs: false,
    actors: { alice: {}, sessioner: { via: 'session' } },
    config: { metricsToken: 'a-token-for-the-collector', trustedProxies: ['127.0.0.1'] },
    async extend(app, platform) {
      handle(app, platform, echo, async ({ params, body }) => ({ name: params.name, count: body.count, hidden: 'never' }) as never);
      handle(app, platform, administration, async () => ({}));
      handle(app, platform, bare, async () => undefined);
      const db = openDatabase(platform.databaseUrl, 'test', { connections: 1 });
      app.addHook('onClose', () => db.destroy());
      handle(app, platform, failing('text'), () => sql`select ${'a\0b'}::text`.execute(db));
      handle(app, platform, failing('document'), () => sql`select ${JSON.stringify('a\0b')}::jsonb`.execute(db));
      handle(app, platform, failing('broken'), async () => {
        throw new Error('the inside of the platform');
      });
      await protocolScope(app, (scope) => {
        handle(scope, platform, raw, async (_, { request }) => {
          authorise(request.actor, 'deploy', { type: 'repository', name: 'raw' });
          let size = 0;
          for await (const chunk of request.raw) size += (chunk as Buffer).length;
          return { size, parsed: (request.body ?? null) as null };
        });
      });
    },
  });
});
afterAll(() => test.stop());

const post = (headers: Record<string, string>, body: unknown = { count: 1 }) =>
  fetch(`${test.baseUrl}/ui/api/v1/test/echo/abc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('calls of the contract', () => {
  it.each(['/text', '/document'])('says of a text that the database cannot keep that it is at fault (%s)', async (path) => {
    const answer = await fetch(`${test.baseUrl}${path}`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('cannot be kept')]);
  });

  it('answers only what the reply names', async () => {
    expect(await test.call(echo, { params: { name: 'abc' }, body: { count: 3 } })).toEqual({ name: 'abc', count: 3 });
  });

  it('names every field that is not valid', async () => {
    const answer = test.call(echo, { params: { name: 'a' }, body: { count: 3 } });
    await expect(answer).rejects.toMatchObject({ status: 400, code: 'invalid_input', fields: [{ path: 'params.name' }] });
    const second = test.call(echo, { params: { name: 'abc' }, body: { count: -1 } });
    await expect(second).rejects.toMatchObject({ fields: [{ path: 'count' }] });
  });

  it('asks strangers to sign in and refuses what is for administrators', async () => {
    await expect(test.call(echo, { params: { name: 'abc' }, body: { count: 1 } }, { as: 'anonymous' })).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(test.call(administration, {}, { as: 'alice' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(administration, {}, { as: { user: 'alice', password: 'wrong' } })).rejects.toMatchObject({ code: 'bad_credentials' });
  });

  it('takes an empty body for none, where clients name its type all the same', async () => {
    const headers = { 'content-type': 'application/json', ...test.headersOf('admin') };
    const bare = { method: 'DELETE', headers };
    expect((await fetch(`${test.baseUrl}/ui/api/v1/test/bare`, bare)).status).toBe(204);
    expect((await fetch(`${test.baseUrl}/ui/api/v1/test/bare`, { ...bare, body: '' })).status).toBe(204);
    const needed = await fetch(`${test.baseUrl}/ui/api/v1/test/echo/abc`, { method: 'POST', headers, body: '' });
    expect([needed.status, await needed.json()]).toMatchObject([400, { errors: [{ code: 'invalid_input', detail: [{ path: 'count' }] }] }]);
  });

  it('refuses a body with more values than others should wait for, whatever they are', async () => {
    const answer = await fetch(`${test.baseUrl}/ui/api/v1/test/echo/abc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"count":[${'[],'.repeat(150_000)}1]}`,
    });
    expect([answer.status, await answer.json()]).toMatchObject([413, { errors: [{ code: 'too_large', detail: { limit: 200_000 } }] }]);
  });

  it('answers bodies that are not JSON as the caller’s fault', async () => {
    const answer = await fetch(`${test.baseUrl}/ui/api/v1/test/echo/abc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...test.headersOf('admin') },
      body: '{ not json',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ code: 'bad_request' }] });
  });
});

describe('failures', () => {
  it('hide what went wrong inside behind the request id', async () => {
    const answer = await fetch(`${test.baseUrl}/broken`, { headers: { 'x-request-id': 'my-request-1' } });
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ errors: [{ status: 500, code: 'internal', requestId: 'my-request-1' }] });
    expect(text).not.toContain('inside of the platform');
  });

  it('answer unknown addresses in the envelope', async () => {
    const answer = await fetch(`${test.baseUrl}/nowhere`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { errors: [{ code: 'not_found' }] }]);
  });

  it.each(['/access/api/v1/brand/new?x=1', '/xray/api/v9/unheard-of', '/xsc/api/v1/unheard-of', '/worker/api/v1/workers'])(
    'API-001 name an unknown call of clients as one (%s)',
    async (path) => {
      const answer = await fetch(test.baseUrl + path, { method: 'POST' });
      const message = `There is no call POST ${path.replace(/\?.*/, '')}`;
      expect([answer.status, await answer.json()]).toMatchObject([404, { errors: [{ status: 404, code: 'not_found', message }] }]);
    },
  );
});

describe('headers', () => {
  it('forbid framing and sniffing everywhere, and ask for https only where it is spoken', async () => {
    const plain = await fetch(`${test.baseUrl}/nowhere`);
    expect(plain.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(plain.headers.get('x-content-type-options')).toBe('nosniff');
    expect(plain.headers.get('strict-transport-security')).toBeNull();
    const forwarded = await fetch(`${test.baseUrl}/nowhere`, { headers: { 'x-forwarded-proto': 'https' } });
    expect(forwarded.headers.get('strict-transport-security')).toMatch(/max-age/);
  });
});

describe('changes by session cookie', () => {
  it('need the console’s header', async () => {
    const answer = await post(test.headersOf('sessioner'));
    expect([answer.status, await answer.json()]).toMatchObject([403, { errors: [{ code: 'csrf_refused' }] }]);
    expect((await post({ ...test.headersOf('sessioner'), 'x-packhouse-console': '1' })).status).toBe(200);
  });

  it('are refused when another site sends them', async () => {
    const headers = { ...test.headersOf('sessioner'), 'x-packhouse-console': '1' };
    expect((await post({ ...headers, origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ ...headers, origin: test.baseUrl })).status).toBe(200);
  });

  it('leave passwords and tokens alone', async () => {
    expect((await post(test.headersOf('alice'))).status).toBe(200);
  });
});

describe('protocol bodies', () => {
  it('arrive as streams, of any type and beyond the limit of documents', async () => {
    const size = 11 * 1024 * 1024;
    for (const type of ['application/json', 'application/x-tar', 'nonsense']) {
      const answer = await fetch(`${test.baseUrl}/raw/x`, {
        method: 'PUT',
        body: new Uint8Array(size),
        headers: { 'content-type': type, ...test.headersOf('admin') },
      });
      expect([answer.status, await answer.json()]).toEqual([200, { size, parsed: null }]);
    }
  });

  /** Sends a head with `Expect: 100-continue` and the body once it is invited; resolves with all that came back. */
  function expecting(headers: Record<string, string>): Promise<string> {
    const { hostname, port } = new URL(test.baseUrl);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let seen = '';
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        seen += chunk;
        if (/^HTTP\/1.1 100 Continue\r\n\r\n$/.test(seen)) socket.write('hello');
        if (seen.includes('"size":')) socket.end();
      });
      socket.on('close', () => resolve(seen));
      const lines = Object.entries({ host: 'x', 'content-length': '5', expect: '100-continue', ...headers }).map(([name, value]) => `${name}: ${value}`);
      socket.write(`PUT /raw/x HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    });
  }

  it('are invited only after the request was authorised', async () => {
    expect(await expecting(test.headersOf('admin') as Record<string, string>)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK.*"size":5/s);
    const refused = await expecting({});
    expect(refused).toMatch(/^HTTP\/1.1 401/);
    expect(refused).toMatch(/connection: close/i);
  });
});

describe('/metrics', () => {
  it('is for administrators and for the collector’s token', async () => {
    const get = (headers: Record<string, string>) => fetch(`${test.baseUrl}/metrics`, { headers });
    expect((await get({})).status).toBe(401);
    expect((await get(test.headersOf('alice'))).status).toBe(403);
    expect((await get({ authorization: 'Bearer a-token-for-the-collecto' })).status).toBe(401);
    const answer = await get({ authorization: 'Bearer a-token-for-the-collector' });
    expect(answer.headers.get('content-type')).toContain('application/openmetrics-text');
    const text = await answer.text();
    expect(text).toContain('packhouse_http_request_seconds_count');
    expect(text.endsWith('# EOF\n')).toBe(true);
    expect((await get(test.headersOf('admin'))).status).toBe(200);
  });
});

it('API-003 lists every call on a page that reads without scripts', async () => {
  const answer = await fetch(`${test.baseUrl}/ui/api/v1/docs`);
  const page = await answer.text();
  const missing = test.app.registeredRoutes.flatMap(({ route: call }) => (page.includes(`id="${call.name}"`) ? [] : call.name));
  expect(missing).toEqual([]);
  expect(page).not.toContain('<script');
});

it('leads the bare address to the console', async () => {
  const answer = await fetch(test.baseUrl, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/ui/']);
});

it('stops at once although a connection was opened and never used', async () => {
  const other = await startTestPlatform({ jobs: false });
  const socket = connect(Number(new URL(other.baseUrl).port), '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('connect', resolve));
  await fetch(`${other.baseUrl}/artifactory/api/system/ping`);
  await other.stop();
  expect(await closed).toBe(false);
});

it('does not start with a route that is not in the contract, nor with a stream where bodies are parsed', async () => {
  const start = (extend: (app: FastifyInstance) => void) => startTestPlatform({ jobs: false, extend });
  await expect(start((app) => app.get('/smuggled', async () => 'past the contract'))).rejects.toThrow('GET /smuggled is not in the contract');
  await expect(start((app) => handle(app, test.platform, raw, async () => ({ size: 0, parsed: null })))).rejects.toThrow('protocolScope');
});
