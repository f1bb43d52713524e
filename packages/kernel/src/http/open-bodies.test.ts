import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { limitOpenBodies } from './open-bodies.ts';

let app: FastifyInstance;
let sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await app.close();
});

async function start(kind: 'anonymous' | 'user', silence: number): Promise<number> {
  app = fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (request) => {
    request.actor = { kind } as never;
  });
  limitOpenBodies(app, { silence, strangers: { all: 3, each: 2 } });
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, _request, reply) => reply.code((error as { status?: number }).status ?? 500).send());
  app.put('/', async ({ raw }) => ({ length: (await buffer(raw)).length }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

async function send(port: number, text: string): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return { socket, answer: () => answer };
}

const head = 'PUT / HTTP/1.1\r\nhost: a\r\ncontent-type: a/b\r\ncontent-length: 10\r\n\r\n';

it('ends a request whose sender falls silent in the middle of its body', async () => {
  const { socket } = await send(await start('user', 200), `${head}12345`);
  await expect(once(socket, 'close')).resolves.toBeDefined();
});

it('lets a body take as long as it needs while bytes arrive', async () => {
  const { socket, answer } = await send(await start('user', 1000), head);
  for (let sent = 0; sent < 10; sent++) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    socket.write('x');
  }
  await expect.poll(answer).toContain('{"length":10}');
});

it('refuses further bodies of strangers from one place while others of theirs are under way, and takes them again afterwards', async () => {
  const port = await start('anonymous', 60_000);
  const waiting = [await send(port, `${head}1`), await send(port, `${head}1`)];
  // Both are known to be open once a third is refused.
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/`, { method: 'PUT', body: 'x', headers: { 'content-type': 'a/b' } })).status).toBe(429);
  for (const { socket } of waiting) socket.write('234567890');
  await expect.poll(() => waiting.map(({ answer }) => answer().includes('{"length":10}'))).toEqual([true, true]);
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/`, { method: 'PUT', body: 'x', headers: { 'content-type': 'a/b' } })).status).toBe(200);
});
