import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deleteFromTargets } from '@packhouse/contract/distribution/distribution-routes.ts';
import { promoteReleaseBundle } from '@packhouse/contract/distribution/promotion-routes.ts';
import { deleteReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { setProperties } from '@packhouse/contract/repositories/artifact-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type DistributionTestPlatform, distributed, ended, introduce, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DomainEvent, readDomainEvents } from './domain-events.ts';

const mediaType = 'application/vnd.oci.image.manifest.v1+json';
const computeSha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** What the platform really tells, as webhooks know it: each of these things is done, and read from what is kept of events. */
describe('what webhooks are told of a platform at work', () => {
  let source: DistributionTestPlatform;
  let target: DistributionTestPlatform;
  const upstream = createServer((_, answer) => answer.end('far'));
  beforeAll(async () => {
    [source, target] = await Promise.all([startDistributionPlatform(), startDistributionPlatform()]);
    source.peers.projects = { find: async () => undefined, globalEnvironments: async () => ['PROD'] };
    await source.create('libs');
    await source.create('stable');
    await target.create('libs');
    await source.create('images', 'docker');
    await source.create('images-prod', 'docker');
    await source.call(createRepository, { body: { class: 'local', key: 'prod', format: 'generic', environments: ['PROD'] } });
    await new Promise<void>((resolve) => void upstream.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
    await source.call(createRepository, { body: { class: 'remote', key: 'mirror', format: 'generic', settings: { url, allowPrivate: true } } });
  });
  afterAll(async () => {
    await source?.stop();
    await target?.stop();
    upstream.closeAllConnections();
    upstream.close();
  });

  async function listTold({ databaseUrl }: DistributionTestPlatform): Promise<readonly DomainEvent[]> {
    const db = openDatabase<unknown>(databaseUrl, 'kernel', { connections: 1 });
    const { rows } = await sql<{ type: string; data: Record<string, unknown> }>`select type, data from kernel.event order by id`.execute(db);
    await db.destroy();
    return rows.flatMap(readDomainEvents);
  }
  /** What was told of one domain, by its subject. */
  const listAbout = async (platform: DistributionTestPlatform, domain: DomainEvent['domain'], subject: RegExp) =>
    (await listTold(platform)).filter((event) => event.domain === domain && subject.test(event.subject));
  const getTypes = (events: readonly DomainEvent[]) => events.map(({ eventType }) => eventType);
  async function ask(method: string, path: string, body?: string, type = 'application/json') {
    const headers = { ...source.headersOf('admin'), ...(body === undefined ? {} : { 'content-type': type }) };
    const answer = await fetch(`${source.baseUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    expect(answer.ok, `${method} ${path} ${answer.status} ${await answer.clone().text()}`).toBe(true);
    return answer;
  }

  it('HOOK-009 files that are deployed, copied, moved, described, deleted and cached, each told of once', async () => {
    await source.put('libs/a/one.txt', 'one');
    await source.call(setProperties, { body: { repoKey: 'libs', path: 'a/one.txt', set: { level: ['high'] }, remove: [], recursive: false } });
    await source.call(setProperties, { body: { repoKey: 'libs', path: 'a/one.txt', set: {}, remove: ['level'], recursive: false } });
    await ask('POST', '/artifactory/api/copy/libs/a/one.txt?to=/stable/a/one.txt');
    await ask('POST', '/artifactory/api/move/libs/a/one.txt?to=/stable/b/one.txt');
    await ask('DELETE', '/artifactory/stable/b/one.txt');
    await ask('GET', '/artifactory/mirror/far.txt');
    const about = { name: 'one.txt', sha256: computeSha256('one'), size: 3 };
    expect(await listAbout(source, 'artifact', /one\.txt$/)).toMatchObject([
      { eventType: 'deployed', data: { repo_key: 'libs', path: 'a/one.txt', ...about } },
      { eventType: 'copied', data: { ...about, source_repo_path: 'libs/a/one.txt', target_repo_path: 'stable/a/one.txt' } },
      { eventType: 'moved', data: { ...about, source_repo_path: 'libs/a/one.txt', target_repo_path: 'stable/b/one.txt' } },
      { eventType: 'deleted', data: { repo_key: 'stable', path: 'b/one.txt', ...about }, place: { repositoryType: 'local' } },
    ]);
    expect(await listAbout(source, 'artifact_property', /one/)).toMatchObject([
      { eventType: 'added', data: { path: 'a/one.txt', size: 3, property_key: 'level', property_values: ['high'] } },
      { eventType: 'deleted', data: { property_key: 'level', property_values: ['high'] } },
    ]);
    expect(await listAbout(source, 'artifact', /^mirror/)).toMatchObject([
      { eventType: 'cached', data: { repo_key: 'mirror', path: 'far.txt', size: 3 }, place: { repositoryType: 'remote' } },
    ]);
  });

  it('HOOK-009 images that are pushed, promoted and deleted', async () => {
    const blob = async (content: string) => {
      const digest = `sha256:${computeSha256(content)}`;
      await ask('POST', `/v2/images/app/blobs/uploads/?digest=${digest}`, content, 'application/octet-stream');
      return { digest, size: content.length };
    };
    const config = { mediaType: 'application/vnd.oci.image.config.v1+json', ...(await blob('{"architecture":"amd64","os":"linux"}')) };
    const manifest = JSON.stringify({ schemaVersion: 2, mediaType, config, layers: [] });
    await ask('PUT', '/v2/images/app/manifests/1.0', manifest, mediaType);
    const promotion = { targetRepo: 'images-prod', dockerRepository: 'app', tag: '1.0', copy: true };
    await ask('POST', '/artifactory/api/docker/images/v2/promote', JSON.stringify(promotion));
    await ask('DELETE', '/v2/images/app/manifests/1.0');
    const image = { image_name: 'app', tag: '1.0', path: 'app/1.0/manifest.json', size: manifest.length };
    const made = { platforms: [{ architecture: 'amd64', os: 'linux' }], image_type: 'oci' };
    expect(await listAbout(source, 'docker', /app/)).toMatchObject([
      { eventType: 'pushed', data: { repo_key: 'images', ...image, ...made } },
      { eventType: 'promoted', data: { repo_key: 'images-prod', ...image, ...made } },
      { eventType: 'deleted', data: { repo_key: 'images', ...image } },
    ]);
  });

  it('HOOK-010 builds that are uploaded, promoted and deleted; their documents are told of as that alone', async () => {
    const started = '2026-01-02T03:04:05.678+0000';
    await ask('PUT', '/artifactory/api/build', JSON.stringify({ name: 'tool', number: '7', started, modules: [] }));
    await ask('POST', '/artifactory/api/build/promote/tool/7', JSON.stringify({ status: 'released' }));
    await ask('DELETE', '/artifactory/artifactory-build-info/tool');
    const told = await listAbout(source, 'build', /tool/);
    expect(getTypes(told)).toEqual(['uploaded', 'promoted', 'deleted']);
    for (const { data, place } of told) {
      expect(data).toMatchObject({ build_name: 'tool', build_number: '7', build_started: started, build_repo: 'artifactory-build-info' });
      expect(place).toEqual({ kind: 'build', name: 'tool' });
    }
    expect(await listAbout(source, 'artifact', /build-info/)).toEqual([]);
  });

  it('HOOK-010 HOOK-011 release bundles here, on their way and where they arrive', async () => {
    await source.put('libs/shop.txt', 'shop');
    await source.bundle('shop', '1', ['libs/shop.txt']);
    await introduce(source, target, 'edge', await target.tokenFor('admin'));
    await source.call(promoteReleaseBundle, { params: { name: 'shop', version: '1' }, body: { environment: 'PROD', operation: 'copy' } });
    expect((await distributed(source, 'shop', '1', ['edge'])).status).toBe('Completed');
    const { id } = await source.call(deleteFromTargets, { params: { name: 'shop', version: '1' }, body: { targets: ['edge'] } });
    await ended(source, id);
    const listPromoted = async () => getTypes(await listAbout(source, 'release_bundle_v2_promotion', /shop/));
    await expect.poll(listPromoted, { timeout: 20_000 }).toEqual(['release_bundle_v2_promotion_started', 'release_bundle_v2_promotion_completed']);
    await source.call(deleteReleaseBundle, { params: { name: 'shop', version: '1' }, query: { type: 'source' } });
    const about = { release_bundle_name: 'shop', release_bundle_version: '1', release_bundle_size: 4 };
    const own = await listAbout(source, 'release_bundle', /shop/);
    expect(getTypes(own)).toEqual(['created', 'signed', 'deleted']);
    for (const { data } of own) expect(data).toMatchObject(about);
    expect(getTypes(await listAbout(source, 'release_bundle_v2', /shop/))).toEqual(['release_bundle_v2_started', 'release_bundle_v2_completed']);
    const runs = await listAbout(source, 'distribution', /shop/);
    expect(getTypes(runs)).toEqual(['distribute_started', 'distribute_completed', 'delete_started', 'delete_completed']);
    const edge = [{ edge_node_name: 'edge', edge_node_address: target.baseUrl }];
    for (const { data } of runs) expect(data).toMatchObject({ ...about, edge_node_info_list: edge, transaction_id: expect.any(String) });
    for (const domain of ['destination', 'artifactory_release_bundle'] as const) {
      const received = await listAbout(target, domain, /shop/);
      expect(getTypes(received)).toEqual(['received', 'delete_started', 'delete_completed']);
      for (const { data } of received) expect(data).toMatchObject(about);
    }
    expect((await listAbout(target, 'artifact', /release-bundles\//)).length).toBe(0);
    expect(getTypes(await listAbout(target, 'artifact', /^libs\/shop/))).toEqual(['deployed', 'deleted']);
  });
});
