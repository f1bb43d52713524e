import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeDigest, pushImage, readCode, startTestRegistry, type TestRegistry } from './test-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.local('docker-local');
  await registry.local('docker-target');
});
afterAll(() => registry.stop());

const json = async (path: string) => (await registry.send('GET', path)).json();

describe('tags and catalog', () => {
  it('lists tags in byte order, page by page', async () => {
    for (const tag of ['b', 'a', 'C', '1.10', '1.9']) await pushImage(registry, 'docker-local/listed', tag, tag);
    expect(await json('/v2/docker-local/listed/tags/list')).toEqual({ name: 'docker-local/listed', tags: ['1.10', '1.9', 'C', 'a', 'b'] });
    const first = await registry.send('GET', '/v2/docker-local/listed/tags/list?n=2');
    expect(await first.json()).toMatchObject({ tags: ['1.10', '1.9'] });
    const next = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] as string;
    expect(await json(next)).toMatchObject({ tags: ['C', 'a'] });
    const last = await registry.send('GET', '/v2/docker-local/listed/tags/list?n=2&last=a');
    expect([await last.json(), last.headers.get('link')]).toEqual([{ name: 'docker-local/listed', tags: ['b'] }, null]);
    expect(await json('/v2/docker-local/listed/tags/list?n=0')).toMatchObject({ tags: [] });
  });

  it('knows no tags of an image nobody pushed', async () => {
    const answer = await registry.send('GET', '/v2/docker-local/nothing/tags/list');
    expect([answer.status, await readCode(answer)]).toEqual([404, 'NAME_UNKNOWN']);
    const { digest } = await pushImage(registry, 'docker-local/untagged', '', 'untagged');
    expect(digest).toMatch(/^sha256:/);
    expect(await json('/v2/docker-local/untagged/tags/list')).toMatchObject({ tags: [] });
  });

  it('lists images page by page', async () => {
    for (const name of ['catalog/a', 'catalog/b', 'catalog/c']) await pushImage(registry, `docker-target/${name}`, '1', name);
    const first = await registry.send('GET', '/artifactory/api/docker/docker-target/v2/_catalog?n=2');
    expect(await first.json()).toEqual({ repositories: ['catalog/a', 'catalog/b'] });
    expect(first.headers.get('link')).toContain('last=catalog%2Fb');
    expect(((await json('/v2/_catalog')) as { repositories: string[] }).repositories).toContain('docker-target/catalog/c');
  });
});

describe('referrers', () => {
  it('lists what names a manifest as its subject, filtered by type', async () => {
    const { digest, manifest } = await pushImage(registry, 'docker-local/subject', '1', 'subject');
    const subject = { mediaType: mediaTypes.ociManifest, digest, size: manifest.length };
    const sign = (artifactType: string, reference: string) =>
      pushImage(registry, 'docker-local/subject', reference, artifactType, { artifactType, subject, annotations: { kind: artifactType } });
    const one = await sign('application/x.signature', '');
    const two = await sign('application/x.sbom', 'sbom');
    const answer = await registry.send('GET', `/v2/docker-local/subject/referrers/${digest}`);
    expect(answer.headers.get('content-type')).toBe(mediaTypes.ociIndex);
    expect(((await answer.json()) as { manifests: object[] }).manifests).toMatchObject([
      { digest: one.digest, artifactType: 'application/x.signature', annotations: { kind: 'application/x.signature' }, size: one.manifest.length },
      { digest: two.digest, artifactType: 'application/x.sbom' },
    ]);
    const filtered = await registry.send('GET', `/v2/docker-local/subject/referrers/${digest}?artifactType=application/x.sbom`);
    expect(filtered.headers.get('oci-filters-applied')).toBe('artifactType');
    expect(((await filtered.json()) as { manifests: object[] }).manifests).toMatchObject([{ digest: two.digest }]);
    await registry.send('DELETE', `/v2/docker-local/subject/manifests/${one.digest}`);
    expect(((await json(`/v2/docker-local/subject/referrers/${digest}`)) as { manifests: object[] }).manifests).toHaveLength(1);
  });

  it('leaves out what an image below names as its subject', async () => {
    const { digest, manifest } = await pushImage(registry, 'docker-local/above', '1', 'above');
    const subject = { mediaType: mediaTypes.ociManifest, digest, size: manifest.length };
    const { digest: hidden } = await pushImage(registry, 'docker-local/above/below', '', 'below', { subject });
    expect(await json(`/v2/docker-local/above/referrers/${digest}`)).toMatchObject({ manifests: [] });
    expect(await json(`/v2/docker-local/above/below/referrers/${digest}`)).toMatchObject({ manifests: [{ digest: hidden }] });
  });

  it('takes a subject nobody has and answers an empty list for what nothing refers to', async () => {
    const missing = { mediaType: mediaTypes.ociManifest, digest: computeDigest('missing'), size: 3 };
    await pushImage(registry, 'docker-local/orphan', '1', 'orphan', { subject: missing });
    expect(((await json(`/v2/docker-local/orphan/referrers/${missing.digest}`)) as { manifests: object[] }).manifests).toHaveLength(1);
    expect(await json(`/v2/docker-local/orphan/referrers/${computeDigest('nothing')}`)).toMatchObject({ schemaVersion: 2, manifests: [] });
  });
});

describe('compatible address', () => {
  it('serves the same images without the key in their names', async () => {
    const { digest } = await pushImage(registry, 'docker-local/compatible', '1', 'compatible');
    const base = '/artifactory/api/docker/docker-local/v2';
    expect((await registry.send('HEAD', `${base}/compatible/manifests/1`)).headers.get('docker-content-digest')).toBe(digest);
    expect(await json(`${base}/compatible/tags/list`)).toMatchObject({ name: 'compatible', tags: ['1'] });
    const upload = await registry.send('POST', `${base}/compatible/blobs/uploads/`);
    expect(upload.headers.get('location')).toMatch(/^\/artifactory\/api\/docker\/docker-local\/v2\/compatible\/blobs\/uploads\//);
    expect((await registry.send('GET', `${base}/`)).status).toBe(200);
  });

  it('promotes a tag by copying and by moving', async () => {
    const { digest, layer } = await pushImage(registry, 'docker-local/promoted', '1', 'promoted');
    const promote = (body: object) =>
      registry.send('POST', '/artifactory/api/docker/docker-local/v2/promote', {
        body: JSON.stringify({ dockerRepository: 'promoted', targetRepo: 'docker-target', ...body }),
      });
    expect((await promote({ tag: '1', targetTag: '2', targetDockerRepository: 'released/app', copy: true })).status).toBe(200);
    expect((await registry.send('HEAD', '/v2/docker-target/released/app/manifests/2')).headers.get('docker-content-digest')).toBe(digest);
    expect((await registry.send('HEAD', `/v2/docker-target/released/app/blobs/${layer}`)).status).toBe(200);
    expect((await registry.send('HEAD', '/v2/docker-local/promoted/manifests/1')).status).toBe(200);
    expect((await promote({ tag: '1' })).status).toBe(200);
    expect((await registry.send('HEAD', '/v2/docker-target/promoted/manifests/1')).status).toBe(200);
    expect((await registry.send('HEAD', '/v2/docker-local/promoted/manifests/1')).status).toBe(404);
    expect((await promote({ tag: 'none' })).status).toBe(404);
  });
});
