import { greetPeer, updateTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { route } from '@packhouse/contract/route.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accessService } from '../service.ts';
import type { OwnKey } from './deployment-keys.ts';
import type { CallClaims } from './prove-call.ts';
import { findKey, makeClaims, makePair, readOnlyPeer, signBy } from './trust-test-platforms.ts';

const echo = route('echoForPeers', {
  summary: 'Answers what a deployment sends, and its name',
  method: 'POST',
  url: '/test/echo/:name',
  access: 'peer',
  purpose: 'federation',
  params: z.object({ name: z.string() }),
  query: z.object({ page: z.string() }),
  body: z.object({ text: z.string() }),
  reply: z.object({ from: z.string(), accepts: z.array(z.string()), text: z.string() }),
});
const delivery = route('deliverForPeers', {
  summary: 'Takes a bundle',
  method: 'PUT',
  url: '/test/bundle',
  access: 'peer',
  purpose: 'distribution',
  reply: z.void(),
});
const limited = route('bringForPeers', {
  summary: 'Takes licences',
  method: 'POST',
  url: '/test/licences',
  access: 'peer',
  purpose: 'federation',
  accepted: 'licences',
  reply: z.void(),
});
const path = '/test/echo/a%20b?page=2';
const body = JSON.stringify({ text: 'hello' });

let here: TestPlatform;
let there: TestPlatform;
let ids: { a: string; b: string };
let key: OwnKey;

beforeAll(async () => {
  const options = { services: [accessService], jobs: false };
  here = await startTestPlatform(options);
  there = await startTestPlatform({
    ...options,
    extend(app, platform) {
      handle(app, platform, echo, async ({ body: { text }, params, query }, { peer }) => ({
        from: peer.id,
        accepts: [...peer.accepts.entities],
        text: `${text} ${params.name} ${query.page}`,
      }));
      handle(app, platform, delivery, async () => undefined);
      handle(app, platform, limited, async () => undefined);
    },
  });
  ids = await pairPlatforms(here, there, ['federation']);
  key = await findKey(here);
});
afterAll(() => Promise.all([here.stop(), there.stop()]));

const sign = (changed: Partial<CallClaims> = {}) => key.sign('call', { ...makeClaims(ids.a, ids.b, { method: 'POST', path, body }), ...changed });

async function send(text: string, asked: { path?: string; body?: string; scheme?: string } = {}) {
  const answer = await fetch(`${there.baseUrl}${asked.path ?? path}`, {
    method: 'POST',
    headers: { authorization: `${asked.scheme ?? 'Peer'} ${text}`, 'content-type': 'application/json' },
    body: asked.body ?? body,
  });
  const { errors } = (await answer.json()) as { errors?: { reason?: string; message: string; detail?: { clock?: number } }[] };
  return { status: answer.status, ...errors?.[0] };
}

describe('a call of a trusted deployment', () => {
  it('arrives as it was signed, and tells who made it', async () => {
    const { status, text } = await here.peers.trust!.call(ids.b, { method: 'POST', path, json: { text: 'hello' } });
    expect([status, JSON.parse(text)]).toEqual([200, { from: ids.a, accepts: ['USERS', 'GROUPS', 'PERMISSIONS', 'TOKENS'], text: 'hello a b 2' }]);
  });

  it('counts once', async () => {
    const text = await sign();
    expect(await send(text)).toEqual({ status: 200 });
    expect(await send(text)).toMatchObject({ status: 401, reason: 'call_repeated' });
  });

  it('is refused for what the deployment is not trusted for', async () => {
    const { status, text } = await here.peers.trust!.call(ids.b, { method: 'PUT', path: delivery.url });
    expect([status, JSON.parse(text)]).toMatchObject([403, { errors: [{ reason: 'not_trusted_for_that' }] }]);
  });

  it('is refused for what is not accepted from the deployment, from the moment on at which that is said', async () => {
    const bring = () => here.peers.trust!.call(ids.b, { method: 'POST', path: limited.url });
    expect((await bring()).status).toBe(204);
    const { id, name, url, allowPrivate, accepts } = await readOnlyPeer(there);
    const accept = (licences: boolean) =>
      there.call(updateTrustedDeployment, { params: { id }, body: { name, url, allowPrivate, accepts: { ...accepts, licences } } });
    await accept(false);
    const { status, text } = await bring();
    expect([status, JSON.parse(text)]).toMatchObject([403, { errors: [{ reason: 'not_accepted_here' }] }]);
    await accept(true);
    expect((await bring()).status).toBe(204);
  });

  it('that is refused for other reasons does not use its signature up for another', async () => {
    const text = await sign();
    expect(await send(text, { body: '{"text":"other"}' })).toMatchObject({ status: 401, reason: 'call_signature_wrong' });
    expect(await send(text)).toEqual({ status: 200 });
  });
});

describe('refuses', () => {
  it('users, administrators too', async () => {
    const answer = await fetch(`${there.baseUrl}${greetPeer.url}`, { headers: there.headersOf('admin') });
    expect([answer.status, await answer.json()]).toMatchObject([401, { errors: [{ reason: 'call_unsigned' }] }]);
  });

  it.each<[string, Partial<CallClaims>, string]>([
    ['another method', { method: 'PUT' }, 'call_signature_wrong'],
    ['another path', { path: '/test/echo/x?page=2' }, 'call_signature_wrong'],
    ['another query', { path: '/test/echo/a%20b?page=3' }, 'call_signature_wrong'],
    ['another body', { body: 'x'.repeat(43) }, 'call_signature_wrong'],
    ['another deployment', { aud: 'elsewhere' }, 'call_for_other'],
    ['a name that nobody has', { iss: 'nobody' }, 'caller_unknown'],
  ])('a call that is signed for %s', async (_, changed, reason) => {
    expect(await send(await sign(changed))).toMatchObject({ status: 401, reason });
  });

  it('a key that is not the deployment’s, and texts signed for other things', async () => {
    const claims = makeClaims(ids.a, ids.b, { method: 'POST', path, body });
    expect(await send(await signBy(makePair(), 'call', claims))).toMatchObject({ status: 401, reason: 'caller_unknown' });
    expect(await send(await key.sign('pairing-proof', claims))).toMatchObject({ status: 401, reason: 'call_signature_wrong' });
    const thief = makePair();
    expect(await send(await signBy({ ...thief, jwk: { ...key.publicKey } }, 'call', claims))).toMatchObject({ status: 401, reason: 'call_signature_wrong' });
  });

  it('what is not signed at all', async () => {
    const [head, claims] = (await sign()).split('.');
    const none = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(head!, 'base64url').toString()), alg: 'none' })).toString('base64url');
    for (const text of [`${none}.${claims}.`, `${head}.${claims}.`, 'x', '', `${head}.${claims}.${'A'.repeat(86)}`])
      expect((await send(text)).status, text).toBe(401);
    expect(await send(await sign(), { scheme: 'Bearer' })).toMatchObject({ status: 401, reason: 'call_unsigned' });
  });

  it('a body that is too large, before it is held', async () => {
    expect((await send(await sign(), { body: JSON.stringify({ text: 'x'.repeat(5 * 1024 * 1024) }) })).status).toBe(413);
  });

  it.each([-3600, 3600])('a clock that is off by %d seconds, with both clocks', async (seconds) => {
    const { iat } = makeClaims(ids.a, ids.b, { method: 'POST', path, body });
    const refused = await send(await sign({ iat: iat + seconds, exp: iat + seconds + 60 }));
    const there = new Date((iat + seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
    expect(refused).toMatchObject({ status: 401, reason: 'clocks_differ', message: expect.stringContaining(there) });
    expect(Math.abs(refused.detail!.clock! / 1000 - iat)).toBeLessThan(60);
  });

  it('a call whose deployment is revoked while its body is on the way', async () => {
    const claims = makeClaims(ids.b, ids.a, { method: 'POST', path });
    const authorization = `Peer ${await (await findKey(there)).sign('call', claims)}`;
    const readBody = async () => {
      await here.peers.trust!.revoke(ids.b, { actor: 'admin', address: '' });
      return Buffer.alloc(0);
    };
    const proved = here.platform.identity.peerOf({ authorization, method: 'POST', path, readBody });
    await expect(proved).rejects.toMatchObject({ code: 'forbidden', reason: 'trust_ended' });
    expect((await readOnlyPeer(here)).revokedAt).not.toBeNull();
    await expect(here.peers.trust!.call(ids.b, { method: 'GET', path: greetPeer.url })).rejects.toMatchObject({ reason: 'trust_ended' });
    await expect(there.peers.trust!.call(ids.a, { method: 'GET', path: greetPeer.url })).rejects.toMatchObject({
      reason: 'peer_trusts_us_not',
      code: 'forbidden',
    });
  });
});
