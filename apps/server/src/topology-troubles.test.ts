import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accessService } from '@packhouse/access-service/service.ts';
import { createPairingToken } from '@packhouse/contract/access/access-trust-routes.ts';
import * as contract from '@packhouse/contract/mission-control/unit-routes.ts';
import { missionControlService } from '@packhouse/mission-control-service/service.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const services = [accessService, missionControlService];
const megabyte = 1024 * 1024;

/** Stands before a deployment: it passes on what is asked, cuts everybody off, or answers itself, without end. */
async function startFront() {
  const state = { does: 'pass' as 'pass' | 'cut' | 'flood', target: '', flooded: 0 };
  const sockets = new Set<Socket>();
  async function flood(answer: ServerResponse): Promise<void> {
    answer.writeHead(200, { 'content-type': 'application/json' });
    const part = Buffer.alloc(64 * 1024, ' ');
    const parts = function* () {
      for (let sent = 0; sent < 50 * megabyte; sent += part.length) {
        state.flooded += part.length;
        yield part;
      }
    };
    await pipeline(Readable.from(parts()), answer).catch(() => undefined);
  }
  const server = createServer((asked, answer) => {
    if (state.does === 'flood') return void flood(answer);
    const { url = '/', method, headers } = asked;
    const there = request(`${state.target}${url}`, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(answer);
    });
    there.on('error', () => answer.destroy());
    asked.pipe(there);
  });
  server.on('connection', (socket: Socket) => {
    if (state.does === 'cut') return void socket.destroy();
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Whoever is connected is cut off, too. */
    cut() {
      state.does = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

let front: Awaited<ReturnType<typeof startFront>>;
let edge: TestPlatform;
let controls: [TestPlatform, TestPlatform];
let id: string;

const start = (nodeId: string, baseUrl?: string) =>
  startTestPlatform({ services, jobs: false, config: { nodeId, services: ['access', 'mission-control'], ...(baseUrl === undefined ? {} : { baseUrl }) } });

async function register(control: TestPlatform, name: string): Promise<contract.Unit> {
  const { token } = await edge.call(createPairingToken, { body: { purposes: ['mission-control'] } });
  return control.call(contract.registerUnit, { body: { token, name, tags: [name] } });
}

beforeAll(async () => {
  front = await startFront();
  edge = await start('edge', front.url);
  front.state.target = edge.baseUrl;
  controls = await Promise.all([start('one'), start('two')]);
  id = (await register(controls[0], 'first')).id;
});
afterAll(async () => {
  front.stop();
  await Promise.all([edge, ...controls].map((one) => one.stop()));
});
beforeEach(() => {
  front.state.does = 'pass';
});

const ask = (at: TestPlatform) => at.call(contract.askUnit, { params: { id } });
async function askTimes(at: TestPlatform, times: number): Promise<contract.Unit> {
  for (let asked = 1; asked < times; asked++) await ask(at);
  return ask(at);
}
const readChanges = async () => (await controls[0].call(contract.listStatusChanges, { params: { id } })).items.map(({ status }) => status).toReversed();

it('tells a deployment that is cut off from one that is there, and comes back when it is', async () => {
  expect((await ask(controls[0])).status).toBe('ONLINE');
  front.cut();
  expect((await askTimes(controls[0], 2)).status).toBe('ONLINE');
  expect(await ask(controls[0])).toMatchObject({ status: 'OFFLINE', takesLicences: false });
  front.state.does = 'pass';
  expect((await ask(controls[0])).status).toBe('OFFLINE');
  expect(await ask(controls[0])).toMatchObject({ status: 'ONLINE', version: '0.0.0-test' });
  expect(await readChanges()).toEqual(['ONLINE', 'OFFLINE', 'ONLINE']);
});

it('reads no more of an answer of fifty megabytes than a beacon may be, and keeps what was said before', async () => {
  front.state.does = 'flood';
  const seen = await askTimes(controls[0], 3);
  expect(seen).toMatchObject({ status: 'UNAVAILABLE', version: '0.0.0-test', reason: { reason: 'peer_answer_too_large' } });
  // What stands in buffers on the way was sent, too.
  expect(front.state.flooded).toBeLessThan(3 * 25 * megabyte);
  front.state.does = 'pass';
  expect((await askTimes(controls[0], 2)).status).toBe('ONLINE');
});

it('is known to two mission controls, each by its own words, and stays with the one when the other lets it go', async () => {
  const unit = await register(controls[1], 'second');
  expect(unit).toMatchObject({ id, name: 'second', tags: ['second'], status: 'ONLINE' });
  expect(await ask(controls[0])).toMatchObject({ name: 'first', tags: ['first'], status: 'ONLINE' });
  await controls[1].call(contract.removeUnit, { params: { id } });
  expect((await controls[1].call(contract.listUnits, {})).items.map((one) => one.id)).not.toContain(id);
  expect(await askTimes(controls[0], 3)).toMatchObject({ name: 'first', status: 'ONLINE' });
});
