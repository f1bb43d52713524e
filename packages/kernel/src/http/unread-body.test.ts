import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@packhouse/contract/errors.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { protocolScope } from './http.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await startTestPlatform({
    jobs: false,
    async extend(app) {
      await protocolScope(app, (scope) => {
        scope.put('/first-part', async ({ raw }) => {
          for await (const _ of raw) throw new AppError('too_large');
        });
        scope.put('/broken', async ({ raw }) => {
          const full = new Writable({ write: (_chunk, _encoding, done) => done(new AppError('too_large')) });
          await pipeline(raw, full);
        });
        scope.get('/next', async () => 'the next answer');
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

  it('ends the connection when it was destroyed', async () => {
    const answer = await talk('/broken');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });
});
