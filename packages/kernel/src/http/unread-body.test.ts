import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@packhouse/contract/errors.ts';
import { route, stream } from '@packhouse/contract/route.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { handle, protocolScope } from './http.ts';

const upload = route('upload', { summary: 'Fails', method: 'PUT', url: '/', access: 'public', body: stream('text/plain'), reply: z.void() });
const forPeers = route('forPeers', { summary: 'Is for deployments', method: 'POST', url: '/for-peers', access: 'peer', body: z.object({}), reply: z.void() });
const next = route('next', { summary: 'Answers', method: 'GET', url: '/next', access: 'public', reply: stream('text/plain') });

let test: TestPlatform;
beforeAll(async () => {
  test = await startTestPlatform({
    jobs: false,
    async extend(app, platform) {
      await protocolScope(app, (scope) => {
        handle(scope, platform, { ...upload, name: 'firstPart', url: '/first-part' }, async (_, { request }) => {
          for await (const _ of request.raw) throw new AppError('too_large');
        });
        handle(scope, platform, { ...upload, name: 'firstPiece', url: '/first-piece' }, async (_, { request }) => {
          await request.raw[Symbol.asyncIterator]().next();
          throw new AppError('too_large');
        });
        handle(scope, platform, { ...upload, name: 'broken', url: '/broken' }, async (_, { request }) => {
          const full = new Writable({ write: (_chunk, _encoding, done) => done(new AppError('too_large')) });
          await pipeline(request.raw, full);
        });
        handle(scope, platform, forPeers, async () => undefined);
        handle(scope, platform, next, async (_, { reply }) => reply.send('the next answer'));
      });
    },
  });
});
afterAll(() => test.stop());

/** Sends one part of a body, the rest after the answer began, and then another request on the same connection; resolves with all that came back. */
async function talk(path: string): Promise<string> {
  const { hostname, port } = new URL(test.baseUrl);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => undefined);
  const part = 'x'.repeat(100_000);
  socket.write(`PUT ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${2 * part.length}\r\n\r\n${part}`);
  await once(socket, 'data');
  if (!socket.writable) return answer;
  socket.write(`${part}GET /next HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  if (!socket.closed) await once(socket, 'close');
  return answer;
}

describe('a body that was not read to its end', () => {
  it('is read past when a loop over it was left, so that the connection serves the next request', async () => {
    expect(await talk('/first-part')).toMatch(/^HTTP\/1\.1 413 [\s\S]*the next answer$/);
  });

  it('is read past when a reader stopped in the middle', async () => {
    expect(await talk('/first-piece')).toMatch(/^HTTP\/1\.1 413 [\s\S]*the next answer$/);
  }, 10_000);

  it('ends the connection when it was destroyed', async () => {
    const answer = await talk('/broken');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('is not counted for ever as one under way when it was refused before anybody touched it', async () => {
    const statuses = new Set<number>();
    for (let sent = 0; sent < 40; sent++) {
      const answer = await fetch(`${test.baseUrl}/for-peers`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
      await answer.text();
      statuses.add(answer.status);
    }
    expect([...statuses]).toEqual([401]);
  });
});
