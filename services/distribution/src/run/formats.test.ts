import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createReleaseBundle, listReleaseBundleFiles } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { listPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { type DistributionTestPlatform, distributed, introduce, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const pom = '<project><modelVersion>4.0.0</modelVersion><groupId>org.acme</groupId><artifactId>app</artifactId><version>1.0</version></project>';

let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
beforeAll(async () => {
  [source, target] = await Promise.all([startDistributionPlatform(), startDistributionPlatform()]);
  for (const [key, format] of [
    ['charts', 'helm'],
    ['images', 'docker'],
    ['jars', 'maven'],
  ] as [string, FormatId][])
    await source.create(key, format);
  await source.put('jars/org/acme/app/1.0/app-1.0.pom', pom);
  await source.bundle('first', '1', ['jars/org/acme/app']);
  await introduce(source, target, 'edge', await target.tokenFor('admin'));
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

const readSum = (algorithm: string, content: string | Buffer) => createHash(algorithm).update(content).digest('hex');
const place = (name: string, version: string) => ({ params: { name, version } });

async function send(method: string, path: string, body: Buffer | string, type: string): Promise<Response> {
  const answer = await fetch(source.baseUrl + path, { method, headers: { ...source.headersOf('admin'), 'content-type': type }, body: body as BodyInit });
  expect([answer.ok, answer.ok ? '' : await answer.text()]).toEqual([true, '']);
  return answer;
}

async function pushImage(image: string, tag: string): Promise<void> {
  const blob = async (content: Buffer) => {
    const digest = `sha256:${readSum('sha256', content)}`;
    await send('POST', `/v2/images/${image}/blobs/uploads/?digest=${digest}`, content, 'application/octet-stream');
    return { digest, size: content.length };
  };
  const config = { mediaType: 'application/vnd.oci.image.config.v1+json', ...(await blob(Buffer.from('{"architecture":"arm64","os":"linux"}'))) };
  const layer = { mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', ...(await blob(gzipSync('a layer'))) };
  const mediaType = 'application/vnd.oci.image.manifest.v1+json';
  await send('PUT', `/v2/images/${image}/manifests/${tag}`, JSON.stringify({ schemaVersion: 2, mediaType, config, layers: [layer] }), mediaType);
}

const readPackages = async () =>
  (await target.call(listPackages, { query: { limit: 50 } })).packages.map((one) => `${one.packageType} ${one.name} ${one.versionsCount}`);

describe('distribution of packages', () => {
  it('ARTI-025 takes what a build made, and it is a package on the target', async () => {
    const started = '2026-03-04T05:06:07.000+0000';
    const artifact = { name: 'app-1.0.pom', type: 'pom', sha1: readSum('sha1', pom), md5: readSum('md5', pom), sha256: readSum('sha256', pom) };
    const build = { name: 'app', number: '7', started, version: '1.0.1', modules: [{ id: 'org.acme:app:1.0', artifacts: [artifact] }] };
    await send('PUT', '/artifactory/api/build', JSON.stringify(build), 'application/json');
    const from = { from: 'build' as const, name: 'app', number: '7' };
    await source.call(createReleaseBundle, { body: { name: 'build', version: '7', sign: true, source: from } });
    const { items } = await source.call(listReleaseBundleFiles, place('build', '7'));
    expect(items.map(({ repository, path }) => `${repository}/${path}`)).toEqual(['jars/org/acme/app/1.0/app-1.0.pom']);
    const missing = source.call(createReleaseBundle, { body: { name: 'build', version: '8', source: { ...from, number: '8' } } });
    await expect(missing).rejects.toMatchObject({ code: 'build_not_found' });
    expect((await distributed(source, 'build', '7', ['edge'], true)).status).toBe('Completed');
    expect(await readPackages()).toContain('maven org.acme:app 1');
  });

  it('an image comes with its layers, and can be pulled', async () => {
    await pushImage('team/app', '1.0');
    await source.bundle('image', '1', ['images/team/app/1.0']);
    const { items } = await source.call(listReleaseBundleFiles, place('image', '1'));
    expect(items.length).toBeGreaterThanOrEqual(4);
    const run = await distributed(source, 'image', '1', ['edge'], true);
    expect([run.status, run.sites[0]?.error]).toEqual(['Completed', undefined]);
    const pull = (path: string) => fetch(`${target.baseUrl}/v2/images/team/app/${path}`, { headers: { ...target.headersOf('admin'), accept: '*/*' } });
    const manifest = await pull('manifests/1.0');
    expect(manifest.status).toBe(200);
    const { config, layers } = (await manifest.json()) as { config: { digest: string }; layers: { digest: string }[] };
    for (const { digest } of [config, ...layers]) expect((await pull(`blobs/${digest}`)).status).toBe(200);
    expect(await readPackages()).toContain('docker team/app 1');
  });
});
