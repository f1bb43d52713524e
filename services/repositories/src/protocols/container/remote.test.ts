import { updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeUpstream, fakeUpstream } from './fake-upstream.ts';
import { computeDigest, pushBlob, pushImage, putManifest, readCode, startTestRegistry, type TestRegistry } from './test-registry.ts';

let origin: TestRegistry;
let registry: TestRegistry;
let fake: FakeUpstream;
beforeAll(async () => {
  [origin, registry, fake] = await Promise.all([startTestRegistry(), startTestRegistry(), fakeUpstream()]);
  await origin.local('hub');
  const upstream = `${origin.baseUrl}/artifactory/api/docker/hub`;
  await registry.local('docker-local');
  await registry.remote('docker-remote', upstream, { username: 'admin', pointerSeconds: 0 }, origin.adminPassword);
  await registry.remote('hub-like', upstream, { username: 'admin', officialNamespace: undefined }, origin.adminPassword);
  await registry.remote('locked', upstream);
  await registry.remote('broken', fake.url, { pointerSeconds: 0, assumedOfflineSeconds: 0 });
  await registry.virtual('docker', ['docker-remote', 'docker-local'], { defaultDeployment: 'docker-local' });
});
afterAll(() => Promise.all([origin.stop(), registry.stop(), fake.stop()]));

const get = (path: string) => registry.send('GET', path);
const digestAt = async (path: string) => (await registry.send('HEAD', path)).headers.get('docker-content-digest');

describe('a remote repository', () => {
  it('gets tokens from its upstream, keeps what it fetched and follows a moved tag', async () => {
    const one = await pushImage(origin, 'hub/team/app', '1', 'first');
    expect(await (await get('/v2/docker-remote/team/app/manifests/1')).text()).toBe(one.manifest);
    const blob = await get(`/v2/docker-remote/team/app/blobs/${one.layer}`);
    expect([blob.headers.get('docker-content-digest'), await blob.text()]).toEqual([one.layer, 'first']);
    await expect.poll(async () => (await get(`/v2/docker-remote-cache/team/app/blobs/${one.layer}`)).status).toBe(200);
    const two = await pushImage(origin, 'hub/team/app', '1', 'second');
    expect(await digestAt('/v2/docker-remote/team/app/manifests/1')).toBe(two.digest);
    expect((await get(`/v2/docker-remote-cache/team/app/manifests/${one.digest}`)).status).toBe(200);
    expect((await registry.send('HEAD', `/v2/docker-remote/team/app/blobs/${two.layer}`)).headers.get('content-length')).toBe('6');
  });

  it('ONB-050 stores an official index where the wizard looks for it, whatever name was asked for', async () => {
    const child = await pushImage(origin, 'hub/library/hello-world', '', 'hello');
    const index = JSON.stringify({
      schemaVersion: 2,
      mediaType: mediaTypes.dockerList,
      manifests: [{ mediaType: mediaTypes.ociManifest, digest: child.digest, size: child.manifest.length }],
    });
    await putManifest(origin, 'hub/library/hello-world', 'latest', index, mediaTypes.dockerList);
    const answer = await get('/v2/hub-like/hello-world/manifests/latest');
    expect([answer.status, await answer.text()]).toEqual([200, index]);
    const file = await get('/artifactory/hub-like-cache/library/hello-world/latest/list.manifest.json');
    expect([file.status, await file.text()]).toEqual([200, index]);
    expect((await get(`/v2/hub-like/hello-world/manifests/${child.digest}`)).status).toBe(200);
    expect(await (await get(`/v2/hub-like/hello-world/blobs/${child.layer}`)).text()).toBe('hello');
    expect(await (await get('/v2/hub-like/hello-world/tags/list')).json()).toMatchObject({ tags: ['latest'] });
  });

  it('lists tags and referrers of its upstream', async () => {
    const { digest, manifest } = await pushImage(origin, 'hub/listed', '1', 'listed');
    const subject = { mediaType: mediaTypes.ociManifest, digest, size: manifest.length };
    const signature = await pushImage(origin, 'hub/listed', '', 'signature', { subject, artifactType: 'application/x.sig' });
    expect(await (await get('/v2/docker-remote/listed/tags/list')).json()).toEqual({ name: 'docker-remote/listed', tags: ['1'] });
    const { manifests } = (await (await get(`/v2/docker-remote/listed/referrers/${digest}`)).json()) as { manifests: object[] };
    expect(manifests).toMatchObject([{ digest: signature.digest }]);
  });

  it('answers what its upstream does not show as not there, and takes no pushes', async () => {
    const hidden = await get('/v2/locked/team/app/manifests/1');
    expect([hidden.status, await readCode(hidden)]).toEqual([404, 'MANIFEST_UNKNOWN']);
    expect((await get('/v2/docker-remote/nothing/manifests/1')).status).toBe(404);
    expect((await get(`/v2/docker-remote/team/app/blobs/${computeDigest('nothing')}`)).status).toBe(404);
    const push = await registry.send('POST', '/v2/docker-remote/team/app/blobs/uploads/');
    expect([push.status, await readCode(push)]).toEqual([405, 'UNSUPPORTED']);
  });

  it('fetches a layer once for all who ask at the same time, and serves a part of one that is not stored yet', async () => {
    const layer = await pushBlob(origin, 'hub/busy', 'x'.repeat(3_000_000));
    const answers = await Promise.all(Array.from({ length: 6 }, () => get(`/v2/docker-remote/busy/blobs/${layer}`)));
    for (const answer of answers) expect((await answer.arrayBuffer()).byteLength).toBe(3_000_000);
    const other = await pushBlob(origin, 'hub/busy', 'a part of this');
    const part = await registry.send('GET', `/v2/docker-remote/busy/blobs/${other}`, { headers: { range: 'bytes=2-5' } });
    expect([part.status, await part.text()]).toEqual([206, 'part']);
  });
});

