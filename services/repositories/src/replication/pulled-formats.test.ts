import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { createReplication, readReplication, runReplication } from '@packhouse/contract/repositories/replication-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { standBetween, type Wire } from '@packhouse/testkit/stand-between.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pushImage, startTestRegistry, type TestRegistry } from '../protocols/container/test-registry.ts';
import { npmPublishBody } from '../protocols/engine/npm-test-package.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

let here: RepositoryTestPlatform;
let there: TestRegistry;
let wire: Wire;
let isUp = true;
beforeAll(async () => {
  [here, there] = await Promise.all([startRepositoryPlatform(), startTestRegistry()]);
  wire = await standBetween(there.baseUrl, () => isUp);
});
afterAll(async () => {
  await wire?.stop();
  await Promise.all([here?.stop(), there?.stop()]);
});
beforeEach(() => {
  isUp = true;
});

/** Fills a remote repository from one of the same key there, and takes the upstream away. */
async function fill(key: string, format: FormatId) {
  const settings = { url: `${wire.url}/artifactory/api/${format}/${key}`, username: 'admin', allowPrivate: true };
  await here.create({ class: 'remote', key, format, password: there.adminPassword, settings });
  const { id } = await here.call(createReplication, { params: { key }, body: {} });
  await here.call(runReplication, { params: { key, id } });
  const read = async () => (await here.call(readReplication, { params: { key, id } })).lastRun;
  await expect.poll(async () => (await read())?.finishedAt, { timeout: 30_000 }).toBeDefined();
  isUp = false;
  return read();
}

it('brings container images that can be pulled while the upstream is away', async () => {
  await there.local('images');
  const image = await pushImage(there, 'images/app', '1.0', 'layer one');
  expect(await fill('images', 'docker')).toMatchObject({ status: 'finished', refused: 0 });
  const headers = here.headersOf('admin');
  const pulled = await fetch(`${here.baseUrl}/v2/images/app/manifests/1.0`, { headers });
  expect([pulled.status, pulled.headers.get('docker-content-digest')]).toEqual([200, image.digest]);
  const layer = await fetch(`${here.baseUrl}/v2/images/app/blobs/${image.layer}`, { headers });
  expect(layer.status).toBe(200);
  await layer.body?.cancel();
});

it('brings packages that are served while the upstream is away', async () => {
  await there.call(createRepository, { body: { class: 'local', key: 'modules', format: 'npm' } });
  const url = `${there.baseUrl}/artifactory/api/npm/modules/left`;
  const headers = { ...there.headersOf('admin'), 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'PUT', headers, body: await npmPublishBody('left', '1.2.0', { description: 'Goes left' }) })).status).toBeLessThan(300);
  expect(await fill('modules', 'npm')).toMatchObject({ status: 'finished', refused: 0 });
  const tarball = await here.ask('api/npm/modules/left/-/left-1.2.0.tgz');
  expect(tarball.status).toBe(200);
  await tarball.body?.cancel();
});

it('brings files of Maven with their checksums', async () => {
  await there.call(createRepository, { body: { class: 'local', key: 'jars', format: 'maven' } });
  const path = 'org/example/app/1.0/app-1.0.txt';
  const put = await fetch(`${there.baseUrl}/artifactory/jars/${path}`, { method: 'PUT', headers: there.headersOf('admin'), body: 'bytes' });
  expect(put.status).toBe(201);
  expect(await fill('jars', 'maven')).toMatchObject({ status: 'finished', refused: 0, sent: 1 });
  expect([await (await here.ask(`jars/${path}`)).text(), (await here.ask(`jars/${path}.sha1`)).status]).toEqual(['bytes', 200]);
});
