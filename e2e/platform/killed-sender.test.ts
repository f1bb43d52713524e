import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createClient } from '@packhouse/contract/client.ts';
import { listHookDeliveries, pauseHook, resumeHook } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook } from '@packhouse/contract/events/hook-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { startDatabase } from '@packhouse/testkit/start-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDatabase } from '../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { requireQuietLogs } from '../clients/require-quiet-logs.ts';

const adminPassword = 'Admin-password-1';
const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };
const patience = { timeout: 60_000, interval: 50 };

let folder: string;
let database: Awaited<ReturnType<typeof startDatabase>>;
let server: PackhouseProcess;
let receiver: Server;
const received: { id: string; body: string; path: string }[] = [];
/** Answers that are not given yet; while there is a list, none is. */
let held: ServerResponse[] | undefined;

const start = async () => {
  server = await startPackhouse({
    home: join(folder, 'home'),
    workers: 2,
    adminPassword,
    env: { DATABASE_URL: database.url(), PACKHOUSE_MASTER_KEY: 'ab'.repeat(32), PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8,::1/128' },
  });
};
const call: ReturnType<typeof createClient> = (route, input) => createClient({ baseUrl: server.url, headers: () => headers })(route, input);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-killed-'));
  await seedDatabase(folder);
  database = await startDatabase(folder);
  receiver = createServer((request, response) => {
    response.on('error', () => undefined);
    buffer(request).then(
      (bytes) => {
        const body = bytes.toString();
        received.push({ id: String(request.headers['webhook-id']), body, path: JSON.parse(body).data.path });
        if (held) held.push(response);
        else response.end();
      },
      () => undefined,
    );
  }).listen(0);
  await once(receiver, 'listening');
  await start();
});
afterAll(async () => {
  await server?.stop();
  await database?.stop();
  receiver?.closeAllConnections();
  receiver?.close();
  try {
    await requireQuietLogs(join(folder, 'home'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Uploads one file after the other until nobody answers any more; gives those that were acknowledged. */
async function uploadUntilKilled(name: string): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let count = 0; ; count++) {
    const path = `${name}/${count}.txt`;
    const answer = await fetch(`${server.url}/artifactory/files/${path}`, { method: 'PUT', headers, body: path }).catch(() => undefined);
    if (answer === undefined) return acknowledged;
    if (answer.status === 201) acknowledged.push(path);
    await answer.body?.cancel();
  }
}

/** Ends every process of the platform at once, which leaves none of them time for anything. */
const killAll = () => process.kill(-server.pid, 'SIGKILL');

async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The ninety seconds pass for which a sender keeps what it has claimed. */
const endLeases = () =>
  withDatabase(async (client) => (await client.query(`update events.message set lease_until = now() where state = 'sending'`)).rowCount ?? 0);

async function upload(name: string): Promise<string[]> {
  const paths = Array.from({ length: 20 }, (_, at) => `${name}/${at}.txt`);
  for (const path of paths) {
    const answer = await fetch(`${server.url}/artifactory/files/${path}`, { method: 'PUT', headers, body: path });
    expect(answer.status).toBe(201);
    await answer.body?.cancel();
  }
  return paths;
}

const findReceived = (paths: readonly string[]) =>
  received
    .filter(({ path }) => paths.includes(path))
    .map(({ path }) => path)
    .toSorted();

it('nothing is missed when every process is killed in the middle of deliveries and of what they tell of', async () => {
  await call(createRepository, { body: { class: 'local', key: 'files', format: 'generic' } });
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/`;
  const filter = { domain: 'artifact' as const, event_types: ['deployed'], criteria: { anyLocal: true } };
  await call(createHook, { body: { key: 'killed', event_filter: filter, handlers: [{ handler_type: 'webhook', url }] } });
  const acknowledged: string[] = [];
  for (const round of ['one', 'two']) {
    held = undefined;
    const loads = [1, 2, 3].map((name) => uploadUntilKilled(`${round}-${name}`));
    const before = received.length;
    // Some have gone through, so that as many as may be are under way.
    await expect.poll(() => received.length, patience).toBeGreaterThan(before + 20);
    const answers: ServerResponse[] = [];
    held = answers;
    await expect.poll(() => answers.length, patience).toBeGreaterThan(1);
    const underWay = received.slice(-answers.length);
    killAll();
    acknowledged.push(...(await Promise.all(loads)).flat());
    await server.stop();
    // The receiver has them, and its answers reach nobody.
    for (const answer of answers) answer.end();
    held = undefined;
    await start();
    expect(await endLeases()).toBeGreaterThanOrEqual(underWay.length);
    for (const { id, body } of underWay)
      await expect.poll(() => received.filter((one) => one.id === id).map((one) => one.body), patience).toEqual([body, body]);
  }
  await expect.poll(() => acknowledged.filter((path) => !received.some((one) => one.path === path)), patience).toEqual([]);
  const rest = async () => [
    ...(await call(listHookDeliveries, { query: { state: 'waiting' } })).items,
    ...(await call(listHookDeliveries, { query: { state: 'sending' } })).items,
  ];
  await expect.poll(rest, patience).toEqual([]);
  // Each event has become one message, whose bytes are the same each time.
  const messages = new Map<string, Set<string>>();
  for (const { path, id, body } of received) messages.set(path, (messages.get(path) ?? new Set()).add(`${id} ${body}`));
  expect([...messages.values()].filter(({ size }) => size !== 1)).toEqual([]);
});

it('each event is one message, though every process is killed before its messages are committed', async () => {
  const paths = await withDatabase(async (client) => {
    await client.query('begin');
    await client.query('lock table events.message in share row exclusive mode');
    const uploaded = await upload('before');
    const isMaking = async () =>
      (await client.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ '^\\s*with happening as'`)).rowCount;
    await expect.poll(isMaking, patience).toBe(1);
    killAll();
    await server.stop();
    await client.query('rollback');
    return uploaded;
  });
  await start();
  await expect.poll(() => findReceived(paths), patience).toEqual(paths.toSorted());
});

it('each event is one message, though every process is killed when its messages are committed and none is sent', async () => {
  const params = { key: 'killed' };
  await call(pauseHook, { params });
  const paths = await upload('after');
  const waiting = async () => (await call(listHookDeliveries, { query: { state: 'waiting' } })).items.map(({ id }) => id).toSorted();
  await expect.poll(async () => (await waiting()).length, patience).toBe(paths.length);
  const ids = await waiting();
  killAll();
  await server.stop();
  await start();
  expect(await waiting()).toEqual(ids);
  await call(resumeHook, { params });
  await expect.poll(() => findReceived(paths), patience).toEqual(paths.toSorted());
  expect(
    received
      .filter(({ path }) => paths.includes(path))
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids);
});
