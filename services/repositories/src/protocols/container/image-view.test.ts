import { dockerLayers } from '@packhouse/contract/repositories/container-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushImage, startTestRegistry, type TestRegistry } from './test-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ actors: { ann: {} } });
  await registry.local('docker-local');
});
afterAll(() => registry.stop());

describe('image view', () => {
  it('PKG-045 shows layers, steps and settings, by file and by folder', async () => {
    const { digest, layer } = await pushImage(registry, 'docker-local/team/app', '1.0', 'hello');
    for (const path of ['team/app/1.0/manifest.json', 'team/app/1.0', `team/app/${digest.replace(':', '__')}`]) {
      const view = await registry.call(dockerLayers, { body: { repoKey: 'docker-local', path, view: 'dockerv2' } });
      expect(view).toMatchObject({
        digest,
        platform: 'linux/amd64',
        labels: { content: 'hello' },
        layers: [{ digest: layer, size: 5, createdBy: 'COPY hello' }],
      });
    }
  });

  it('answers 404 for what is no image and 403 to who may not read', async () => {
    const ask = (path: string, as = 'admin') => registry.call(dockerLayers, { body: { repoKey: 'docker-local', path, view: 'dockerv2' } }, { as });
    await expect(ask('team/app/none')).rejects.toMatchObject({ status: 404 });
    await expect(ask('readme.txt')).rejects.toMatchObject({ status: 404 });
    await expect(ask('team/app/1.0', 'ann')).rejects.toMatchObject({ status: 403 });
  });
});