describe('a failing upstream', () => {
  const manifest = JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes.ociIndex, manifests: [] });
  const healthy = () =>
    fake.answer({ status: 200, body: manifest, headers: { 'content-type': mediaTypes.ociIndex, 'docker-content-digest': computeDigest(manifest) } });

  it.each([
    ['limits us', { status: 429 }],
    ['breaks', { status: 500 }],
    ['refuses', { status: 403 }],
    ['cuts off', { status: 200, body: manifest.slice(0, 10), announce: manifest.length, headers: { 'content-type': mediaTypes.ociIndex } }],
    [
      'lies about the digest',
      { status: 200, body: '{"schemaVersion":2,"manifests":[],"evil":1}', headers: { 'docker-content-digest': computeDigest('other') } },
    ],
    ['sends a page', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }],
  ])('that %s leaves the last known tag in place', async (name, failure) => {
    const image = `/v2/broken/stale-${name.replace(/ /g, '-')}/manifests/1`;
    healthy();
    expect(await digestAt(image)).toBe(computeDigest(manifest));
    fake.answer(failure);
    const answer = await get(image);
    expect([answer.status, await answer.text()]).toEqual([200, manifest]);
  });

  it('that lists tags without end is not followed for ever', async () => {
    const tags = [...Array.from({ length: 199_999 }, (_, index) => `t${index}`), 'x'.repeat(200), 'last', 'beyond'];
    const headers = { 'content-type': 'application/json', link: `${'<'.repeat(4000)}/v2/tagged/tags/list?n=1>; rel="next"` };
    fake.answer({ status: 200, body: JSON.stringify({ tags }), headers });
    expect(await (await get('/v2/broken/tagged/tags/list?n=1&last=a')).json()).toMatchObject({ tags: ['last'] });
    expect(await (await get('/v2/broken/tagged/tags/list?last=t99999')).json()).toMatchObject({ tags: [] });
  });

  it('that asks to sign in with words without end gives nothing', async () => {
    fake.answer({ status: 401, headers: { 'www-authenticate': `${'a'.repeat(14_000)}!` } });
    expect((await get('/v2/broken/asked/manifests/1')).status).toBeGreaterThanOrEqual(400);
  });

  it('that hangs leaves the last known tag in place', async () => {
    const image = '/v2/broken/stale-hangs/manifests/1';
    healthy();
    expect(await digestAt(image)).toBe(computeDigest(manifest));
    fake.answer({ hang: true });
    // Waiting is cut short only here: a busy machine must not be taken for an upstream that gives no answer.
    const wait = (timeoutSeconds: number) => registry.call(updateRepository, { params: { key: 'broken' }, body: { settings: { timeoutSeconds } } });
    await wait(1);
    const answer = await get(image);
    expect([answer.status, await answer.text()]).toEqual([200, manifest]);
    await wait(15);
  });

  it.each([
    ['limits us', { status: 429 }, 503],
    ['breaks', { status: 500 }, 503],
    ['lies about the digest', { status: 200, body: 'other bytes' }, 502],
  ])('that %s gives no blob, and nothing of it is kept', async (name, failure, status) => {
    const digest = computeDigest(`wanted while it ${name}`);
    const path = `/v2/broken/blobs/blobs/${digest}`;
    fake.answer(failure);
    const answer = await get(path).then(
      async (response) =>
        response.ok
          ? response.text().then(
              () => 'whole',
              () => 'broken',
            )
          : response.status,
      () => 'broken',
    );
    expect(['broken', status]).toContain(answer);
    expect((await get(path.replace('broken', 'broken-cache'))).status).toBe(404);
  });

  it('that no longer has a tag is believed', async () => {
    healthy();
    await get('/v2/broken/gone/manifests/1');
    fake.answer({ status: 404 });
    expect((await get('/v2/broken/gone/manifests/1')).status).toBe(404);
    expect((await get(`/v2/broken/gone/manifests/${computeDigest(manifest)}`)).status).toBe(200);
  });

  it('does not believe a refusal for long', async () => {
    fake.answer({ status: 401 });
    expect((await get('/v2/broken/later/manifests/1')).status).toBe(404);
    healthy();
    expect((await get('/v2/broken/later/manifests/1')).status).toBe(200);
  });
});

