import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLocal, password, type RegistryServer, startRegistryServer } from './registry-server.ts';

let registry: RegistryServer;
beforeAll(async () => {
  registry = await startRegistryServer();
  await makeLocal(registry, 'docker-local');
});
afterAll(() => registry?.stop());

it('FMT-002 pushes, pulls and shows a chart with helm', async () => {
  const helm = (...parameters: string[]) => registry.run('helm', ...parameters);
  await helm('create', 'shop');
  await helm('package', 'shop', '--version', '1.2.3');
  await helm('registry', 'login', registry.host, '--username', 'admin', '--password', password, '--plain-http');
  await helm('push', 'shop-1.2.3.tgz', `oci://${registry.host}/docker-local/charts`, '--plain-http');
  expect(await helm('show', 'chart', `oci://${registry.host}/docker-local/charts/shop`, '--version', '1.2.3', '--plain-http')).toContain('name: shop');
  await mkdir(join(registry.home, 'pulled'));
  await helm('pull', `oci://${registry.host}/docker-local/charts/shop`, '--version', '1.2.3', '--plain-http', '--destination', 'pulled');
  expect(await readFile(join(registry.home, 'pulled', 'shop-1.2.3.tgz'))).toEqual(await readFile(join(registry.home, 'shop-1.2.3.tgz')));
});

it('FMT-002 pushes and pulls files with the ORAS client', async () => {
  await writeFile(join(registry.home, 'note.txt'), 'any file at all');
  const script = join(registry.home, 'push-pull.py');
  await writeFile(
    script,
    `import oras.client, os
target = '${registry.host}/docker-local/files/note:1'
client = oras.client.OrasClient(hostname='${registry.host}', insecure=True, auth_backend='basic')
client.login(hostname='${registry.host}', username='admin', password='${password}')
client.push(target=target, files=['note.txt'], disable_path_validation=True)
os.makedirs('oras-out', exist_ok=True)
client.pull(target=target, outdir='oras-out')
print(client.get_tags('${registry.host}/docker-local/files/note'))
`,
  );
  expect(await registry.run('oras', script)).toContain("['1']");
  expect(await readFile(join(registry.home, 'oras-out', 'note.txt'), 'utf8')).toBe('any file at all');
});
