import { createHash } from 'node:crypto';
import { listHeldComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import { packTar, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const types = {
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  index: 'application/vnd.oci.image.index.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
};
const describePart = (mediaType: string, content: Buffer) => ({
  mediaType,
  digest: `sha256:${createHash('sha256').update(content).digest('hex')}`,
  size: content.length,
});

/** Mallory may do everything in two repositories, and nothing in the one whose content she has digests of. */
const own = {
  permission: 'p',
  resourceType: 'repository' as const,
  names: ['sparse', 'plain'],
  include: [],
  exclude: [],
  actions: ['read' as const, 'deploy' as const, 'delete' as const],
  through: 'test',
};

describe('images that name what others stored', () => {
  let test: ScanningTestPlatform;
  let secret: Buffer;
  beforeAll(async () => {
    test = await startScanningPlatform({ actors: { mallory: { grants: [own] } } });
    await test.create({ class: 'local', key: 'hidden', format: 'docker' });
    await test.create({ class: 'local', key: 'plain', format: 'docker' });
    await test.create({ class: 'local', key: 'sparse', format: 'docker', settings: { acceptIncompleteImages: true } });
    secret = await packTar({ 'srv/node_modules/secret/package.json': '{"name":"secret","version":"1.0.0"}' });
    await test.pushImage('hidden', 'vault', '1', [secret]);
    await test.scanned('docker://vault', '1');
  });
  afterAll(() => test.stop());

  const ask = async (path: string, as: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const answer = await fetch(`${test.baseUrl}/v2/${path}`, { ...init, headers: { ...test.headersOf(as), ...init.headers } });
    return [answer.status, Buffer.from(await answer.arrayBuffer())] as const;
  };
  const push = async (path: string, mediaType: string, content: Buffer) =>
    expect((await ask(path, 'mallory', { method: 'PUT', body: content as BodyInit, headers: { 'content-type': mediaType } }))[0]).toBe(201);
  const namesIn = async (packageId: string, version: string) =>
    (await test.call(listHeldComponents, { query: { packageId, version, num_of_rows: 500 } }, { as: 'mallory' })).data.map(({ name }) => name);
  const expectUnseen = async (image: string) => {
    expect(await test.scanned(`docker://${image}`, '1')).toMatchObject({ status: 'not scanned', reason: expect.stringMatching(/is not stored here/) });
    expect(await namesIn(`docker://${image}`, '1')).not.toContain('secret');
  };

  it('are not read where images may be incomplete, though somebody knows a digest', async () => {
    const layer = describePart(types.layer, secret);
    expect((await ask(`hidden/vault/blobs/${layer.digest}`, 'mallory'))[0]).toBe(403);
    const manifest = { schemaVersion: 2, mediaType: types.manifest, config: describePart(types.config, Buffer.from('{}')), layers: [layer] };
    await push('sparse/curious/manifests/1', types.manifest, Buffer.from(JSON.stringify(manifest)));
    await expectUnseen('curious');
  });

  it('are not read by what is known of the very same manifest elsewhere', async () => {
    const [status, manifest] = await ask('hidden/vault/manifests/1', 'admin', { headers: { accept: types.manifest } });
    expect(status).toBe(200);
    await push('sparse/copycat/manifests/1', types.manifest, manifest);
    await expectUnseen('copycat');
  });

  it('are not read where an index names an image of somebody else', async () => {
    const [status, child] = await ask('hidden/vault/manifests/1', 'admin', { headers: { accept: types.manifest } });
    expect(status).toBe(200);
    const manifests = [{ ...describePart(types.manifest, child), platform: { os: 'linux', architecture: 'amd64' } }];
    await push('plain/list/manifests/1', types.index, Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: types.index, manifests })));
    await expectUnseen('list');
  });

  it('are not read where a layer is said to lie elsewhere', async () => {
    const config = Buffer.from('{"architecture":"amd64","os":"linux"}');
    const described = describePart(types.config, config);
    const headers = { 'content-type': 'application/octet-stream' };
    const pushed = await ask(`plain/afar/blobs/uploads/?digest=${described.digest}`, 'mallory', { method: 'POST', body: config as BodyInit, headers });
    expect(pushed[0]).toBe(201);
    const layers = [{ ...describePart(types.layer, secret), urls: ['https://elsewhere.example/layer'] }];
    await push(
      'plain/afar/manifests/1',
      types.manifest,
      Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: types.manifest, config: described, layers })),
    );
    await expectUnseen('afar');
  });
});
