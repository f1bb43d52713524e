import { readIndexRun, recalculateIndex } from '@packhouse/contract/repositories/artifact-routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushImage, startTestRegistry, type TestRegistry } from './test-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.local('docker-local');
});
afterAll(() => registry.stop());

const versions = () => registry.db.selectFrom('version').select(['version', 'facts', 'modified_at']).orderBy('version').execute();
const packages = () => registry.db.selectFrom('package').select(['name', 'modified_at']).execute();

async function readAgain(): Promise<void> {
  await registry.call(recalculateIndex, { body: { repoKey: 'docker-local' } });
  const status = async () => (await registry.call(readIndexRun, { query: { repoKey: 'docker-local' } })).run?.status;
  await expect.poll(status).toBe('finished');
}

it('knows of an image what its settings say, also after it was read again', async () => {
  await pushImage(registry, 'docker-local/team/app', '1.0', 'hello', { annotations: { 'org.opencontainers.image.description': 'An app' } });
  const [before, changed] = [await versions(), await packages()];
  expect(before[0]?.facts).toMatchObject({ description: 'An app', native: { platform: 'linux/amd64', labels: { content: 'hello' } } });
  await registry.db.updateTable('version').set({ facts: '{}' }).execute();
  await readAgain();
  expect((await versions()).map(({ facts }) => facts)).toEqual(before.map(({ facts }) => facts));
  expect(await packages()).toEqual(changed);
});

it('keeps what is known of an image whose settings are not stored here', async () => {
  const before = await versions();
  await registry.db.deleteFrom('artifact').where('path', 'like', '%sha256__%').where('path', 'not like', '%manifest%').execute();
  await readAgain();
  expect(await versions()).toEqual(before);
});
