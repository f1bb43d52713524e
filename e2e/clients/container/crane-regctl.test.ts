import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeImage, makeLocal, password, type RegistryServer, startRegistryServer } from './registry-server.ts';

let registry: RegistryServer;
beforeAll(async () => {
  registry = await startRegistryServer();
  await makeLocal(registry, 'docker-local');
  await makeLocal(registry, 'docker-two');
  const source = await makeImage(registry, 'base', 'the base');
  await registry.run('skopeo', 'copy', '--dest-tls-verify=false', '--dest-creds', `admin:${password}`, source, `docker://${registry.host}/docker-local/base:1`);
});
afterAll(() => registry?.stop());

it('FMT-002 pulls, tags, mounts across repositories, lists and deletes with crane', async () => {
  const crane = (...parameters: string[]) => registry.run('crane', ...parameters);
  const base = `${registry.host}/docker-local/base`;
  await crane('auth', 'login', registry.host, '-u', 'admin', '-p', password);
  const digest = (await crane('digest', `${base}:1`)).trim();
  await crane('pull', '--format', 'oci', `${base}:1`, join(registry.home, 'crane-pulled'));
  await crane('tag', `${base}:1`, 'latest');
  expect((await crane('ls', base)).split('\n')).toEqual(expect.arrayContaining(['1', 'latest']));
  await crane('copy', `${base}:1`, `${registry.host}/docker-two/copied:1`);
  expect((await crane('digest', `${registry.host}/docker-two/copied:1`)).trim()).toBe(digest);
  expect(await crane('catalog', registry.host)).toContain('docker-two/copied');
  expect(await crane('validate', '--remote', `${base}:latest`)).toContain('PASS');
  await crane('delete', `${base}@${digest}`);
  await expect(crane('digest', `${base}:1`)).rejects.toThrow(/MANIFEST_UNKNOWN|404/);
});

it('FMT-002 attaches artifacts to an image and finds them with regctl', async () => {
  const regctl = (...parameters: string[]) => registry.run('regctl', '--verbosity', 'error', ...parameters);
  await regctl('registry', 'set', '--tls', 'disabled', registry.host);
  await regctl('registry', 'login', '-u', 'admin', '-p', password, registry.host);
  const image = `${registry.host}/docker-two/attached`;
  await regctl('image', 'copy', `${registry.host}/docker-two/copied:1`, `${image}:1`);
  const sbom = join(registry.home, 'sbom.json');
  await writeFile(sbom, '{"components":[]}');
  await regctl('artifact', 'put', '--subject', `${image}:1`, '--artifact-type', 'application/example.sbom', '--file', sbom);
  expect(await regctl('artifact', 'list', `${image}:1`)).toContain('application/example.sbom');
  expect(await regctl('artifact', 'get', '--subject', `${image}:1`, '--filter-artifact-type', 'application/example.sbom')).toContain('components');
  await regctl('image', 'mod', '--label', 'changed=yes', '--create', 'labelled', `${image}:1`);
  expect(await regctl('image', 'inspect', `${image}:labelled`)).toContain('changed');
  expect((await regctl('tag', 'ls', image)).trim().split('\n')).toEqual(['1', 'labelled']);
  await regctl('tag', 'delete', `${image}:labelled`);
  expect((await regctl('tag', 'ls', image)).trim()).toBe('1');
});
