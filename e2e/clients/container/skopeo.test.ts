import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createClient } from '@packhouse/contract/client.ts';
import { dockerLayers } from '@packhouse/contract/repositories/container-routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeImage, makeLocal, password, type RegistryServer, startRegistryServer } from './registry-server.ts';

let registry: RegistryServer;
beforeAll(async () => {
  registry = await startRegistryServer();
  await makeLocal(registry, 'docker-local');
});
afterAll(() => registry?.stop());

const credentials = `admin:${password}`;
const image = (reference: string) => `docker://${registry.host}/docker-local/${reference}`;

it('FMT-002 pushes, inspects, lists, copies and deletes with skopeo', async () => {
  const source = await makeImage(registry, 'one', 'first content');
  await registry.run('skopeo', 'copy', '--dest-tls-verify=false', '--dest-creds', credentials, source, image('team/app:1.0'));
  const inspected = JSON.parse(await registry.run('skopeo', 'inspect', '--tls-verify=false', '--creds', credentials, image('team/app:1.0'))) as {
    Digest: string;
    RepoTags: string[];
    Labels: Record<string, string>;
  };
  expect(inspected).toMatchObject({ RepoTags: ['1.0'], Labels: { content: 'one' } });
  const target = join(registry.home, 'pulled');
  await registry.run('skopeo', 'copy', '--src-tls-verify=false', '--src-creds', credentials, image('team/app:1.0'), `dir:${target}`);
  const manifest = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8')) as { config: { digest: string } };
  expect(manifest.config.digest).toMatch(/^sha256:/);
  const both = ['--src-tls-verify=false', '--dest-tls-verify=false', '--src-creds', credentials, '--dest-creds', credentials];
  await registry.run('skopeo', 'copy', ...both, image('team/app:1.0'), image('other/copy:2.0'));
  await registry.run('skopeo', 'delete', '--tls-verify=false', '--creds', credentials, image('team/app:1.0'));
  await expect(registry.run('skopeo', 'inspect', '--tls-verify=false', '--creds', credentials, image('team/app:1.0'))).rejects.toThrow(
    /manifest unknown|not known/i,
  );
  const view = await registry.call(dockerLayers, { body: { repoKey: 'docker-local', path: 'other/copy/2.0', view: 'dockerv2' } });
  expect(view).toMatchObject({ digest: inspected.Digest, labels: { content: 'one' }, command: ['/content.txt'] });
});

it('turns away wrong credentials', async () => {
  const source = await makeImage(registry, 'refused', 'refused');
  const push = registry.run('skopeo', 'copy', '--dest-tls-verify=false', '--dest-creds', 'admin:wrong', source, image('team/refused:1'));
  await expect(push).rejects.toThrow(/unauthorized|invalid username/i);
});

it('ACC-002 wants a token in place of the password where a second factor is required', async () => {
  const { accessToken } = await registry.call(createToken, { body: {} });
  const login = (secret: string) => registry.run('skopeo', 'login', '--tls-verify=false', '--username', 'admin', '--password', secret, registry.host);
  const withToken = createClient({ baseUrl: `http://${registry.host}`, headers: () => ({ authorization: `Bearer ${accessToken}` }) });
  await registry.call(updateAccessSettings, { body: { requireSecondFactor: true } });
  try {
    await expect(login(password)).rejects.toThrow(/unauthorized|invalid username/i);
    expect(await login(accessToken)).toMatch(/Login Succeeded/i);
  } finally {
    await withToken(updateAccessSettings, { body: { requireSecondFactor: false } });
  }
});

it('signs in once and stays so', async () => {
  await registry.run('skopeo', 'login', '--tls-verify=false', '--username', 'admin', '--password', password, registry.host);
  const source = await makeImage(registry, 'login', 'after login');
  await registry.run('skopeo', 'copy', '--dest-tls-verify=false', source, image('team/login:1'));
  expect(await registry.run('skopeo', 'list-tags', '--tls-verify=false', image('team/login'))).toContain('"1"');
});
