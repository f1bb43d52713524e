import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { updateGeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import * as routes from '@packhouse/contract/access/access-trust-routes.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessService } from '../service.ts';
import { deploymentKeys, type OwnKey } from './deployment-keys.ts';
import { writeSuccession } from './introduction.ts';
import { findKey, makeClaims, openTables, readOnlyPeer } from './trust-test-platforms.ts';

let here: TestPlatform;
let there: TestPlatform;
let ids: { a: string; b: string };

beforeAll(async () => {
  [here, there] = await Promise.all([startTestPlatform({ services: [accessService] }), startTestPlatform({ services: [accessService] })]);
  ids = await pairPlatforms(here, there, ['federation']);
});
afterAll(() => Promise.all([here.stop(), there.stop()]));
afterEach(() => vi.useRealTimers());

const greet = { method: 'GET', path: routes.greetPeer.url } as const;
const callThere = () => here.peers.trust!.call(ids.b, greet);
const callBy = async (key: OwnKey) =>
  (
    await fetch(`${there.baseUrl}${greet.path}`, {
      headers: { authorization: `Peer ${await key.sign('call', makeClaims(ids.a, ids.b, greet))}` },
    })
  ).status;

/** What stands in the form about the other deployment, with some of it changed. */
async function change(platform: TestPlatform, changed: Partial<routes.TrustedDeployment>) {
  const { id, name, url, allowPrivate, accepts } = { ...(await readOnlyPeer(platform)), ...changed };
  return platform.call(routes.updateTrustedDeployment, { params: { id }, body: { name, url, allowPrivate, accepts } });
}

/** A server that is no deployment stands at the other's address meanwhile. */
async function whileAnswering<T>(answer: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { url } = await readOnlyPeer(here);
  try {
    const stand = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await change(here, { url: stand });
    return await work(stand);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await change(here, { url });
  }
}

describe('a deployment that cannot be reached as it should', () => {
  it('is not followed to another address', async () => {
    const asked: (string | undefined)[] = [];
    await whileAnswering(
      (request, response) => {
        asked.push(request.url);
        response.writeHead(302, { location: '/elsewhere' }).end();
      },
      () => expect(callThere()).rejects.toMatchObject({ reason: 'peer_redirects', code: 'upstream_failed' }),
    );
    expect(asked).toEqual([greet.path]);
  });

  it('is cut off when its answer has no end, breaks off or does not come', async () => {
    let answered = 0;
    await whileAnswering(
      (_, response) => {
        const block = Buffer.alloc(64 * 1024, 'x');
        const more = () => {
          while (!response.destroyed && response.write(block)) answered += block.length;
        };
        response.on('drain', more);
        more();
      },
      () => expect(callThere()).rejects.toMatchObject({ reason: 'peer_answer_too_large' }),
    );
    expect(answered).toBeLessThan(64 * 1024 * 1024);
    await whileAnswering(
      (_, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy());
      },
      () => expect(callThere()).rejects.toMatchObject({ code: 'upstream_unavailable' }),
    );
    await whileAnswering(
      () => undefined,
      () => expect(here.peers.trust!.call(ids.b, { ...greet, timeout: 50 })).rejects.toMatchObject({ code: 'upstream_unavailable' }),
    );
  });

  it('is told of in words by its check, also when it speaks no TLS or is gone', async () => {
    const check = async () => (await here.call(routes.checkTrustedDeployment, { params: { id: ids.b } })).message;
    await whileAnswering(
      (_, response) => void response.end('hello'),
      async (url) => {
        expect(await check()).toContain('answers with status 200');
        await change(here, { url: url.replace('http:', 'https:') });
        expect(await check()).toContain('cannot be reached');
      },
    );
    expect(await here.call(routes.checkTrustedDeployment, { params: { id: ids.b } })).toMatchObject({ reachable: true, version: '0.0.0-test' });
  });

  it('is called with its own time when its clock goes differently', async () => {
    const db = openTables(here);
    // The clock there was an hour ahead when it was last looked at, and has been set since.
    await db.updateTable('peer').set({ clock_offset: 3_600_000 }).execute();
    expect((await callThere()).status).toBe(200);
    expect(Math.abs((await here.peers.trust!.offset(ids.b))!)).toBeLessThan(60_000);
    expect((await readOnlyPeer(here)).clockAt).not.toBeNull();
    await db.destroy();
  });
});

