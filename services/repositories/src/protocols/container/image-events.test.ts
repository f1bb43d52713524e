import { mediaTypes } from '@packhouse/formats/container/media-types.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushImage, putManifest, startTestRegistry, type TestRegistry } from './test-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  for (const key of ['docker-local', 'docker-target']) await registry.local(key);
});
afterAll(() => registry.stop());

interface ToldEvent {
  type: string;
  data: Record<string, unknown>;
}

/** What of events was about tags, in the course of something. */
async function listDuring(run: () => Promise<unknown>): Promise<ToldEvent[]> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0)::int as last from kernel.event`.execute(registry.db);
  await run();
  const events = await sql<ToldEvent>`
    select type, data from kernel.event
    where id > ${rows[0]!.last} and (data ? 'version' or type like 'files.%' or type = 'artifact.deleted') order by id`.execute(registry.db);
  return events.rows;
}

const platforms = [{ architecture: 'amd64', os: 'linux' }];

it('says of a pushed tag for which platforms it is, and tells of its removal', async () => {
  const image = await pushImage(registry, 'docker-local/app', 'other', 'layer');
  const pushed = await listDuring(() => putManifest(registry, 'docker-local/app', '1.0', image.manifest, mediaTypes.ociManifest));
  expect(pushed).toMatchObject([
    {
      type: 'artifact.deployed',
      data: { path: 'app/1.0/manifest.json', package: 'app', version: '1.0', size: image.manifest.length, platforms, imageType: 'oci' },
    },
  ]);
  const removed = await listDuring(() => registry.send('DELETE', '/v2/docker-local/app/manifests/1.0'));
  expect(removed).toMatchObject([{ type: 'artifact.deleted', data: { path: 'app/1.0/manifest.json', package: 'app', version: '1.0' } }]);
});

it('reads the platforms of an index, and tells of the image that made way for it as a file alone', async () => {
  const { digest, manifest } = await pushImage(registry, 'docker-local/many', '1', 'layer');
  const child = (platform: object) => ({ mediaType: mediaTypes.ociManifest, digest, size: manifest.length, platform });
  const manifests = [child({ os: 'linux', architecture: 'arm', variant: 'v7' }), child({ os: 'unknown', architecture: 'unknown' })];
  const index = JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes.ociIndex, manifests });
  const events = await listDuring(() => putManifest(registry, 'docker-local/many', '1', index, mediaTypes.ociIndex));
  expect(events).toMatchObject([
    { type: 'artifact.deployed', data: { path: 'many/1/list.manifest.json', platforms: [{ os: 'linux', architecture: 'arm/v7' }] } },
    { type: 'artifact.deleted', data: { path: 'many/1/manifest.json' } },
  ]);
  expect(events[1]!.data.version).toBeUndefined();
});

it('tells of a promotion as a whole, and of the tag that a move takes away', async () => {
  const image = await pushImage(registry, 'docker-local/staged', 'rc', 'layer');
  const promote = (copy: boolean) =>
    registry.send('POST', '/artifactory/api/docker/docker-local/v2/promote', {
      body: JSON.stringify({ targetRepo: 'docker-target', dockerRepository: 'staged', tag: 'rc', targetTag: copy ? '1' : '2', copy }),
    });
  const copied = await listDuring(() => promote(true));
  const promoted = {
    type: 'image.promoted',
    data: {
      repository: 'docker-target',
      path: 'staged/1/manifest.json',
      package: 'staged',
      version: '1',
      size: image.manifest.length,
      platforms,
      imageType: 'oci',
      from: { repository: 'docker-local', package: 'staged', version: 'rc' },
      by: 'admin',
    },
  };
  expect(copied).toMatchObject([{ type: 'artifact.deployed', data: { version: '1', part: 'promotion' } }, promoted, { type: 'files.copied' }]);
  expect(copied[2]!.data.files).toContainEqual(expect.objectContaining({ from: 'staged/rc/manifest.json', to: 'staged/1/manifest.json' }));
  expect(copied[2]!.data.files).toHaveLength(4);
  const moved = await listDuring(() => promote(false));
  expect(moved.map(({ type }) => type)).toEqual(['artifact.deployed', 'image.promoted', 'files.copied', 'artifact.deleted']);
  expect(moved[3]!.data).toMatchObject({ repository: 'docker-local', package: 'staged', version: 'rc' });
});
