import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, pushImage, startTestRegistry, type TestRegistry } from './test-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.local('images');
  await registry.virtual('all', ['images']);
});
afterAll(() => registry?.stop());

const pull = (name: string, reference: string) => registry.send('GET', `/v2/${name}/manifests/${reference}`);
async function expire(tag: string): Promise<void> {
  const answer = await registry.send('PUT', `/artifactory/api/storage/images/app/${tag}/manifest.json?properties=artifact.expires=2026-01-01`);
  expect(answer.status).toBe(204);
}

it('refuses a digest once every tag that stands for it has expired', async () => {
  const { digest } = await pushImage(registry, 'images/app', 'one', 'same');
  await pushImage(registry, 'images/app', 'two', 'same');
  await pushImage(registry, 'images/other', 'one', 'same');
  const untagged = await pushImage(registry, 'images/app', '', 'never tagged');
  const statuses = async () => {
    const answers = [await pull('images/app', 'one'), await pull('images/app', digest), await pull('all/app', digest), await pull('images/other', digest)];
    return answers.map(({ status }) => status);
  };
  await expire('one');
  expect(await statuses()).toEqual([410, 200, 200, 200]);
  await expire('two');
  expect(await statuses()).toEqual([410, 410, 410, 200]);
  expect(await codeOf(await pull('images/app', digest))).toBe('DENIED');
  expect((await pull('images/app', untagged.digest)).status).toBe(200);
  await pushImage(registry, 'images/app', 'three', 'same');
  expect((await pull('images/app', digest)).status).toBe(200);
});
