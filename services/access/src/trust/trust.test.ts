import { greetPeer, listTrustedDeployments } from '@packhouse/contract/access/access-trust-routes.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessService } from '../service.ts';

let here: TestPlatform;
let there: TestPlatform;
let ids: { a: string; b: string };

beforeAll(async () => {
  [here, there] = await Promise.all([startTestPlatform({ services: [accessService] }), startTestPlatform({ services: [accessService] })]);
  ids = await pairPlatforms(here, there, ['federation', 'mission-control']);
});
afterAll(() => Promise.all([here.stop(), there.stop()]));

const getTrust = (platform: TestPlatform) => platform.peers.trust!;

describe('two deployments', () => {
  it('know each other once they have paired, with the same words for a key on both consoles', async () => {
    const [one, other] = await Promise.all([here, there].map((platform) => platform.call(listTrustedDeployments, {})));
    expect(one!.items).toMatchObject([{ id: ids.b, url: there.baseUrl, purposes: ['federation', 'mission-control'], fingerprint: other!.self.fingerprint }]);
    expect(other!.items).toMatchObject([{ id: ids.a, url: here.baseUrl, fingerprint: one!.self.fingerprint }]);
    expect(one!.self.fingerprint).toMatch(/^(\w+ ){5}\w+$/);
    expect(await getTrust(here).list('distribution')).toEqual([]);
  });

  it('call each other, both ways', async () => {
    const answer = await getTrust(here).call(ids.b, { method: 'GET', path: greetPeer.url });
    expect(JSON.parse(answer.text)).toEqual({ id: ids.b, version: '0.0.0-test' });
    expect((await getTrust(there).call(ids.a, { method: 'GET', path: greetPeer.url })).status).toBe(200);
  });

  it('know what the other signed', async () => {
    const bytes = Buffer.from('an entry');
    const signature = (await getTrust(here).signer())(bytes);
    const isSignedBy = async (at: TestPlatform, id: string, said = bytes) => (await getTrust(at).verifier(id))(said, signature);
    expect(await isSignedBy(there, ids.a)).toBe(true);
    expect(await isSignedBy(here, ids.a)).toBe(true);
    expect(await isSignedBy(there, ids.a, Buffer.from('another'))).toBe(false);
    expect(await isSignedBy(there, 'nobody')).toBe(false);
  });
});
