import { join } from 'node:path';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { createAdvisorySource, dumpPath } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { lines, osv } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeLibraryImage } from './library-image.ts';
import { makeLocal, password, type RegistryServer, startRegistryServer } from './registry-server.ts';

let hub: RegistryServer;
let registry: RegistryServer;
const credentials = `admin:${password}`;
beforeAll(async () => {
  [hub, registry] = await Promise.all([startRegistryServer(), startRegistryServer()]);
  await makeLocal(hub, 'hub');
  for (const [name, library] of [
    ['clean', 'good'],
    ['other', 'good-too'],
    ['bad', 'evil'],
  ] as const) {
    const source = await writeLibraryImage(hub, name, library);
    await hub.run('skopeo', 'copy', '--dest-tls-verify=false', '--dest-creds', credentials, source, `docker://${hub.host}/hub/${name}:1`);
  }
  const settings = { url: `http://${hub.host}/v2/hub`, username: 'admin', officialNamespace: '', allowPrivate: true };
  await registry.call(createRepository, { body: { class: 'remote', key: 'mirror', format: 'docker', password, settings } });
  const rules = [{ name: 'high', criteria: { min_severity: 'High' as const }, actions: { block_download: { active: true, unscanned: true } } }];
  await registry.call(createPolicy, { body: { name: 'strict', type: 'security', rules } });
  const resources = [{ type: 'all-repos' as const }];
  await registry.call(createWatch, {
    body: { general_data: { name: 'everything' }, project_resources: { resources }, assigned_policies: [{ name: 'strict' }] },
  });
  const { id } = await registry.call(createAdvisorySource, { body: { name: 'advisories' } });
  const record = osv('GHSA-evil', { ecosystem: 'npm', name: 'evil', events: [{ introduced: '0' }] }, { database_specific: { severity: 'CRITICAL' } });
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  await fetch(registry.server.url + dumpPath(id), { method: 'PUT', headers: { authorization }, body: lines(record) });
});
afterAll(() => Promise.all([hub?.stop(), registry?.stop()]));

const skopeo = (place: string) =>
  registry.run(
    'skopeo',
    'copy',
    '--src-tls-verify=false',
    '--src-creds',
    credentials,
    `docker://${registry.host}/${place}`,
    `dir:${join(registry.home, 'pulled')}`,
  );
const readDigest = async (image: string) =>
  (await hub.run('skopeo', 'inspect', '--tls-verify=false', '--creds', credentials, '--format', '{{.Digest}}', `docker://${hub.host}/hub/${image}:1`)).trim();

it('lets an image of an upstream through once it has been scanned, by tag and by digest alone', async () => {
  expect(await skopeo('mirror/clean:1')).toContain('Writing manifest');
  expect(await skopeo(`mirror/other@${await readDigest('other')}`)).toContain('Writing manifest');
});

it('lets an image of an index inside an index through once it has been scanned, and refuses one in which something is found', async () => {
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const index = 'application/vnd.oci.image.index.v1+json';
  const put = async (tag: string, mediaType: string, digest: string) => {
    const manifests = [{ mediaType, digest, size: 500, platform: { os: 'linux', architecture: 'amd64' } }];
    const body = JSON.stringify({ schemaVersion: 2, mediaType: index, manifests });
    const url = `${hub.server.url}/v2/hub/nested/manifests/${tag}`;
    const answer = await fetch(url, { method: 'PUT', headers: { authorization, 'content-type': index }, body });
    return answer.headers.get('docker-content-digest') ?? '';
  };
  await registry.run('crane', 'auth', 'login', registry.host, '-u', 'admin', '-p', password);
  for (const [name, library] of [
    ['good', 'nested-good'],
    ['evil', 'evil'],
  ] as const) {
    const source = await writeLibraryImage(hub, `nested-${name}`, library);
    const place = `docker://${hub.host}/hub/nested:image-${name}`;
    await hub.run('skopeo', 'copy', '--dest-tls-verify=false', '--dest-creds', credentials, source, place);
    const inspected = await hub.run('skopeo', 'inspect', '--tls-verify=false', '--creds', credentials, '--format', '{{.Digest}}', place);
    const inner = await put(`inner-${name}`, 'application/vnd.oci.image.manifest.v1+json', inspected.trim());
    await put(name, index, inner);
  }
  const pull = (name: string) => registry.run('crane', 'pull', '--insecure', `${registry.host}/mirror/nested:${name}`, join(registry.home, `${name}.tar`));
  await pull('good');
  await expect(pull('evil')).rejects.toThrow(/DENIED: .*GHSA-evil/);
});

it('refuses an image of an upstream in which the scan finds something, and says what', async () => {
  const reason = /denied: .*GHSA-evil in evil 1\.0\.0 breaks the rule high of the policy strict, watch everything/;
  // The advisories may still be being read.
  await expect.poll(() => skopeo('mirror/bad:1').catch(({ stderr }: { stderr: string }) => stderr), { timeout: 30_000 }).toMatch(reason);
  await expect(skopeo(`mirror/bad@${await readDigest('bad')}`)).rejects.toThrow(reason);
  await registry.run('crane', 'auth', 'login', registry.host, '-u', 'admin', '-p', password);
  await expect(registry.run('crane', 'pull', '--insecure', `${registry.host}/mirror/bad:1`, join(registry.home, 'bad.tar'))).rejects.toThrow(
    /DENIED: .*GHSA-evil/,
  );
});
