import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import type { Action, Grant } from '@packhouse/kernel/access/authorisation.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushImage, putManifest, startTestRegistry, type TestRegistry } from './test-registry.ts';

const grant = (actions: Action[]): Grant => ({
  permission: 'p',
  resourceType: 'repository',
  names: ['images'],
  include: [],
  exclude: [],
  actions,
  through: 'user',
});

let registry: TestRegistry;
let image: string;
beforeAll(async () => {
  registry = await startTestRegistry({ actors: { writer: { grants: [grant(['read', 'deploy'])] }, owner: { grants: [grant(['read', 'deploy', 'delete'])] } } });
  await registry.local('images');
  const pushed = await pushImage(registry, 'images/app', '1', 'app');
  image = pushed.digest;
  const listed = { mediaType: mediaTypes.ociManifest, digest: pushed.digest, size: pushed.manifest.length, platform: { os: 'linux', architecture: 'amd64' } };
  const index = JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes.ociIndex, manifests: [listed] });
  await putManifest(registry, 'images/app', 'index', index, mediaTypes.ociIndex);
});
afterAll(() => registry.stop());

const digestOfTag = async () => (await registry.send('GET', '/v2/images/app/manifests/1', { headers: { accept: '*/*' } })).headers.get('docker-content-digest');
const copied = async (as: string) =>
  (await registry.send('POST', '/artifactory/api/copy/images/app/index/list.manifest.json?to=/images/app/1/list.manifest.json', { as })).status;

describe('a tag that becomes one of the other kind', () => {
  it('needs the right to delete when a copy or an upload replaces it', async () => {
    expect(await copied('writer')).toBe(403);
    const index = await registry.send('GET', '/artifactory/images/app/index/list.manifest.json');
    const upload = await registry.send('PUT', '/artifactory/images/app/1/list.manifest.json', { body: await index.text(), as: 'writer' });
    expect(upload.status).toBe(403);
    expect(await digestOfTag()).toBe(image);
  });

  it('is only the new one then', async () => {
    expect(await copied('owner')).toBe(200);
    expect(await digestOfTag()).not.toBe(image);
    expect((await registry.send('GET', '/artifactory/images/app/1/manifest.json')).status).toBe(404);
  });
});
