import { randomUUID } from 'node:crypto';
import { updateTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { createUser, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { FederationReceipt, sendBatch } from '@packhouse/contract/access/federation-peer-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Member, star, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 20_000, interval: 50 };
const minute = 60_000;

let source: Member;
let target: Member;
let link: string;

beforeAll(async () => {
  [source, target] = (await startMembers(2)) as [Member, Member];
  await star(source, [target]);
});
afterAll(() => Promise.all([source, target].map((one) => one.stop())));

const makeStamp = (milliseconds: number) => `${(Date.now() + milliseconds).toString(16).padStart(12, '0')}0000`;
const makeGroup = (change: object = {}) => ({
  kind: 'group',
  uid: randomUUID(),
  register: 'settings',
  value: { name: 'intruders', description: '' },
  stamp: makeStamp(0),
  origin: `${source.id}.abc`,
  number: 1,
  replaced: '',
  signature: '',
  ...change,
});

const makeBatch = (entries: object[]) => ({ from: 0, to: 0, generation: 1, completes: false, entries, withdrawn: [] });

/** Sends what a source that means no good would send. */
async function send(entries: object[]) {
  const answer = await source.peers.trust!.call(target.id, { method: 'POST', path: sendBatch.url.replace(':link', link), json: makeBatch(entries) });
  return { status: answer.status, receipt: answer.status === 200 ? FederationReceipt.parse(JSON.parse(answer.text)) : undefined };
}

describe('A batch that means no good', () => {
  it('comes over a link that is there', async () => {
    await expect.poll(async () => (await source.peers.federation!.links())[0]?.state, patience).toBe('live');
    link = (await source.peers.federation!.links())[0]!.id;
    const elsewhere = { method: 'POST', path: sendBatch.url.replace(':link', randomUUID()), json: makeBatch([]) } as const;
    expect(await source.peers.trust!.call(target.id, elsewhere)).toMatchObject({ status: 404 });
  });

  it('takes nothing with a stamp more than five minutes ahead, and says whose clock it is', async () => {
    const { receipt } = await send([makeGroup({ stamp: makeStamp(60 * minute) })]);
    expect(receipt).toMatchObject({ results: [], skew: { deployment: source.id } });
    expect(receipt!.skew!.milliseconds).toBeGreaterThan(5 * minute);
  });

  it('refuses what somebody else is said to have written, and does not take it for a restored backup', async () => {
    const before = await source.peers.federation!.links();
    const { receipt } = await send([makeGroup({ origin: `${target.id}.abc`, number: 9_999_999 }), makeGroup({ origin: 'nobody.abc' })]);
    expect(receipt).toMatchObject({
      results: ['refused', 'refused'],
      refused: [
        { name: 'intruders', reason: 'signature' },
        { name: 'intruders', reason: 'signature' },
      ],
    });
    expect((await source.peers.federation!.links()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('makes nobody an administrator, and does not touch the administrator of the place', async () => {
    const uid = randomUUID();
    const profile = makeGroup({ kind: 'user', uid, register: 'profile', value: { name: 'admin', email: 'theirs@example.test' } });
    const { receipt } = await send([profile, makeGroup({ kind: 'user', uid, register: 'administrator', value: true })]);
    expect(receipt!.refused.map(({ reason }) => reason).toSorted()).toEqual(['administrator', 'protected']);
    expect(await target.call(readUser, { params: { name: 'admin' } })).not.toMatchObject({ email: 'theirs@example.test' });
  });

  it('refuses kinds that are not accepted from there, and batches over the limit', async () => {
    const { name, url } = (await target.peers.trust!.find(source.id))!;
    const accepts = { entities: ['USERS'], administrators: false };
    await target.call(updateTrustedDeployment, { params: { id: source.id }, body: { name, url, allowPrivate: true, accepts } as never });
    const { receipt } = await send([makeGroup()]);
    expect(receipt).toMatchObject({ results: ['refused'], refused: [{ reason: 'type' }] });
    expect(await send(Array.from({ length: 1001 }, () => makeGroup()))).toMatchObject({ status: 400 });
  });

  it('goes on with the source afterwards', async () => {
    await source.call(createUser, { body: { name: 'ann', password: 'Secret-pass-1' } });
    await expect.poll(() => target.call(readUser, { params: { name: 'ann' } }).catch(() => undefined), patience).toMatchObject({ name: 'ann' });
  });
});
