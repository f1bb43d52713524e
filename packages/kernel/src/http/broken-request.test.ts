import { once } from 'node:events';
import { connect } from 'node:net';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: TestPlatform;
beforeAll(async () => {
  test = await startTestPlatform({ jobs: false });
});
afterAll(() => test.stop());

/** Sends what may be no request at all; resolves with status, type and document of the answer. */
async function send(text: string): Promise<unknown[]> {
  const { hostname, port } = new URL(test.baseUrl);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part;
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return [head.split('\r\n')[0], /^content-type: (.*)$/m.exec(head)?.[1]?.trim(), JSON.parse(body)];
}

const refusal = (status: number, code: string) => ({ errors: [expect.objectContaining({ status, code, message: expect.any(String) })] });
const json = 'application/json; charset=utf-8';

it('a head that is too long is refused in the envelope of all refusals', async () => {
  const answer = await send(`GET /?${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
  expect(answer).toEqual(['HTTP/1.1 431 Request Header Fields Too Large', json, refusal(431, 'head_too_large')]);
});

it('what is no request is refused in it, too', async () => {
  expect(await send('what is this?\r\n\r\n')).toEqual(['HTTP/1.1 400 Bad Request', json, refusal(400, 'bad_request')]);
});
