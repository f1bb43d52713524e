import { request } from 'node:http';
import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { computeDigest, pushBlob, pushImage, putManifest, readCode, startTestRegistry, type TestRegistry } from './test-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  await registry.local('docker-local');
  await registry.local('docker-other');
});
afterAll(() => registry.stop());

describe('FMT-100 blobs of images', () => {
  it('takes a blob in one request and gives it back whole, in part and by its head', async () => {
    const digest = await pushBlob(registry, 'docker-local/blobs', 'hello world');
    const path = `/v2/docker-local/blobs/blobs/${digest}`;
    const whole = await registry.send('GET', path);
    expect(whole.headers.get('docker-content-digest')).toBe(digest);
    expect(await whole.text()).toBe('hello world');
    const part = await registry.send('GET', path, { headers: { range: 'bytes=6-10' } });
    expect([part.status, await part.text()]).toEqual([206, 'world']);
    expect((await registry.send('GET', path, { headers: { range: 'bytes=50-60' } })).status).toBe(416);
    const head = await registry.send('HEAD', path);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '11']);
  });

  it('takes a blob in chunks, says where it is and refuses a chunk out of order', async () => {
    const start = await registry.send('POST', '/v2/docker-local/chunks/blobs/uploads/');
    expect(start.status).toBe(202);
    const location = start.headers.get('location') as string;
    const chunk = (range: string, body: string) => registry.send('PATCH', location, { body, headers: { 'content-range': range } });
    const one = await chunk('0-4', 'hello');
    expect([one.status, one.headers.get('range')]).toEqual([202, '0-4']);
    const wrong = await chunk('7-9', 'xyz');
    expect([wrong.status, wrong.headers.get('range')]).toEqual([416, '0-4']);
    const status = await registry.send('GET', location);
    expect([status.status, status.headers.get('range'), status.headers.get('location')]).toEqual([204, '0-4', location]);
    expect((await chunk('5-10', ' world')).status).toBe(202);
    const digest = computeDigest('hello world');
    const done = await registry.send('PUT', `${location}?digest=${digest}`);
    expect([done.status, done.headers.get('location')]).toEqual([201, `/v2/docker-local/chunks/blobs/${digest}`]);
    expect((await registry.send('GET', location)).status).toBe(404);
  });

  it('takes one of two first chunks that come at once', async () => {
    const location = (await registry.send('POST', '/v2/docker-local/first/blobs/uploads/')).headers.get('location') as string;
    const chunk = (body: string) => registry.send('PATCH', location, { body, headers: { 'content-range': '0-4' } });
    const answers = await Promise.all(['hello', 'jello'].map(chunk));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 416]);
    const kept = answers[0]!.status === 202 ? 'hello' : 'jello';
    expect((await registry.send('PUT', `${location}?digest=${computeDigest(kept)}`)).status).toBe(201);
  });

  it('takes the last chunk with the request that finishes', async () => {
    const location = (await registry.send('POST', '/v2/docker-local/last/blobs/uploads/')).headers.get('location') as string;
    await registry.send('PATCH', location, { body: 'hello' });
    const done = await registry.send('PUT', `${location}?digest=${computeDigest('hello world')}`, { body: ' world', headers: { 'content-range': '5-10' } });
    expect(done.status).toBe(201);
  });

  it('refuses bytes that do not match the digest, and a digest it does not know', async () => {
    const bad = await registry.send('POST', `/v2/docker-local/bad/blobs/uploads/?digest=${computeDigest('other')}`, { body: 'hello' });
    expect([bad.status, await readCode(bad)]).toEqual([400, 'DIGEST_INVALID']);
    const location = (await registry.send('POST', '/v2/docker-local/bad/blobs/uploads/')).headers.get('location') as string;
    const odd = await registry.send('PUT', `${location}?digest=md5:${'a'.repeat(32)}`, { body: 'hello' });
    expect([odd.status, await readCode(odd)]).toEqual([400, 'DIGEST_INVALID']);
  });

  it('keeps nothing of a request that finishes an upload after another one has', async () => {
    const location = (await registry.send('POST', '/v2/docker-local/twice/blobs/uploads/')).headers.get('location') as string;
    const { blobs } = registry.platform;
    const stage = blobs.stage.bind(blobs);
    const all: { promoted: ReturnType<typeof vi.fn>; discarded: ReturnType<typeof vi.fn> }[] = [];
    const bothCame = Promise.withResolvers<void>();
    const spy = vi.spyOn(blobs, 'stage').mockImplementation(async (...given) => {
      const staged = await stage(...given);
      all.push({ promoted: vi.spyOn(staged, 'promote'), discarded: vi.spyOn(staged, 'discard') });
      if (all.length === 2) bothCame.resolve();
      await bothCame.promise;
      return staged;
    });
    const finish = () => registry.send('PUT', `${location}?digest=${computeDigest('hello twice')}`, { body: 'hello twice' });
    const answers = await Promise.all([finish(), finish()]);
    spy.mockRestore();
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
    const left = all.filter(({ promoted, discarded }) => promoted.mock.calls.length + discarded.mock.calls.length === 0);
    expect([all.length, left.length]).toEqual([2, 0]);
    expect((await registry.send('GET', `/v2/docker-local/twice/blobs/${computeDigest('hello twice')}`)).status).toBe(200);
  });

  it('takes empty blobs and other digests', async () => {
    expect(await pushBlob(registry, 'docker-local/empty', '')).toBe(computeDigest(''));
    const digest = computeDigest('hello', 'sha512');
    const location = (await registry.send('POST', '/v2/docker-local/long/blobs/uploads/')).headers.get('location') as string;
    await registry.send('PATCH', location, { body: 'hello' });
    expect((await registry.send('PUT', `${location}?digest=${digest}`)).status).toBe(201);
    const back = await registry.send('GET', `/v2/docker-local/long/blobs/${digest}`);
    expect([await back.text(), back.headers.get('docker-content-digest')]).toEqual(['hello', digest]);
  });

  it('keeps what arrived when a chunk breaks off', async () => {
    const location = (await registry.send('POST', '/v2/docker-local/broken/blobs/uploads/')).headers.get('location') as string;
    const cut = request(`${registry.baseUrl}${location}`, { method: 'PATCH', headers: { ...registry.headersOf('admin'), 'content-length': 100 } });
    cut.on('error', () => undefined);
    cut.write('hello', () => setTimeout(() => cut.destroy(), 100));
    await expect.poll(async () => (await registry.send('GET', location)).headers.get('range')).toBe('0-4');
    await registry.send('PATCH', location, { body: ' world', headers: { 'content-range': '5-10' } });
    expect((await registry.send('PUT', `${location}?digest=${computeDigest('hello world')}`)).status).toBe(201);
  });

  it('cancels an upload', async () => {
    const location = (await registry.send('POST', '/v2/docker-local/cancel/blobs/uploads/')).headers.get('location') as string;
    await registry.send('PATCH', location, { body: 'hello' });
    expect((await registry.send('DELETE', location)).status).toBe(204);
    const gone = await registry.send('PATCH', location, { body: 'hello' });
    expect([gone.status, await readCode(gone)]).toEqual([404, 'BLOB_UPLOAD_UNKNOWN']);
  });

  it('mounts a blob from a named place, from anywhere, and opens an upload when there is none', async () => {
    const digest = await pushBlob(registry, 'docker-local/source', 'mountable');
    const mount = (to: string, query: string) => registry.send('POST', `/v2/${to}/blobs/uploads/?mount=${digest}${query}`);
    expect((await mount('docker-other/a', '&from=docker-local/source')).status).toBe(201);
    expect((await mount('docker-other/b', '')).status).toBe(201);
    expect((await mount('docker-other/c', '&from=docker-local/elsewhere')).status).toBe(202);
    expect((await registry.send('HEAD', `/v2/docker-other/a/blobs/${digest}`)).status).toBe(200);
    expect((await registry.send('HEAD', `/v2/docker-other/c/blobs/${digest}`)).status).toBe(404);
  });

  it('deletes a blob at once', async () => {
    const digest = await pushBlob(registry, 'docker-local/delete', 'short-lived');
    const path = `/v2/docker-local/delete/blobs/${digest}`;
    expect((await registry.send('DELETE', path)).status).toBe(202);
    expect((await registry.send('HEAD', path)).status).toBe(404);
    expect(await readCode(await registry.send('DELETE', path))).toBe('BLOB_UNKNOWN');
  });
});

