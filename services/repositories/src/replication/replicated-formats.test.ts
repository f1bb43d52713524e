import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { createReplication, readReplication, runReplication } from '@packhouse/contract/repositories/replication-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushImage, startTestRegistry, type TestRegistry } from '../protocols/container/test-registry.ts';
import { npmPublishBody } from '../protocols/engine/npm-test-package.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

let here: TestRegistry;
let there: RepositoryTestPlatform;
beforeAll(async () => {
  [here, there] = await Promise.all([startTestRegistry(), startRepositoryPlatform({ jobs: false })]);
});
afterAll(() => Promise.all([here?.stop(), there?.stop()]));

async function replicate(key: string, format: FormatId) {
  await there.create({ class: 'local', key, format });
  const body = { url: `${there.baseUrl}/artifactory/${key}`, username: 'admin', password: here.adminPassword };
  const { id } = await here.call(createReplication, { params: { key }, body });
  await here.call(runReplication, { params: { key, id } });
  const read = async () => (await here.call(readReplication, { params: { key, id } })).lastRun;
  await expect.poll(async () => (await read())?.finishedAt, { timeout: 30_000 }).toBeDefined();
  return read();
}

it('brings container images that can be pulled', async () => {
  await here.local('images');
  const image = await pushImage(here, 'images/app', '1.0', 'layer one');
  expect(await replicate('images', 'docker')).toMatchObject({ status: 'finished', refused: 0 });
  const pulled = await fetch(`${there.baseUrl}/v2/images/app/manifests/1.0`, { headers: there.headersOf('admin') });
  expect([pulled.status, pulled.headers.get('docker-content-digest')]).toEqual([200, image.digest]);
  const layer = await fetch(`${there.baseUrl}/v2/images/app/blobs/${image.layer}`, { headers: there.headersOf('admin') });
  expect(layer.status).toBe(200);
  await layer.body?.cancel();
  expect(await (await fetch(`${there.baseUrl}/v2/images/app/tags/list`, { headers: there.headersOf('admin') })).json()).toMatchObject({ tags: ['1.0'] });
});

it('brings packages that are listed', async () => {
  await here.call(createRepository, { body: { class: 'local', key: 'modules', format: 'npm' } });
  const url = `${here.baseUrl}/artifactory/api/npm/modules/left`;
  const headers = { ...here.headersOf('admin'), 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'PUT', headers, body: await npmPublishBody('left', '1.2.0', { description: 'Goes left' }) })).status).toBeLessThan(300);
  expect(await replicate('modules', 'npm')).toMatchObject({ status: 'finished', refused: 0 });
  const packument = (await (await there.ask('api/npm/modules/left')).json()) as object;
  expect(packument).toMatchObject({ 'dist-tags': { latest: '1.2.0' }, versions: { '1.2.0': { description: 'Goes left' } } });
});