describe('a deployment that moves', () => {
  it('says so, and is reached at its new address from then on', async () => {
    await change(here, { allowPrivate: true });
    const url = there.baseUrl.replace('127.0.0.1', 'localhost');
    await there.call(updateGeneralSettings, { body: { baseUrl: url } });
    await vi.waitFor(async () => expect(await readOnlyPeer(here)).toMatchObject({ url, allowPrivate: false }), 30_000);
    expect((await callThere()).status).toBe(200);
    expect(await there.peers.trust!.self()).toMatchObject({ url });
  });
});

describe('a new key', () => {
  it('takes the place of the old one while calls are under way, and both are good for seven days', async () => {
    const old = await findKey(here);
    const bytes = Buffer.from('an entry of long ago');
    const signature = (await here.peers.trust!.signer())(bytes);
    const calls = Array.from({ length: 10 }, callThere);
    const { fingerprint } = await here.call(routes.rotateDeploymentKey, {});
    calls.push(...Array.from({ length: 10 }, callThere));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
    await vi.waitFor(async () => expect((await readOnlyPeer(there)).fingerprint).toBe(fingerprint), 30_000);
    await vi.waitFor(async () => expect((await readOnlyPeer(here)).toBeTold).toBe(false), 30_000);
    expect((await callThere()).status).toBe(200);
    expect(await callBy(old)).toBe(200);
    // What the old key signed is known for ever.
    const isSigned = await there.peers.trust!.verifier(ids.a);
    expect(isSigned(bytes, signature)).toBe(true);
    expect(isSigned(bytes, (await here.peers.trust!.signer())(bytes))).toBe(true);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7.1 * 86_400_000 });
    expect(await callBy(old)).toBe(401);
    expect(await callBy(await findKey(here))).toBe(200);
  });

  it('is named by the newest key alone', async () => {
    const db = openTables(here);
    const [newest, old] = await (await deploymentKeys(db, here.platform.secrets)).all();
    await db.destroy();
    const before = await readOnlyPeer(there);
    const stranger = await findKey(there);
    const call = (key: string) => here.peers.trust!.call(ids.b, { method: 'PUT', path: routes.introducePeer.url, json: { key } });
    await expect(call(await writeSuccession(ids.a, ids.b, old!, stranger))).rejects.toMatchObject({ code: 'forbidden' });
    // Back to the old one neither.
    await expect(call(await writeSuccession(ids.a, ids.b, newest!, old!))).rejects.toMatchObject({ code: 'forbidden' });
    expect(await readOnlyPeer(there)).toEqual(before);
  });
});

describe('what one accepts', () => {
  it('is its own limit, which its routes are told of', async () => {
    await change(there, {
      accepts: { entities: ['USERS'], administrators: false, licences: false, releaseBundles: false, federationOrders: true, watching: true },
      name: 'North',
    });
    expect(await there.peers.trust!.find(ids.a)).toMatchObject({ name: 'North', accepts: { entities: ['USERS'], licences: false } });
    expect((await here.peers.trust!.list('federation')).map(({ id }) => id)).toEqual([ids.b]);
  });
});

describe('trust that ends', () => {
  it('ends here at once, and there as soon as it can be told', async () => {
    const db = openTables(here);
    await whileAnswering(
      (_, response) => void response.writeHead(502).end(),
      async () => {
        await here.peers.trust!.revoke(ids.b, { actor: 'admin', address: '' });
        await vi.waitFor(async () => expect((await db.selectFrom('peer').select('tell_attempts').executeTakeFirstOrThrow()).tell_attempts).toBe(1), 30_000);
        expect(await here.peers.trust!.list()).toEqual([]);
        await expect(callThere()).rejects.toMatchObject({ reason: 'trust_ended' });
        expect((await readOnlyPeer(here)).toBeTold).toBe(true);
      },
    );
    expect((await readOnlyPeer(there)).revokedAt).toBeNull();
    // Its time has come; the next look finds it.
    await db.updateTable('peer').set({ tell_at: new Date() }).execute();
    await here.call(updateGeneralSettings, { body: { footerMessage: 'wakes what waits' } });
    await vi.waitFor(async () => expect(await readOnlyPeer(there)).toMatchObject({ revokedThere: true }), 30_000);
    await vi.waitFor(async () => expect((await readOnlyPeer(here)).toBeTold).toBe(false), 30_000);
    expect(await there.peers.trust!.find(ids.a)).toBeUndefined();
    await db.destroy();
  });
});
