import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, packTar, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, ScanningSchema } from '../schema.ts';

let test: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  test = await startScanningPlatform();
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
  await test.create({ class: 'local', key: 'hub', format: 'docker' });
  const settings = { url: `${test.baseUrl}/artifactory/api/docker/hub`, username: 'admin', officialNamespace: '', allowPrivate: true, pointerSeconds: 0 };
  for (const key of ['cache', 'unwatched']) await test.create({ class: 'remote', key, format: 'docker', settings, password: test.adminPassword });
  await test.create({ class: 'virtual', key: 'images', format: 'docker', members: ['cache'] });
  await test.upload(
    await test.source('advisories'),
    lines(osv('GHSA-evil', { ecosystem: 'npm', name: 'evil', events: [{ introduced: '0' }] }, { database_specific: { severity: 'CRITICAL' } })),
  );
  const rules = [{ name: 'high', criteria: { min_severity: 'High' as const }, actions: { block_download: { active: true, unscanned: true } } }];
  await test.call(createPolicy, { body: { name: 'strict', type: 'security', rules } });
  const resources = [{ type: 'repository' as const, name: 'cache' }];
  await test.call(createWatch, { body: { general_data: { name: 'w' }, project_resources: { resources }, assigned_policies: [{ name: 'strict' }] } });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

const send = (method: string, path: string, init: RequestInit = {}) =>
  fetch(test.baseUrl + path, { ...init, method, headers: { ...test.headersOf('admin'), accept: Object.values(mediaTypes).join(), ...init.headers } });
