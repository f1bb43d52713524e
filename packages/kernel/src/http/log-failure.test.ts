import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { AppError } from '@packhouse/contract/errors.ts';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerError } from './http.ts';

const lines: { level: number; msg: string }[] = [];
const app = () => {
  const server = fastify({ loggerInstance: pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }) });
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.post('/reads', async ({ raw }) => {
    for await (const _ of raw);
  });
  server.post('/reads-late', async ({ raw }) => {
    await vi.waitUntil(() => raw.complete && raw.destroyed, { timeout: 20_000 });
    for await (const _ of raw);
  });
  server.post('/fails', async ({ raw }) => {
    await raw[Symbol.asyncIterator]().next();
    throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED', syscall: 'connect' });
  });
  server.post('/asks-upstream', () => {
    throw new AppError('upstream_unavailable', { cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) });
  });
  return server;
};

let server: ReturnType<typeof app>;
beforeEach(async () => {
  lines.length = 0;
  server = app();
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => server.close());

/** Goes away when so much of a body of ten bytes was sent. */
async function sendPart(path: string, part: string): Promise<void> {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  const asked = once(server.server, 'request');
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: x/y\r\ncontent-length: 10\r\n\r\n${part}`);
  await asked;
  socket.destroy();
}

const levels = async () => {
  await vi.waitUntil(() => lines.some(({ msg }) => msg === 'request failed' || msg.includes('went away')), { timeout: 20_000 });
  return lines.filter(({ level }) => level >= 50).map(({ msg }) => msg);
};

it('tells of a sender who goes away before the end of a request, but as of no failure', async () => {
  await sendPart('/reads', 'half');
  expect(await levels()).toEqual([]);
});

it('nor is it one when all had come, and was not read yet', async () => {
  await sendPart('/reads-late', '0123456789');
  expect(await levels()).toEqual([]);
});

it('tells of a failure of its own, though whoever asked is gone', async () => {
  await sendPart('/fails', 'half');
  expect(await levels()).toEqual(['request failed']);
});

it('tells of an upstream that is away, but as of no failure of its own', async () => {
  const { port } = server.server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/asks-upstream`, { method: 'POST' })).status).toBe(503);
  expect(await levels()).toEqual([]);
  expect(lines.map(({ level, msg }) => [level, msg])).toContainEqual([40, 'request failed']);
});
