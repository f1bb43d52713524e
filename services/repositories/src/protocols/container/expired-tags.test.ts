import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { computeDigest, pushImage, putManifest, readCode, startTestRegistry, type TestRegistry } from './test-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.local('images');
  await registry.virtual('all', ['images']);
});
afterAll(() => registry?.stop());

const pull = (name: string, reference: string) => registry.send('GET', `/v2/${name}/manifests/${reference}`);
async function expire(tag: string, file = 'manifest.json'): Promise<void> {
  const answer = await registry.send('PUT', `/artifactory/api/storage/images/app/${tag}/${file}?properties=artifact.expires=2026-01-01`);
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
  expect(await readCode(await pull('images/app', digest))).toBe('DENIED');
  expect((await pull('images/app', untagged.digest)).status).toBe(200);
  await pushImage(registry, 'images/app', 'three', 'same');
  expect((await pull('images/app', digest)).status).toBe(200);
});

async function pushIndex(reference: string, digests: readonly string[], note: string, type: string = mediaTypes.ociManifest): Promise<string> {
  const manifests = digests.map((digest) => ({ mediaType: type, digest, size: 100 }));
  const index = JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes.ociIndex, manifests, annotations: { note } });
  const answer = await putManifest(registry, 'images/app', reference === '' ? computeDigest(index) : reference, index, mediaTypes.ociIndex);
  expect(answer.status).toBe(201);
  return computeDigest(index);
}

it('refuses the platforms of an expired index unless something else leads to them', async () => {
  const [amd64, arm64, tagged, kept] = await Promise.all(
    ['amd64', 'arm64', 'tagged', 'kept'].map(async (name) => (await pushImage(registry, 'images/app', '', `platform ${name}`)).digest),
  );
  const inner = await pushIndex('', [arm64!], 'inner');
  const index = await pushIndex('all', [amd64!, tagged!, kept!], 'all');
  await pushIndex('nested', [inner], 'nested', mediaTypes.ociIndex);
  await pushImage(registry, 'images/app', 'own', 'platform tagged');
  const untagged = await pushIndex('', [kept!], 'never tagged');
  const statuses = async () => {
    const answers = await Promise.all([index, amd64!, arm64!, tagged!, kept!, untagged].map((digest) => pull('images/app', digest)));
    return answers.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
  await expire('all', 'list.manifest.json');
  await expire('nested', 'list.manifest.json');
  expect(await statuses()).toEqual([410, 410, 410, 200, 200, 200]);
  await pushIndex('again', [amd64!, arm64!], 'again');
  expect(await statuses()).toEqual([410, 200, 200, 200, 200, 200]);
});