describe('a virtual repository', () => {
  it('takes a tag from the first member, a digest from any, and unites the lists', async () => {
    const upstream = await pushImage(origin, 'hub/shared', '1', 'upstream');
    const pushed = await pushImage(registry, 'docker/only-local', 'x', 'pushed');
    expect(await digestAt('/v2/docker-local/only-local/manifests/x')).toBe(pushed.digest);
    expect(await digestAt('/v2/docker/shared/manifests/1')).toBe(upstream.digest);
    expect(await (await get(`/v2/docker/shared/blobs/${upstream.layer}`)).text()).toBe('upstream');
    expect(await get('/v2/docker/shared/tags/list').then((answer) => answer.json())).toEqual({ name: 'docker/shared', tags: ['1'] });
  });

  it('brings what its members hold into the repository an image is pushed to', async () => {
    const { digest, manifest } = await pushImage(origin, 'hub/retagged', '1', 'retagged');
    await get(`/v2/docker/retagged/manifests/${digest}`);
    expect((await putManifest(registry, 'docker/retagged', '1.0.0', manifest)).status).toBe(201);
    expect((await get('/artifactory/docker-local/retagged/1.0.0/manifest.json')).status).toBe(200);
    const layers = (JSON.parse(manifest) as { layers: { digest: string }[] }).layers;
    expect((await get(`/v2/docker-local/retagged/blobs/${layers[0]?.digest}`)).status).toBe(200);
  });

  it('takes a push of a new image while an upstream fails, and hides nothing from those who pull', async () => {
    fake.answer({ status: 500 });
    await registry.virtual('half-down', ['docker-local', 'broken'], { defaultDeployment: 'docker-local' });
    const layer = `/v2/half-down/team/brave/blobs/${computeDigest('brave')}`;
    expect((await registry.send('HEAD', layer)).status).toBe(404);
    expect((await get(layer)).status).toBe(503);
    await registry.virtual('only-to-read', ['docker-local', 'broken']);
    expect((await registry.send('HEAD', layer.replace('half-down', 'only-to-read'))).status).toBe(503);
    await pushImage(registry, 'half-down/team/brave', '1', 'brave');
    expect((await get('/v2/half-down/team/brave/manifests/1')).status).toBe(200);
  });

  it('never asks an upstream for a name that was published here', async () => {
    await pushImage(registry, 'docker-local/team/own', '1', 'ours');
    await pushImage(origin, 'hub/team/own', '99', 'theirs');
    expect((await get('/v2/docker/team/own/manifests/99')).status).toBe(404);
    expect(await (await get('/v2/docker/team/own/tags/list')).json()).toMatchObject({ tags: ['1'] });
    await registry.virtual('trusting', ['docker-local', 'docker-remote'], { claims: false });
    expect((await get('/v2/trusting/team/own/manifests/99')).status).toBe(200);
  });
});
