import { createQuickRepos } from '@packhouse/contract/repositories/onboarding-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeImage, makeLocal, password, type RegistryServer, startRegistryServer } from './registry-server.ts';

let hub: RegistryServer;
let registry: RegistryServer;
const credentials = `admin:${password}`;
beforeAll(async () => {
  [hub, registry] = await Promise.all([startRegistryServer(), startRegistryServer()]);
  await makeLocal(hub, 'hub');
  const source = await makeImage(hub, 'hello', 'hello from the hub');
  await hub.run('skopeo', 'copy', '--dest-tls-verify=false', '--dest-creds', credentials, source, `docker://${hub.host}/hub/library/hello-world:latest`);
});
afterAll(() => Promise.all([hub?.stop(), registry?.stop()]));

const inspect = (name: string) => registry.run('skopeo', 'inspect', '--tls-verify=false', '--creds', credentials, `docker://${registry.host}/${name}`);
const stored = (path: string) =>
  fetch(`${registry.server.url}/artifactory/${path}`, { headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } });

it('ONB-050 pulls an official image through the quick start’s repositories and finds it in the cache', async () => {
  const upstream = { url: `http://${hub.host}/v2/hub`, username: 'admin', password, allowPrivate: true };
  const { createdReposByTypes } = await registry.call(createQuickRepos, { body: { repoTypes: ['Docker'], upstreams: { Docker: upstream } } });
  expect(createdReposByTypes).toEqual({ localRepos: ['docker-local'], remoteRepos: ['docker-remote'], virtualRepos: ['docker'] });
  const target = `dir:${registry.home}/hello`;
  await registry.run('skopeo', 'copy', '--src-tls-verify=false', '--src-creds', credentials, `docker://${registry.host}/docker/hello-world:latest`, target);
  expect((await stored('docker-remote-cache/library/hello-world/latest/manifest.json')).status).toBe(200);
});

it('ONB-051 pushes through the virtual repository into the local one', async () => {
  const copy = ['--src-tls-verify=false', '--dest-tls-verify=false', '--src-creds', credentials, '--dest-creds', credentials];
  await registry.run('skopeo', 'copy', ...copy, `docker://${registry.host}/docker/hello-world:latest`, `docker://${registry.host}/docker/hello-world:1.0.0`);
  expect((await stored('docker-local/hello-world/1.0.0/manifest.json')).status).toBe(200);
});

it('keeps serving what it has when the upstream is gone', async () => {
  await registry.call(createRepository, {
    body: {
      class: 'remote',
      key: 'mirror',
      format: 'docker',
      password,
      settings: { url: `http://${hub.host}/v2/hub`, username: 'admin', allowPrivate: true, pointerSeconds: 0 },
    },
  });
  const target = `dir:${registry.home}/offline`;
  const pull = () =>
    registry.run('skopeo', 'copy', '--src-tls-verify=false', '--src-creds', credentials, `docker://${registry.host}/mirror/library/hello-world:latest`, target);
  await pull();
  await hub.server.stop();
  await pull();
  await expect(inspect('mirror/library/never-seen:latest')).rejects.toThrow();
});
