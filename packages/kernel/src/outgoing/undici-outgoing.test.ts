import { getEventListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressRules } from './address-rules.ts';
import { type UndiciOutgoing, undiciOutgoing } from './undici-outgoing.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
const servers: Server[] = [];

async function serve(handler: Handler): Promise<string> {
  const server = createServer((request, response) => void handler(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

const openTo = (allow: string[], proxy?: string): UndiciOutgoing => undiciOutgoing({ allow, proxy, userAgent: 'test' });
let upstream: string;
let other: string;
let outgoing: UndiciOutgoing;
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];

beforeAll(async () => {
  const record: Handler = async (request, response) => {
    const body = await text(request);
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
    const to = /^\/to\/(\d+)\/(.*)$/.exec(request.url!);
    if (to) return void response.writeHead(Number(to[1]), { location: decodeURIComponent(to[2]!) }).end();
    if (request.url === '/silent') return;
    response.writeHead(200, { link: '<a>', 'x-two': ['1', '2'] }).end(`hello from ${request.headers.host}`);
  };
  upstream = await serve(record);
  other = (await serve(record)).replace('127.0.0.1', 'localhost');
  outgoing = openTo(['127.0.0.0/8', '::1']);
});
afterAll(async () => {
  await outgoing.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

it('tells when a request goes out: after its connection stands, and before the server sees it', async () => {
  const steps: string[] = [];
  const url = await serve((_, response) => {
    steps.push('seen');
    response.end();
  });
  for (const number of [1, 2]) {
    const { body } = await outgoing.request(url, { onConnected: () => steps.push(`connected ${number}`) });
    await text(body);
  }
  await expect(outgoing.request('http://localhost:1/', { onConnected: () => steps.push('never') })).rejects.toMatchObject({ code: 'upstream_unavailable' });
  expect(steps).toEqual(['connected 1', 'seen', 'connected 2', 'seen']);
});

const to = (status: number, location: string) => `${upstream}/to/${status}/${encodeURIComponent(location)}`;

describe('which addresses may be contacted', () => {
  const refused = (address: string, allowPrivate = false, allow: string[] = []) => {
    try {
      addressRules(allow).check(address, allowPrivate);
      return false;
    } catch {
      return true;
    }
  };

  it('CORE-006 refuses private, loopback, link-local, metadata and disguised addresses', () => {
    const all = ['127.0.0.1', '10.1.2.3', '192.168.1.1', '172.16.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255'];
    const v6 = [
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      'fd00:ec2::254',
      '::ffff:127.0.0.1',
      '::127.0.0.1',
      '::10.0.0.1',
      '4000::1',
      '::ffff:a00:1',
      '64:ff9b::7f00:1',
      'ff02::1',
      '2002:7f00:1::',
      '100.100.100.200',
    ];
    for (const address of [...all, ...v6]) expect([address, refused(address)]).toEqual([address, true]);
    for (const address of ['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808']) expect([address, refused(address)]).toEqual([address, false]);
  });

  it('opens one’s own network where it is allowed, but never metadata that is not named', () => {
    for (const address of ['127.0.0.1', '10.1.2.3', 'fd00::1', '::ffff:10.0.0.1']) expect([address, refused(address, true)]).toEqual([address, false]);
    for (const address of ['169.254.169.254', 'fe80::1', 'fd00:ec2::254', '100.100.100.200', '0.0.0.0'])
      expect([address, refused(address, true)]).toEqual([address, true]);
    expect(refused('169.254.169.254', false, ['169.254.169.254'])).toBe(false);
    expect(refused('10.1.2.3', false, ['10.0.0.0/8'])).toBe(false);
    expect(refused('11.1.2.3', true, ['10.0.0.0/8'])).toBe(false);
    expect(() => addressRules(['ten dot'])).toThrow('neither an address nor a range');
  });

  it('refuses them however they are written, and names that lead to them', async () => {
    const closed = openTo([]);
    const { port } = new URL(upstream);
    for (const host of ['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])
      await expect(closed.request(`http://${host}:${port}/`)).rejects.toMatchObject({ code: 'address_refused' });
    for (const url of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'not a url'])
      await expect(closed.request(url)).rejects.toMatchObject({ code: 'address_refused' });
    for (const url of [`${upstream}\\@example.org/`, upstream.replaceAll('/', '\\'), to(302, `${upstream}\\@example.org/`)])
      await expect(closed.request(url, { allowPrivate: true })).rejects.toMatchObject({ code: 'address_refused' });
    expect((await closed.request(upstream, { allowPrivate: true })).status).toBe(200);
    await closed.close();
  });

  it('refuses a redirect to them', async () => {
    const half = openTo(['127.0.0.1']);
    await expect(half.request(to(302, 'http://169.254.169.254/latest/meta-data/'))).rejects.toMatchObject({ code: 'address_refused' });
    await expect(half.request(to(302, 'http://[::1]/'))).rejects.toMatchObject({ code: 'address_refused' });
    await half.close();
    const closed = openTo([]);
    const there = to(302, upstream);
    expect((await closed.request(there, { allowPrivate: true })).status).toBe(200);
    await expect(closed.request(there.replace('127.0.0.1', 'localhost'), { allowPrivate: true })).rejects.toMatchObject({ code: 'address_refused' });
    await closed.close();
  });
});

describe('requests', () => {
  it('stream both ways, ask for no encoding and join repeated headers', async () => {
    seen = [];
    const answer = await outgoing.request(`${upstream}/a?b=c`, { method: 'PUT', body: Readable.from(['one ', 'two']), headers: { 'X-Mine': '1' } });
    expect(await text(answer.body)).toContain('hello');
    expect(answer).toMatchObject({ status: 200, url: `${upstream}/a?b=c`, headers: { 'x-two': '1, 2' } });
    expect(seen[0]).toMatchObject({
      method: 'PUT',
      url: '/a?b=c',
      body: 'one two',
      headers: { 'accept-encoding': 'identity', 'user-agent': 'test', 'x-mine': '1' },
    });
  });

  it('follow redirects and drop credentials when the host changes', async () => {
    seen = [];
    const headers = { Authorization: 'Bearer secret', 'x-other': 'kept' };
    const same = await outgoing.request(to(302, '/same'), { headers });
    same.body.resume();
    const away = await outgoing.request(to(307, `${other}/away`), { headers });
    away.body.resume();
    expect(away.url).toBe(`${other}/away`);
    expect(seen.map(({ url, headers: { authorization } }) => [url.slice(0, 4), authorization])).toEqual([
      ['/to/', 'Bearer secret'],
      ['/sam', 'Bearer secret'],
      ['/to/', 'Bearer secret'],
      ['/awa', undefined],
    ]);
    expect(seen[3]!.headers['x-other']).toBe('kept');
  });

  it('turn into GET where the standard says so, and hand the redirect back when none is wanted', async () => {
    seen = [];
    await text((await outgoing.request(to(303, '/seen'), { method: 'POST', body: 'x' })).body);
    await text((await outgoing.request(to(308, '/kept'), { method: 'POST', body: 'x' })).body);
    expect(seen.filter(({ url }) => !url.startsWith('/to')).map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/seen', ''],
      ['POST', '/kept', 'x'],
    ]);
    const answer = await outgoing.request(to(302, '/x'), { redirects: 0 });
    expect([answer.status, answer.headers.location]).toEqual([302, '/x']);
    answer.body.resume();
  });

  it('give up on endless redirects, silence and closed doors', async () => {
    const loop = await serve((request, response) => void response.writeHead(302, { location: request.url! }).end());
    await expect(outgoing.request(`${loop}/again`)).rejects.toMatchObject({ code: 'upstream_failed' });
    await expect(outgoing.request(`${upstream}/silent`, { timeout: 200 })).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: expect.stringContaining('200 ms'),
    });
    await expect(outgoing.request('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'upstream_unavailable' });
    const controller = new AbortController();
    const called = outgoing.request(`${upstream}/silent`, { signal: controller.signal });
    controller.abort();
    await expect(called).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('are cut off with whoever asked while the body comes, too, and leave nothing at their signal once it has come', async () => {
    const endless = await serve((_, response) => void response.writeHead(200).write('begin'));
    const controller = new AbortController();
    const begun = await outgoing.request(endless, { signal: controller.signal });
    controller.abort();
    await expect(text(begun.body)).rejects.toMatchObject({ name: 'AbortError' });
    const { signal } = new AbortController();
    const whole = await outgoing.request(upstream, { signal });
    expect(await text(whole.body)).toContain('hello');
    await vi.waitFor(() => expect(getEventListeners(signal, 'abort')).toEqual([]), { timeout: 30_000 });
  });

  it('take user and password out of the address', async () => {
    seen = [];
    const answer = await outgoing.request(upstream.replace('http://', 'http://ann:p%40ss@'));
    answer.body.resume();
    expect(seen[0]!.headers.authorization).toBe(`Basic ${Buffer.from('ann:p@ss').toString('base64')}`);
    expect(answer.url).not.toContain('ann');
    (await outgoing.request(upstream.replace('http://', 'http://ann:50%@'))).body.resume();
    expect(seen[1]!.headers.authorization).toBe(`Basic ${Buffer.from('ann:50%').toString('base64')}`);
  });

  it('go through the proxy where there is one', async () => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(200).end('by proxy');
    });
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url}`);
      const [host, port] = request.url!.split(':');
      const through = connect(Number(port), host);
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      through.pipe(socket).on('error', () => undefined);
      socket.pipe(through).on('error', () => undefined);
    });
    servers.push(proxy);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const proxyUrl = `http://127.0.0.1:${(proxy.address() as { port: number }).port}`;
    const via = openTo(['127.0.0.0/8'], proxyUrl);
    await text((await via.request(`${upstream}/x`)).body);
    expect(asked).toHaveLength(1);
    await text((await outgoing.request(`${upstream}/y`, { proxy: { url: proxyUrl, noProxy: [] } })).body);
    expect(asked).toHaveLength(2);
    const upstreamPort = Number(new URL(upstream).port);
    const through = await via.tunnel({ host: '127.0.0.1', port: upstreamPort });
    through.write('GET /through HTTP/1.1\r\nhost: there\r\nconnection: close\r\n\r\n');
    expect(await text(through)).toContain('hello from there');
    expect(asked.at(-1)).toBe(`CONNECT 127.0.0.1:${upstreamPort}`);
    await expect(via.tunnel({ host: '10.0.0.1', port: 80 })).rejects.toMatchObject({ code: 'address_refused' });
    await expect(via.request('http://10.0.0.1/')).rejects.toMatchObject({ code: 'address_refused' });
    await via.close();
  });
});

describe('plain connections', () => {
  it('CORE-006 are made to allowed addresses only, and say what failed', async () => {
    const greeter = createTcpServer((socket) => socket.end('220 ready'));
    await new Promise<void>((resolve) => greeter.listen(0, '127.0.0.1', resolve));
    const { port } = greeter.address() as { port: number };
    expect(await text(await outgoing.connect({ host: '127.0.0.1', port }))).toBe('220 ready');
    const closed = openTo([]);
    for (const host of ['127.0.0.1', '[::1]', 'localhost', '169.254.169.254'])
      await expect(closed.connect({ host, port })).rejects.toMatchObject({ code: 'address_refused' });
    expect(await text(await closed.connect({ host: '127.0.0.1', port, allowPrivate: true }))).toBe('220 ready');
    await expect(closed.tunnel({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'address_refused' });
    expect(await text(await outgoing.tunnel({ host: '127.0.0.1', port }))).toBe('220 ready');
    await closed.close();
    await new Promise((resolve) => greeter.close(resolve));
    await expect(outgoing.connect({ host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('survive that the server breaks them before anybody listens', async () => {
    const accepted = Promise.withResolvers<Socket>();
    const server = createTcpServer(accepted.resolve);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = await outgoing.connect({ host: '127.0.0.1', port: (server.address() as { port: number }).port });
    const closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    (await accepted.promise).resetAndDestroy();
    expect(await closed).toBe(true);
    await new Promise((resolve) => server.close(resolve));
  });
});
