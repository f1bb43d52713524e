import { accessService } from '@packhouse/access-service/service.ts';
import { listTrustedDeployments, revokeTrustedDeployment, updateTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { givePass, greetReceiver } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import * as targets from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { createTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { distributionService } from '@packhouse/distribution-service/service.ts';
import { repositoriesService } from '@packhouse/repositories-service/service.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { type DistributionTestPlatform, distributed, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const services = [accessService, repositoriesService, distributionService];

let source: DistributionTestPlatform;
let edge: DistributionTestPlatform;
let edgeId: string;

beforeAll(async () => {
  [source, edge] = (await Promise.all([1, 2].map(() => startDistributionPlatform({ services })))) as [DistributionTestPlatform, DistributionTestPlatform];
  edgeId = (await pairPlatforms(source, edge, ['distribution'])).b;
  for (const one of [source, edge]) await one.create('libs');
  await source.put('libs/a.txt', 'first');
  await source.put('libs/b.txt', 'second');
  await source.bundle('app', '1.0', ['libs/a.txt']);
  await source.bundle('app', '1.1', ['libs/b.txt']);
});
afterAll(() => Promise.all([source, edge].map((one) => one.stop())));

/** What the target keeps of the source, changed. */
async function accept(releaseBundles: boolean): Promise<void> {
  const { id, name, url, allowPrivate, accepts } = (await edge.call(listTrustedDeployments, {})).items[0]!;
  await edge.call(updateTrustedDeployment, { params: { id }, body: { name, url, allowPrivate, accepts: { ...accepts, releaseBundles } } });
}

async function askForPass(): Promise<string> {
  const { text } = await source.peers.trust!.call(edgeId, { method: 'POST', path: givePass.url, json: {} });
  return givePass.reply.parse(JSON.parse(text)).token;
}

/** Statuses of asking the receiver, and of everything else that a token could be used for. */
async function tryPass(token: string): Promise<{ receiver: number; others: number[] }> {
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (path: string, init: RequestInit = {}) => (await fetch(`${edge.baseUrl}${path}`, { headers, ...init })).status;
  const others = [
    await ask('/artifactory/libs/a.txt'),
    await ask('/artifactory/libs/planted.txt', { method: 'PUT', body: 'planted' }),
    await ask('/artifactory/libs/a.txt', { method: 'DELETE' }),
    await ask('/access/api/v1/tokens'),
    await ask('/access/api/v1/tokens', { headers: { authorization: `Basic ${Buffer.from(`any:${token}`).toString('base64')}` } }),
  ];
  return { receiver: await ask(greetReceiver.url), others };
}

describe('A target that is a paired deployment', () => {
  it('takes release bundles without a token that somebody hands around', async () => {
    const { items } = await source.call(targets.listTargetDeployments, {});
    expect(items).toEqual([{ id: edgeId, name: expect.any(String), url: edge.baseUrl }]);
    const check = await source.call(targets.testTargetDeployment, { body: { deployment: edgeId } });
    expect(check).toMatchObject({ reachable: true, trustsKey: false, user: `deployment ${(await source.peers.trust!.self()).id}` });
    const { publicKey } = await source.call(targets.getReleaseBundleSigning, {});
    await edge.call(createTrustedKey, { body: { name: 'of-source', publicKey: publicKey! } });
    const made = await source.call(targets.createDeploymentTarget, { body: { name: 'edge', deployment: edgeId, city: 'Bonn' } });
    expect(made).toMatchObject({ name: 'edge', deployment: items[0]!.name, url: edge.baseUrl, city: 'Bonn' });
    expect((await distributed(source, 'app', '1.0', ['edge'])).sites).toMatchObject([{ target: 'edge', status: 'Completed' }]);
    expect(await edge.read('libs/a.txt')).toEqual({ status: 200, text: 'first' });
    expect(await source.call(targets.testDistributionTarget, { params: { name: 'edge' } })).toMatchObject({ reachable: true, trustsKey: true });
  });

  it('stands where somebody says, is at the address of its pairing, and is one of those that are trusted', async () => {
    const changed = await source.call(targets.updateDeploymentTarget, { params: { name: 'edge' }, body: { city: 'Cologne' } });
    expect(changed).toMatchObject({ city: 'Cologne', url: edge.baseUrl });
    const elsewhere = { url: 'https://elsewhere.example.test', token: 'stolen' };
    await expect(source.call(targets.updateDistributionTarget, { params: { name: 'edge' }, body: elsewhere })).rejects.toMatchObject({
      message: expect.stringContaining('is a paired deployment'),
    });
    const stranger = source.call(targets.createDeploymentTarget, { body: { name: 'other', deployment: 'nobody' } });
    await expect(stranger).rejects.toMatchObject({ fields: [{ path: 'deployment', message: expect.stringContaining('trusted here for distribution') }] });
  });

  it('gives a pass that is good for sending release bundles, and for nothing else', async () => {
    expect(await tryPass(await askForPass())).toEqual({ receiver: 200, others: [401, 401, 401, 401, 401] });
    expect((await edge.read('libs/planted.txt')).status).toBe(404);
  });

  it('gets no further than what the receiver accepts, with a pass that it has already, too', async () => {
    const pass = await askForPass();
    await accept(false);
    const { sites } = await distributed(source, 'app', '1.1', ['edge']);
    expect(sites).toMatchObject([{ status: 'Failed', error: expect.stringContaining('accepts no release bundles from here') }]);
    const headers = { authorization: `Bearer ${pass}` };
    expect((await fetch(`${edge.baseUrl}${greetReceiver.url}/app/1.1`, { method: 'DELETE', headers })).status).toBe(403);
    await accept(true);
    expect((await distributed(source, 'app', '1.1', ['edge'])).sites).toMatchObject([{ status: 'Completed' }]);
  });

  it('gets nowhere once the trust has ended at either end', async () => {
    const pass = await askForPass();
    const { id } = (await edge.call(listTrustedDeployments, {})).items[0]!;
    await edge.call(revokeTrustedDeployment, { params: { id } });
    expect((await tryPass(pass)).receiver).toBe(401);
    expect(await source.call(targets.testDistributionTarget, { params: { name: 'edge' } })).toMatchObject({ reachable: false });
    await expect.poll(() => source.peers.trust!.list('distribution'), { timeout: 20_000, interval: 50 }).toEqual([]);
    const { sites } = await distributed(source, 'app', '1.0', ['edge']);
    expect(sites).toMatchObject([{ status: 'Failed', error: expect.stringContaining('trusts for distribution') }]);
  });
});
