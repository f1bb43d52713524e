import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listHookDeliveries, readHookDelivery } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { createHook, readHook } from '@packhouse/contract/events/hook-routes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type EventsTestPlatform, makeHook, patience, startEventsPlatform, startReceiver } from '../events-test-platform.ts';

let test: EventsTestPlatform;
beforeAll(async () => {
  test = await startEventsPlatform();
});
afterAll(() => test.stop());
afterEach(async () => {
  Object.assign(test.patience, { head: 15_000, all: 30_000 });
  await test.db.deleteFrom('subscription').execute();
});

const health = async (key: string) => (await test.call(readHook, { params: { key } })).health;
const list = async () => (await test.call(listHookDeliveries, { query: {} })).items;

/** Listens on a free port until the test has ended. */
async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** A receiver that keeps to no protocol: it does this once something came. */
async function startRaw(answer: (socket: Socket) => void): Promise<string> {
  const port = await listen(createServer((socket) => void socket.once('data', () => answer(socket))));
  return `http://localhost:${port}/`;
}

/** Writes one byte after the other of a head that never ends. */
function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
  const timer = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => clearInterval(timer));
}

/** Promises an answer again and again, and never gives it. */
function promise(socket: Socket): void {
  const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), 20);
  socket.on('close', () => clearInterval(timer));
}

/** Writes headers without end. */
function flood(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n');
  const line = `x-more: ${'x'.repeat(1000)}\r\n`;
  const write = () => {
    while (!socket.destroyed && socket.write(line));
  };
  socket.on('drain', write);
  write();
}

describe('an answer that is none', () => {
  it.each<[string, (socket: Socket) => void, string]>([
    ['comes byte by byte', drip, 'receiver_too_slow'],
    ['is announced again and again', promise, 'receiver_too_slow'],
    [
      'takes another protocol over',
      (socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      'receiver_unreachable',
    ],
    ['says two lengths', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 20\r\n\r\nx'), 'receiver_unreachable'],
    ['has headers without end', flood, 'receiver_unreachable'],
    ['is of another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), 'receiver_unreachable'],
    ['is a connection reset', (socket) => socket.resetAndDestroy(), 'receiver_unreachable'],
    ['is a closed connection', (socket) => socket.end(), 'receiver_unreachable'],
  ])('fails the receiver, in words, when it %s', async (_, answer, reason) => {
    if (reason === 'receiver_too_slow') test.patience.head = 300;
    await test.call(createHook, { body: makeHook('odd', await startRaw(answer)) });
    await test.deploy('a');
    await expect.poll(() => health('odd'), patience).toMatchObject({ state: 'failing', waiting: 1, reason: { reason } });
    expect(await list()).toMatchObject([{ state: 'waiting', attempts: 1, reason: { reason } }]);
  });

  it('counts once its head is there, though it breaks off', async () => {
    const url = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\nhalf', () => socket.resetAndDestroy());
    });
    await test.call(createHook, { body: makeHook('broken', url) });
    await test.deploy('a');
    await expect.poll(list, patience).toMatchObject([{ state: 'delivered', attempts: 1, status: 200 }]);
  });

  it('is kept though it is cut within a character', async () => {
    const receiver = await startReceiver();
    receiver.answer = (_, response) => void response.end(`x${'😀'.repeat(10_000)}`);
    await test.call(createHook, { body: makeHook('merry', receiver.url) });
    await test.deploy('a');
    await expect.poll(list, patience).toMatchObject([{ state: 'delivered' }]);
    const { items } = await test.call(readHookDelivery, { params: { id: (await list())[0]!.id } });
    expect(items[0]!.response!.excerpt).toMatch(/^x😀+\uFFFD$/u);
  });

  it('is never unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const receiver = await startReceiver();
    receiver.answer = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    await test.call(createHook, { body: makeHook('bomb', receiver.url) });
    await test.deploy('a');
    await expect.poll(list, patience).toMatchObject([{ state: 'delivered' }]);
    expect(receiver.received[0]!.headers['accept-encoding']).toBe('identity');
    const { items } = await test.call(readHookDelivery, { params: { id: (await list())[0]!.id } });
    const { excerpt } = items[0]!.response!;
    expect([excerpt.length <= 16_384, excerpt.slice(0, 1)]).toEqual([true, '\u001f']);
  });
});

