import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeImage, makeLocal, password, type RegistryServer, startRegistryServer } from './registry-server.ts';

let registry: RegistryServer;
beforeAll(async () => {
  registry = await startRegistryServer();
  await makeLocal(registry, 'docker-local');
});
afterAll(() => registry?.stop());

it('FMT-002 signs in with the docker command line, which keeps what it was given', async () => {
  await expect(registry.run('docker', 'login', registry.host, '--username', 'admin', '--password', 'wrong')).rejects.toThrow(/unauthorized|denied/i);
  expect(await registry.run('docker', 'login', registry.host, '--username', 'admin', '--password', password)).toContain('Login Succeeded');
  const kept = JSON.parse(await readFile(join(registry.home, 'docker', 'config.json'), 'utf8')) as { auths: Record<string, unknown> };
  expect(Object.keys(kept.auths)).toContain(registry.host);
});

it('inspects manifests and puts two images into one index', async () => {
  const name = `${registry.host}/docker-local/multi`;
  for (const arch of ['amd64', 'arm64']) {
    const source = await makeImage(registry, arch, `for ${arch}`);
    await registry.run(
      'skopeo',
      'copy',
      '--format',
      'v2s2',
      '--dest-tls-verify=false',
      '--dest-creds',
      `admin:${password}`,
      source,
      `docker://${name}:${arch}`,
    );
  }
  expect(await registry.run('docker', 'manifest', 'inspect', '--insecure', `${name}:amd64`)).toContain('application/vnd.docker.distribution.manifest.v2+json');
  await registry.run('docker', 'manifest', 'create', '--insecure', `${name}:all`, `${name}:amd64`, `${name}:arm64`);
  await registry.run('docker', 'manifest', 'annotate', '--arch', 'arm64', '--os', 'linux', `${name}:all`, `${name}:arm64`);
  await registry.run('docker', 'manifest', 'push', '--insecure', `${name}:all`);
  const index = JSON.parse(await registry.run('docker', 'manifest', 'inspect', '--insecure', `${name}:all`)) as {
    manifests: { platform: { architecture: string } }[];
  };
  expect(index.manifests.map(({ platform }) => platform.architecture)).toEqual(['amd64', 'arm64']);
});
