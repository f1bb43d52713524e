import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import * as routes from '@packhouse/contract/access/access-trust-routes.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessService } from '../service.ts';
import { digestOf } from './prove-call.ts';
import { makePair, openTables, type Pair, readOnlyPeer, signBy, spell } from './trust-test-platforms.ts';

let here: TestPlatform;
let there: TestPlatform;

beforeAll(async () => {
  const options = { services: [accessService], jobs: false };
  [here, there] = await Promise.all([startTestPlatform(options), startTestPlatform(options)]);
});
afterAll(() => Promise.all([here.stop(), there.stop()]));
afterEach(() => vi.useRealTimers());

const makeToken = async (platform = there) => (await platform.call(routes.createPairingToken, { body: { purposes: ['federation'] } })).token;
const pair = (token: string, platform = here) => platform.call(routes.pairDeployment, { body: { token } });
const countPeers = async (platform: TestPlatform) => (await platform.call(routes.listTrustedDeployments, {})).items.length;

/** A deployment that somebody made up comes with a token. */
async function present(token: string, own: Pair, changed: object = {}, shown: Pair = own) {
  const claims = { iss: 'made-up', name: 'Made up', url: 'http://127.0.0.1:1', aud: (await there.peers.trust!.self()).id, token: digestOf(Buffer.from(token)) };
  const proof = await signBy({ ...own, jwk: shown.jwk }, 'pairing-proof', { ...claims, ...changed });
  return there.call(routes.acceptPairing, { body: { token, proof } }, { as: 'anonymous' });
}

describe('a pairing token', () => {
  it('tells what it would pair with, before anybody is contacted', async () => {
    const { self } = await there.call(routes.listTrustedDeployments, {});
    const found = await here.call(routes.inspectPairingToken, { body: { token: await makeToken() } });
    expect(found).toMatchObject({ id: self.id, url: there.baseUrl, purposes: ['federation'], fingerprint: self.fingerprint });
    expect(await countPeers(there)).toBe(0);
  });

  it('pairs once', async () => {
    const token = await makeToken();
    await pair(token);
    await expect(present(token, makePair())).rejects.toThrow(spell('pairing_token_over'));
    await expect(pair(token)).rejects.toThrow(spell('pairing_refused'));
    const { items } = await there.call(listAuditRecords, { query: {} });
    expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['peer.paired', 'pairing-token.created']));
    expect(JSON.stringify(items)).not.toContain(token);
  });

  it('is taken once by many at the same time', async () => {
    const token = await makeToken();
    const done = await Promise.allSettled(Array.from({ length: 6 }, (_, number) => present(token, makePair(), { iss: `made-up-${number}` })));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const one = (await there.call(routes.listTrustedDeployments, {})).items.find(({ id }) => id.startsWith('made-up-'))!;
    await there.call(routes.revokeTrustedDeployment, { params: { id: one.id } });
    await there.call(routes.forgetTrustedDeployment, { params: { id: one.id } });
  });

  it('ends after five minutes', async () => {
    const [byClock, byTable] = [await makeToken(), await makeToken()];
    const db = openTables(there);
    await db
      .updateTable('pairing')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    await db.destroy();
    await expect(present(byTable, makePair())).rejects.toThrow(spell('pairing_token_over'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    await expect(present(byClock, makePair())).rejects.toThrow(spell('pairing_token_over'));
  });

  it('is nothing that anybody else can make, or change', async () => {
    const token = await makeToken();
    const [head, claims, signature] = token.split('.');
    const { url, id } = await here.call(routes.inspectPairingToken, { body: { token } });
    const wider = { ...JSON.parse(Buffer.from(claims!, 'base64url').toString()), purposes: ['distribution'] };
    const changed = `${head}.${Buffer.from(JSON.stringify(wider)).toString('base64url')}.${signature}`;
    for (const text of [changed, `${head}.${claims}.`, 'x', token.slice(0, -5)])
      await expect(here.call(routes.inspectPairingToken, { body: { token: text } })).rejects.toThrow(spell('pairing_token_unreadable'));
    const forged = await signBy(makePair(), 'pairing', { ...wider, iss: id, url });
    await expect(present(forged, makePair())).rejects.toThrow(spell('pairing_token_unreadable'));
    await expect(pair(await makeToken(here))).rejects.toThrow(spell('pairing_token_of_this'));
  });

  it('does not pair with whoever cannot prove the key that they name', async () => {
    const token = await makeToken();
    const before = await countPeers(there);
    await expect(present(token, makePair(), {}, makePair())).rejects.toThrow(spell('pairing_proof_wrong'));
    await expect(present(token, makePair(), { token: digestOf(Buffer.from('another')) })).rejects.toThrow(spell('pairing_proof_wrong'));
    await expect(present(token, makePair(), { aud: 'elsewhere' })).rejects.toThrow(spell('pairing_proof_wrong'));
    const { id } = await there.peers.trust!.self();
    await expect(present(token, makePair(), { iss: id })).rejects.toThrow(spell('same_deployment_id'));
    expect(await countPeers(there)).toBe(before);
  });

  it('does not let somebody else take the place of a known deployment, until it is removed from the list', async () => {
    const { id } = await here.peers.trust!.self();
    const token = await makeToken();
    await expect(present(token, makePair(), { iss: id })).rejects.toThrow(spell('known_with_other_key'));
    await expect(there.call(routes.forgetTrustedDeployment, { params: { id } })).rejects.toThrow(spell('trust_not_ended'));
    await there.call(routes.revokeTrustedDeployment, { params: { id } });
    await expect(present(token, makePair(), { iss: id })).rejects.toThrow(spell('known_with_other_key'));
    await there.call(routes.forgetTrustedDeployment, { params: { id } });
    expect(await countPeers(there)).toBe(0);
    // The refusals left the token as it was.
    await pair(token);
    expect((await readOnlyPeer(there)).id).toBe(id);
  });

  it('pairs again what has been revoked, with the same key', async () => {
    const { id } = await here.peers.trust!.self();
    await there.call(routes.revokeTrustedDeployment, { params: { id } });
    await pairPlatforms(here, there, ['mission-control']);
    expect(await readOnlyPeer(there)).toMatchObject({ id, revokedAt: null, purposes: ['mission-control'] });
    await pairPlatforms(there, here, ['federation']);
    for (const platform of [here, there]) expect((await readOnlyPeer(platform)).purposes.toSorted()).toEqual(['federation', 'mission-control']);
    expect((await here.peers.trust!.call((await there.peers.trust!.self()).id, { method: 'GET', path: routes.greetPeer.url })).status).toBe(200);
  });

  it('is not believed to whoever stands at its address without its key', async () => {
    const maker = makePair();
    const answers: [number, object, Record<string, string>][] = [
      [200, { answer: await signBy(makePair(), 'pairing-answer', { iss: 'elsewhere' }) }, {}],
      [200, { other: 1 }, {}],
      [302, {}, { location: `${there.baseUrl}${routes.acceptPairing.url}` }],
    ];
    const server = createServer((_, response) => {
      const [status, body, headers] = answers.shift()!;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: 'elsewhere', name: 'Elsewhere', url, purposes: ['federation'], jti: 'x'.repeat(20), iat: now, exp: now + 300 };
    const token = await signBy(maker, 'pairing', claims);
    for (let times = answers.length; times > 0; times--) await expect(pair(token)).rejects.toThrow(spell('pairing_answer_wrong'));
    await new Promise((resolve) => server.close(resolve));
    expect((await readOnlyPeer(here)).url).toBe(there.baseUrl);
  });
});
