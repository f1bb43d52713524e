import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { deleteReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { type DistributionTestPlatform, distributed, introduce, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
beforeAll(async () => {
  [source, target] = await Promise.all([startDistributionPlatform(), startDistributionPlatform()]);
  for (const test of [source, target]) {
    await test.create('libs');
    await test.create('images', 'docker');
  }
  await source.put('libs/first.txt', 'first');
  await source.bundle('first', '1', ['libs/first.txt']);
  await introduce(source, target, 'edge', await target.tokenFor('admin'));
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

async function arrived(name: string, paths: readonly string[]): Promise<void> {
  await source.bundle(name, '1', paths);
  expect((await distributed(source, name, '1', ['edge'])).status).toBe('Completed');
}
const withdrawn = (name: string) => target.call(deleteReleaseBundle, { params: { name, version: '1' }, query: { type: 'target' } });
const status = async (path: string) => (await target.read(path)).status;

async function ask(test: DistributionTestPlatform, method: string, path: string, body?: Buffer | string, type = 'application/octet-stream') {
  const headers = { ...test.headersOf('admin'), accept: '*/*', ...(body === undefined ? {} : { 'content-type': type }) };
  const answer = await fetch(`${test.baseUrl}/v2/images/${path}`, { method, headers, ...(body === undefined ? {} : { body: body as BodyInit }) });
  return { status: answer.status, text: await answer.text() };
}

const mediaType = 'application/vnd.oci.image.manifest.v1+json';

/** Pushes an image of these layers; answers its manifest and the digests of all it is made of. */
async function push(test: DistributionTestPlatform, image: string, tag: string, layers: readonly string[]) {
  const blob = async (content: Buffer) => {
    const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
    expect((await ask(test, 'POST', `${image}/blobs/uploads/?digest=${digest}`, content)).status).toBe(201);
    return { digest, size: content.length };
  };
  const settings = Buffer.from(JSON.stringify({ architecture: 'arm64', os: 'linux', config: { Labels: { tag } } }));
  const config = { mediaType: 'application/vnd.oci.image.config.v1+json', ...(await blob(settings)) };
  const listed = [];
  for (const layer of layers) listed.push({ mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', ...(await blob(gzipSync(layer))) });
  const manifest = JSON.stringify({ schemaVersion: 2, mediaType, config, layers: listed });
  expect((await ask(test, 'PUT', `${image}/manifests/${tag}`, manifest, mediaType)).status).toBe(201);
  return { manifest, digests: [config, ...listed].map(({ digest }) => digest) };
}

describe('a received bundle that is deleted', () => {
  it('leaves what was there before', async () => {
    await target.put('libs/before.txt', 'the same');
    await source.put('libs/before.txt', 'the same');
    await source.put('libs/new.txt', 'new');
    await arrived('some', ['libs/before.txt', 'libs/new.txt']);
    await withdrawn('some');
    expect([await status('libs/before.txt'), await status('libs/new.txt')]).toEqual([200, 404]);
  });

  it('leaves what another one needs to that one, which takes it along in the end', async () => {
    await source.put('libs/both.txt', 'both');
    await arrived('one', ['libs/both.txt']);
    await arrived('two', ['libs/both.txt']);
    await withdrawn('one');
    expect(await status('libs/both.txt')).toBe(200);
    await withdrawn('two');
    expect(await status('libs/both.txt')).toBe(404);
  });

  it('leaves layers and manifests that other tags of the image need', async () => {
    const first = await push(source, 'team/app', '1.0', ['base', 'app']);
    await arrived('image', ['images/team/app/1.0']);
    expect((await ask(target, 'PUT', 'team/app/manifests/stable', first.manifest, mediaType)).status).toBe(201);
    const second = await push(target, 'team/app', '2.0', ['base', 'other']);
    await withdrawn('image');
    expect((await ask(target, 'GET', 'team/app/manifests/1.0')).status).toBe(404);
    for (const [tag, { digests }] of [
      ['stable', first],
      ['2.0', second],
    ] as const) {
      expect((await ask(target, 'GET', `team/app/manifests/${tag}`)).status).toBe(200);
      for (const digest of digests) expect([tag, (await ask(target, 'GET', `team/app/blobs/${digest}`)).status]).toEqual([tag, 200]);
    }
  });

  it('takes along layers that nothing else needs', async () => {
    const { digests } = await push(source, 'team/solo', '1.0', ['alone']);
    await push(target, 'team/solo', '0.9', ['elsewhere']);
    await arrived('solo', ['images/team/solo/1.0']);
    await withdrawn('solo');
    for (const digest of digests) expect((await ask(target, 'GET', `team/solo/blobs/${digest}`)).status).toBe(404);
    expect((await ask(target, 'GET', 'team/solo/manifests/0.9')).status).toBe(200);
  });
});
