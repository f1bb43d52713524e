import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { computeDigest, pushBlob, pushImage, putManifest, startTestRegistry, type TestRegistry } from './test-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.local('sparse', { acceptIncompleteImages: true });
  await registry.local('whole');
});
afterAll(() => registry?.stop());

const layerType = 'application/vnd.oci.image.layer.v1.tar';

/** An image of whose two layers only one has been pushed. */
async function makeSparse(name: string) {
  const config = await pushBlob(registry, name, '{"architecture":"amd64","os":"linux"}');
  const layer = await pushBlob(registry, name, 'here');
  const absent = computeDigest('elsewhere');
  const layers = [layer, absent].map((digest) => ({ mediaType: layerType, digest, size: 4 }));
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: mediaTypes.ociManifest,
    config: { mediaType: mediaTypes.ociConfig, digest: config, size: 37 },
    layers,
  });
  return { manifest, layer, absent };
}

// https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pushing-manifests
it('FMT-002 takes an image whose layers are absent where its repository says so, gives it out as it came, and lacks the layer until it comes', async () => {
  const { manifest, layer, absent } = await makeSparse('sparse/image');
  expect((await putManifest(registry, 'sparse/image', '1', manifest)).status).toBe(201);
  const told = await registry.send('GET', '/v2/sparse/image/manifests/1', { headers: { accept: mediaTypes.ociManifest } });
  expect([told.status, told.headers.get('docker-content-digest'), await told.text()]).toEqual([200, computeDigest(manifest), manifest]);
  const blob = async (digest: string) => (await registry.send('HEAD', `/v2/sparse/image/blobs/${digest}`)).status;
  expect([await blob(layer), await blob(absent)]).toEqual([200, 404]);
  await pushBlob(registry, 'sparse/image', 'elsewhere');
  expect(await blob(absent)).toBe(200);
});

it('FMT-002 refuses it elsewhere, naming each layer that is not there, and keeps no tag of it', async () => {
  const { manifest, absent } = await makeSparse('whole/image');
  const refused = await putManifest(registry, 'whole/image', '1', manifest);
  expect(refused.status).toBe(400);
  const { errors } = (await refused.json()) as { errors: { code: string; detail: unknown }[] };
  expect(errors[0]).toMatchObject({ code: 'MANIFEST_BLOB_UNKNOWN', detail: [{ digest: absent }] });
  expect((await registry.send('GET', '/v2/whole/image/manifests/1')).status).toBe(404);
});

it('FMT-002 takes an index of which only some platforms have been pushed', async () => {
  const { digest } = await pushImage(registry, 'whole/index', 'amd64', 'a layer');
  const descriptor = (of: string, architecture: string) => ({
    mediaType: mediaTypes.ociManifest,
    digest: of,
    size: 500,
    platform: { os: 'linux', architecture },
  });
  const manifests = [descriptor(digest, 'amd64'), descriptor(computeDigest('another platform'), 'arm64')];
  const index = JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes.ociIndex, manifests });
  expect((await putManifest(registry, 'whole/index', 'all', index, mediaTypes.ociIndex)).status).toBe(201);
  const told = await registry.send('GET', '/v2/whole/index/manifests/all', { headers: { accept: mediaTypes.ociIndex } });
  expect(await told.text()).toBe(index);
  expect((await registry.send('GET', `/v2/whole/index/manifests/${computeDigest('another platform')}`)).status).toBe(404);
});