describe('whom a message goes to', () => {
  it('is nobody whose certificate is not his', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'packhouse-hook-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    execFileSync('openssl', ['req', ...options, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const heard: string[] = [];
    const secure = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, ({ url }) => void heard.push(url ?? ''));
    rmSync(folder, { recursive: true });
    await test.call(createHook, { body: makeHook('forged', `https://localhost:${await listen(secure)}/`) });
    const plain = await startReceiver();
    await test.call(createHook, { body: makeHook('plain', plain.url.replace('http:', 'https:')) });
    await test.deploy('a');
    const reason = (code: string) => ({ state: 'failing', reason: { reason: 'receiver_unreachable', message: expect.stringContaining(code) } });
    await expect.poll(() => health('forged'), patience).toMatchObject(reason('DEPTH_ZERO_SELF_SIGNED_CERT'));
    await expect.poll(() => health('plain'), patience).toMatchObject(reason('SSL'));
    expect([heard, plain.received]).toEqual([[], []]);
  });

  it('is judged by the address at which it connects, whatever the name meant before', async () => {
    const guarded = await startEventsPlatform({ config: { outgoing: { allow: ['127.0.0.2/32'], noProxy: [] } } });
    const lookup = dns.lookup;
    onTestFinished(async () => {
      Object.assign(dns, { lookup });
      syncBuiltinESMExports();
      await guarded.stop();
    });
    let leadsTo = '127.0.0.2';
    // The name server of whoever owns the name.
    Object.assign(dns, {
      lookup: (name: string, ...rest: readonly [object, (error: null, found: { address: string; family: number }[]) => void]) =>
        name === 'hooks.example.org' ? rest[1](null, [{ address: leadsTo, family: 4 }]) : Reflect.apply(lookup, dns, [name, ...rest]),
    });
    syncBuiltinESMExports();
    let [good, inside] = [0, 0];
    const close = 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';
    const outer = createServer((socket) => void socket.once('data', () => ++good && socket.end(close)));
    const port = await listen(outer, '127.0.0.2');
    const inner = createServer((socket) => void (++inside && socket.end(close)));
    await new Promise<void>((resolve) => inner.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => void inner.close());
    await guarded.call(createHook, { body: makeHook('turning', `http://hooks.example.org:${port}/`) });
    const states = async () => (await guarded.call(listHookDeliveries, { query: {} })).items.map(({ state }) => state);
    await guarded.deploy('a');
    await expect.poll(states, patience).toEqual(['delivered']);
    leadsTo = '127.0.0.1';
    await guarded.deploy('b');
    const read = async () => (await guarded.call(readHook, { params: { key: 'turning' } })).health;
    await expect.poll(read, patience).toMatchObject({ state: 'failing', reason: { message: expect.stringContaining('127.0.0.1') } });
    expect([await states(), good, inside]).toEqual([['waiting', 'delivered'], 1, 0]);
  });
});

describe('what is large', () => {
  it('an event of five megabytes goes out whole', async () => {
    const receiver = await startReceiver();
    const filter = { domain: 'artifact_property' as const, event_types: ['added'], criteria: { anyLocal: true } };
    await test.call(createHook, { body: { ...makeHook('large', receiver.url), event_filter: filter } });
    const value = randomBytes(5 * 1024 * 1024).toString('base64');
    const files = [{ path: 'a', changes: [{ key: 'note', before: [], after: [value] }] }];
    await test.db.transaction().execute((tx) =>
      test.platform.outbox.publish(tx as unknown as Parameters<typeof test.platform.outbox.publish>[0], {
        type: 'properties.changed',
        subject: 'libs',
        data: { repository: 'libs', class: 'local', files },
      }),
    );
    await expect.poll(() => receiver.received.length, patience).toBe(1);
    expect(JSON.parse(receiver.received[0]!.body).data.property_values).toEqual([value]);
    await expect.poll(list, patience).toMatchObject([{ state: 'delivered' }]);
  });
});