/** Status of an answer, with the words of a refusal. */
async function ask(path: string): Promise<string> {
  const answer = await send('GET', `/v2/${path}`);
  const { errors = [] } = (await answer.json()) as { errors?: { message: string }[] };
  return [answer.status, ...errors.map(({ message }) => message)].join(' ');
}
const libraryLayer = (name: string, more = '') =>
  packTar({ [`app/node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0' }), 'app/more.txt': more });
const readDigest = async (image: string, tag: string) => (await send('HEAD', `/v2/hub/${image}/manifests/${tag}`)).headers.get('docker-content-digest') ?? '';
/** Pushes an image that holds a library to where the remote repositories find it; answers its digest. */
async function push(image: string, tag: string, library: string): Promise<string> {
  await test.pushImage('hub', image, tag, [await libraryLayer(library, `${image} ${tag}`)]);
  return readDigest(image, tag);
}
async function pushIndex(image: string, tag: string, digests: readonly string[], mediaType: string = mediaTypes.ociManifest): Promise<string> {
  const manifests = digests.map((digest) => ({
    mediaType,
    digest,
    size: 500,
    platform: { os: 'linux', architecture: digest.slice(-8) },
  }));
  const body = JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes.ociIndex, manifests });
  expect((await send('PUT', `/v2/hub/${image}/manifests/${tag}`, { body, headers: { 'content-type': mediaTypes.ociIndex } })).status).toBe(201);
  return readDigest(image, tag);
}
const readTargets = (image: string) =>
  db.selectFrom('target').select(['path', 'version', 'state']).where('repository', '=', 'cache').where('package', '=', image).execute();

describe('images of an upstream that are not scanned yet', () => {
  it('are fetched and scanned before anybody has them, by tag', async () => {
    await push('clean', '1', 'good');
    await push('bad', '1', 'evil');
    expect(await ask('images/clean/manifests/1')).toBe('200');
    expect(await readTargets('clean')).toMatchObject([{ path: 'clean/1/manifest.json', state: 'scanned' }]);
    expect(await ask('images/bad/manifests/1')).toMatch(/^403 bad\/1\/manifest\.json is blocked since .*: GHSA-evil in evil 1\.0\.0 breaks the rule high/);
  });

  it('are scanned where a client asks for the tag only what it leads to, and pulls that', async () => {
    const digest = await push('led', '1', 'evil');
    expect((await send('HEAD', '/v2/cache/led/manifests/1')).status).toBe(200);
    expect(await ask(`cache/led/manifests/${digest}`)).toMatch(/^403 .* GHSA-evil in evil 1\.0\.0/);
    expect(await readTargets('led')).toMatchObject([{ version: '1' }]);
  });

  it('are judged by themselves where they are asked for by digest alone, and as the tag once one leads to them', async () => {
    const [clean, bad] = [await push('alone', 'clean', 'good'), await push('alone', 'bad', 'evil')];
    expect(await ask(`cache/alone/manifests/${clean}`)).toBe('200');
    expect(await ask(`cache/alone/manifests/${bad}`)).toMatch(/^403 .* GHSA-evil/);
    expect((await readTargets('alone')).map(({ version }) => version).sort()).toEqual([clean, bad].sort());
    expect((await send('HEAD', '/v2/cache/alone/manifests/bad')).status).toBe(200);
    const versions = async () => (await readTargets('alone')).map(({ version }) => version).sort();
    await expect.poll(versions, patience).toEqual(['bad', clean]);
    expect(await ask(`cache/alone/manifests/${bad}`)).toMatch(/^403 .* GHSA-evil/);
  });

  it('are held one by one where an index names several, and the index once one of them is bad', async () => {
    const [one, other] = [await push('multi', 'one', 'good'), await push('multi', 'other', 'evil')];
    const index = await pushIndex('multi', 'latest', [one, other]);
    expect(await ask('images/multi/manifests/latest')).toBe('200');
    expect(await ask(`images/multi/manifests/${index}`)).toBe('200');
    expect(await ask(`images/multi/manifests/${one}`)).toBe('200');
    expect(await ask(`images/multi/manifests/${other}`)).toMatch(/^403 .* GHSA-evil in evil 1\.0\.0/);
    expect(await ask('images/multi/manifests/latest')).toMatch(/^403 .* GHSA-evil/);
    expect(await readTargets('multi')).toMatchObject([{ version: 'latest', state: 'scanned' }]);
  });

  it('are judged as what holds them where an index lies inside another one', async () => {
    const [one, other] = [await push('nested', 'one', 'good'), await push('nested', 'other', 'evil')];
    const inner = await pushIndex('nested', 'inner', [one, other]);
    const outer = await pushIndex('nested', 'outer', [inner], mediaTypes.ociIndex);
    for (const reference of ['outer', outer, inner]) expect(await ask(`cache/nested/manifests/${reference}`)).toBe('200');
    expect(await ask(`cache/nested/manifests/${one}`)).toBe('200');
    expect(await readTargets('nested')).toMatchObject([{ version: 'outer', state: 'scanned' }]);
    expect(await ask(`cache/nested/manifests/${other}`)).toMatch(/^403 .* GHSA-evil in evil 1\.0\.0/);
    expect(await ask('cache/nested/manifests/outer')).toMatch(/^403 .* GHSA-evil/);
  });

  it('are fetched and scanned as well where somebody asks for their manifest by its plain path', async () => {
    const [clean, bad] = [await push('path', 'clean', 'good'), await push('path', 'bad', 'evil')];
    const index = await pushIndex('path', 'all', [clean]);
    for (const tag of ['clean', 'bad', 'all', clean, bad]) expect((await send('HEAD', `/v2/cache/path/manifests/${tag}`)).status).toBe(200);
    const askPath = async (place: string, name = 'manifest.json') => {
      const answer = await send('GET', `/artifactory/cache/path/${place.replace(':', '__')}/${name}`);
      return `${answer.status} ${answer.ok ? '' : await answer.text()}`;
    };
    expect(await askPath('all', 'list.manifest.json')).toBe('200 ');
    expect(await askPath(index)).toBe('200 ');
    for (const place of ['clean', clean]) expect([place, await askPath(place)]).toEqual([place, '200 ']);
    for (const place of ['bad', bad]) expect(await askPath(place)).toMatch(/^403 .*GHSA-evil in evil 1\.0\.0/);
    expect((await send('GET', '/ui/api/v1/ui/download?repoKey=cache&path=path/clean/manifest.json')).status).toBe(200);
  });

  it('are let out, and not fetched, where no watch looks', async () => {
    const digest = await push('free', '1', 'evil');
    expect(await ask('unwatched/free/manifests/1')).toBe('200');
    const { layers } = (await (await send('GET', `/v2/unwatched/free/manifests/${digest}`)).json()) as { layers: { digest: string }[] };
    const layer = layers[0]!.digest.replace(':', '__');
    expect((await send('HEAD', `/artifactory/unwatched-cache/free/_layers/${layer}`)).status).toBe(404);
  });
});
