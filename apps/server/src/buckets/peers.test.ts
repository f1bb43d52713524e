import { attachPeerLicences } from '@packhouse/contract/access/access-licence-routes.ts';
import { updateTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import * as routes from '@packhouse/contract/mission-control/bucket-routes.ts';
import type { PeerAnswer } from '@packhouse/peers/trust.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BucketTestPlatform, makeIssuer, startBucketPlatform } from './bucket-test-platform.ts';

const patience = { timeout: 20_000, interval: 50 };
const name = 'branch';
let here: BucketTestPlatform;
let there: BucketTestPlatform;
let ids: { a: string; b: string };
let bucket: Awaited<ReturnType<BucketTestPlatform['add']>>;

beforeAll(async () => {
  const issuer = makeIssuer();
  [here, there] = await Promise.all([startBucketPlatform(issuer), startBucketPlatform(issuer)]);
  ids = await pairPlatforms(here, there, ['mission-control']);
  await here.db.insertInto('deployment').values({ id: ids.b, name, url: there.baseUrl, status: 'ONLINE', created_by: 'admin' }).execute();
  bucket = await here.add('fleet', { count: 4 });
});
afterAll(() => Promise.all([here.stop(), there.stop()]));

const params = () => ({ id: bucket.id });
const attach = (licenses: number) =>
  here.call(routes.attachLicenses, { params: params(), body: { bucketIdentifier: bucket.identifier, dto: [{ deployment: name, licenses }] } });
const release = () => here.call(routes.releaseLicenses, { params: params(), body: { deployment: name } });
const held = async () => ((await there.peers.heldLicences?.()) ?? []).map(({ jti }) => jti).toSorted();
const status = () => here.call(routes.readBucketStatus, { params: params() });

/** What becomes of the next call that attaches; beacons go on meanwhile. */
function breakOff(act: (call: () => Promise<PeerAnswer>) => unknown): void {
  const trust = here.peers.trust!;
  const call = trust.call.bind(trust);
  const spy = vi.spyOn(trust, 'call').mockImplementation(async (peer, asked) => {
    if (asked.method !== 'POST' || asked.path !== attachPeerLicences.url) return call(peer, asked);
    spy.mockRestore();
    await act(() => call(peer, asked));
    throw new AppError('upstream_timeout');
  });
}
const lost = () => undefined;
const unanswered = (call: () => Promise<PeerAnswer>) => call();

describe('licenses at another deployment', () => {
  it('LIC-041 are installed there, and taken back from there', async () => {
    const { results } = await attach(2);
    expect(results).toMatchObject([{ deployment: name, done: 2, state: 'done', message: `2 licenses are attached to ${name}` }]);
    expect(await held()).toEqual(bucket.jtis.slice(0, 2));
    expect(await there.peers.licence?.current()).toBe('ENTERPRISE');
    expect((await release()).results).toMatchObject([{ kind: 'release', done: 2, state: 'done' }]);
    expect(await held()).toEqual([]);
    expect((await status()).bucket).toMatchObject({ used: 0, available: 4 });
  });

  it('stay reserved when the answer was lost, and are attached once the deployment says that it has them', async () => {
    breakOff(unanswered);
    const { results } = await attach(2);
    expect(results).toMatchObject([{ state: 'unsettled', message: expect.stringMatching(/branch did not answer in time .* stay reserved/) }]);
    expect(await status()).toMatchObject({ bucket: { used: 2, available: 2 } });
    expect(await here.call(routes.askHolders, { params: params() })).toEqual({ unreachable: [] });
    await vi.waitFor(async () => expect((await status()).orders[0]).toMatchObject({ state: 'done', done: 2 }), patience);
    expect(await status()).toMatchObject({ holders: [{ reserved: 0, attached: 2 }] });
    expect(await held()).toHaveLength(2);
    await release();
  });

  it('are settled by the next beacon, without anybody asking', async () => {
    breakOff(unanswered);
    expect((await attach(1)).results).toMatchObject([{ state: 'unsettled' }]);
    await here.db
      .updateTable('deployment')
      .set({ next_at: new Date(0) })
      .where('id', '=', ids.b)
      .execute();
    await vi.waitFor(async () => expect((await status()).orders[0]).toMatchObject({ state: 'done', done: 1 }), patience);
    await release();
  });

  it('are free again when the deployment says that it does not have them', async () => {
    breakOff(lost);
    expect((await attach(1)).results).toMatchObject([{ state: 'unsettled' }]);
    await here.call(routes.askHolders, { params: params() });
    await vi.waitFor(
      async () => expect((await status()).orders[0]).toMatchObject({ state: 'returned', message: expect.stringMatching(/free again/) }),
      patience,
    );
    expect((await status()).bucket).toMatchObject({ used: 0, available: 4 });
  });

  it('are not installed by a call that arrives when its order was withdrawn', async () => {
    const late: (() => Promise<PeerAnswer>)[] = [];
    breakOff((call) => void late.push(call));
    await attach(1);
    await here.call(routes.askHolders, { params: params() });
    await vi.waitFor(async () => expect((await status()).orders[0]?.state).toBe('returned'), patience);
    expect((await late[0]!()).status).toBe(409);
    expect(await held()).toEqual([]);
  });

  it('are refused in words by a deployment that takes none from there', async () => {
    const { name: called, url } = (await there.peers.trust!.find(ids.a))!;
    await there.call(updateTrustedDeployment, { params: { id: ids.a }, body: { name: called, url, allowPrivate: true, accepts: { licences: false } } });
    expect((await attach(1)).results).toMatchObject([{ state: 'refused', done: 0, message: expect.stringMatching(/branch refused: .*takes no licences/) }]);
    expect((await status()).bucket).toMatchObject({ used: 0, available: 4 });
  });

  it('LIC-047 tells why a deployment keeps licenses of a bucket that is deleted', async () => {
    const { name: called, url } = (await there.peers.trust!.find(ids.a))!;
    await there.call(updateTrustedDeployment, { params: { id: ids.a }, body: { name: called, url, allowPrivate: true, accepts: { licences: true } } });
    expect((await attach(1)).results).toMatchObject([{ state: 'done' }]);
    await there.peers.trust!.revoke(ids.a, { actor: 'admin', address: '' });
    const { kept } = await here.call(routes.deleteBucket, { params: params() });
    // Whether the word that trust ended was here first, or the refusal of the call that asks for the licences back.
    expect(kept).toMatchObject([{ deployment: name, licenses: 1, why: { reason: expect.stringMatching(/^(trust_ended|peer_trusts_us_not)$/) } }]);
  });
});