describe('FMT-100 manifests of images', () => {
  it('gives back the exact bytes by tag and by digest, with validators', async () => {
    const { digest, manifest } = await pushImage(registry, 'docker-local/team/app', '1.0', 'first');
    for (const reference of ['1.0', digest]) {
      const answer = await registry.send('GET', `/v2/docker-local/team/app/manifests/${reference}`);
      expect(answer.headers.get('content-type')).toBe(mediaTypes.ociManifest);
      expect(answer.headers.get('docker-content-digest')).toBe(digest);
      expect(answer.headers.get('x-artifactory-docker-registry')).toBe('docker-local');
      expect(await answer.text()).toBe(manifest);
    }
    const again = await registry.send('GET', '/v2/docker-local/team/app/manifests/1.0', { headers: { 'if-none-match': `"${digest}"` } });
    expect(again.status).toBe(304);
  });

  it('stores a tag as a version with its facts, and as a file compatible clients find', async () => {
    await pushImage(registry, 'docker-local/facts', '2.0', 'labelled');
    const rows = await registry.db
      .selectFrom('artifact')
      .innerJoin('version', 'version.id', 'artifact.version_id')
      .innerJoin('package', 'package.id', 'version.package_id')
      .select(['artifact.path', 'package.name', 'version.version', 'version.facts', 'artifact.lead'])
      .where('package.name', '=', 'facts')
      .execute();
    expect(rows).toMatchObject([
      { path: 'facts/2.0/manifest.json', version: '2.0', lead: true, facts: { native: { labels: { content: 'labelled' }, platform: 'linux/amd64' } } },
    ]);
    expect((rows[0]?.facts.native as { layers: object[] } | undefined)?.layers).toMatchObject([{ createdBy: 'COPY labelled', size: 8 }]);
    const properties = await registry.db
      .selectFrom('property')
      .innerJoin('artifact', 'artifact.id', 'property.artifact_id')
      .select(['property.key', 'property.value'])
      .where('artifact.path', '=', 'facts/2.0/manifest.json')
      .execute();
    expect(properties).toContainEqual({ key: 'docker.repoName', value: 'facts' });
    expect(properties).toContainEqual({ key: 'docker.manifest', value: '2.0' });
  });

  it('moves a tag and forgets what the old image said of itself; a tag may turn into an index and back', async () => {
    const one = await pushImage(registry, 'docker-local/move', 'latest', 'one', {});
    const two = await pushImage(registry, 'docker-local/move', 'latest', 'two');
    const head = async () => (await registry.send('HEAD', '/v2/docker-local/move/manifests/latest')).headers.get('docker-content-digest');
    expect(await head()).toBe(two.digest);
    expect((await registry.send('GET', `/v2/docker-local/move/manifests/${one.digest}`)).status).toBe(200);
    const index = JSON.stringify({
      schemaVersion: 2,
      mediaType: mediaTypes.ociIndex,
      manifests: [{ mediaType: mediaTypes.ociManifest, digest: one.digest, size: one.manifest.length }],
    });
    expect((await putManifest(registry, 'docker-local/move', 'latest', index, mediaTypes.ociIndex)).status).toBe(201);
    expect(await head()).toBe(computeDigest(index));
    expect(await registry.send('GET', '/v2/docker-local/move/tags/list').then((answer) => answer.json())).toEqual({
      name: 'docker-local/move',
      tags: ['latest'],
    });
    await putManifest(registry, 'docker-local/move', 'latest', one.manifest);
    expect(await head()).toBe(one.digest);
  });

  it('refuses what is broken, too big or made of unknown blobs', async () => {
    const put = (body: string, type?: string) => putManifest(registry, 'docker-local/refuse', 'x', body, type);
    const broken = await put('{}');
    expect([broken.status, await readCode(broken)]).toEqual([400, 'MANIFEST_INVALID']);
    const config = { mediaType: mediaTypes.ociConfig, digest: computeDigest('nowhere'), size: 7 };
    const unknown = await put(JSON.stringify({ schemaVersion: 2, config, layers: [] }));
    expect([unknown.status, await readCode(unknown)]).toEqual([400, 'MANIFEST_BLOB_UNKNOWN']);
    const big = await put(`{"a":"${'x'.repeat(17 * 1024 * 1024)}"}`);
    expect([big.status, await readCode(big)]).toEqual([413, 'SIZE_INVALID']);
    const wrong = await registry.send('PUT', `/v2/docker-local/refuse/manifests/${computeDigest('other')}`, { body: '{}' });
    expect([wrong.status, await readCode(wrong)]).toEqual([400, 'DIGEST_INVALID']);
    expect(await readCode(await put('{}', 'text/html'))).toBe('MANIFEST_INVALID');
  });

  it('takes a manifest of four megabytes', async () => {
    const { manifest } = await pushImage(registry, 'docker-local/large', 'small', 'large');
    const large = JSON.stringify({ ...JSON.parse(manifest), annotations: { filling: 'x'.repeat(4 * 1024 * 1024) } });
    expect((await putManifest(registry, 'docker-local/large', 'large', large)).status).toBe(201);
    expect(await (await registry.send('GET', '/v2/docker-local/large/manifests/large')).text()).toBe(large);
  });

  it('sets several tags with one digest', async () => {
    const { manifest } = await pushImage(registry, 'docker-local/tags', 'first', 'tags');
    const digest = computeDigest(manifest, 'sha512');
    const answer = await putManifest(registry, 'docker-local/tags', `${digest}?tag=1&tag=1.2`, manifest);
    expect([answer.status, answer.headers.get('oci-tag')]).toEqual([201, '1, 1.2']);
    expect((await registry.send('HEAD', '/v2/docker-local/tags/manifests/1.2')).headers.get('docker-content-digest')).toBe(digest);
  });

  it('deletes a tag without its manifest, and a manifest with its tags', async () => {
    const { digest, manifest } = await pushImage(registry, 'docker-local/remove', 'a', 'remove');
    await putManifest(registry, 'docker-local/remove', 'b', manifest);
    const status = async (reference: string) => (await registry.send('HEAD', `/v2/docker-local/remove/manifests/${reference}`)).status;
    expect((await registry.send('DELETE', '/v2/docker-local/remove/manifests/a')).status).toBe(202);
    expect([await status('a'), await status('b'), await status(digest)]).toEqual([404, 200, 200]);
    expect((await registry.send('DELETE', `/v2/docker-local/remove/manifests/${digest}`)).status).toBe(202);
    expect([await status('b'), await status(digest)]).toEqual([404, 404]);
    const unknown = await registry.send('DELETE', `/v2/docker-local/remove/manifests/${digest}`);
    expect([unknown.status, await readCode(unknown)]).toEqual([404, 'MANIFEST_UNKNOWN']);
  });
});
