import { createHash } from 'node:crypto';
import * as contract from '@packhouse/contract/repositories/retention-routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { startTestRegistry, type TestRegistry } from '../protocols/container/test-registry.ts';

let test: TestRegistry;
beforeAll(async () => {
  test = await startTestRegistry();
  await test.local('images');
});
afterAll(() => test.stop());

const type = 'application/vnd.oci.image.manifest.v1+json';
const computeDigest = (bytes: string) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

async function blobIn(repository: string, bytes: string, image = 'kinds') {
  const digest = computeDigest(bytes);
  expect((await test.send('POST', `/v2/${repository}/${image}/blobs/uploads/?digest=${digest}`, { body: bytes })).status).toBe(201);
  return { digest, size: bytes.length };
}
const blob = (image: string, bytes: string) => blobIn('images', bytes, image);
async function makeManifest(image: string, layers: readonly string[]): Promise<string> {
  const config = { mediaType: 'application/vnd.oci.image.config.v1+json', ...(await blob(image, '{}')) };
  const parts = await Promise.all(layers.map(async (one) => ({ mediaType: 'application/vnd.oci.image.layer.v1.tar', ...(await blob(image, one)) })));
  return JSON.stringify({ schemaVersion: 2, mediaType: type, config, layers: parts });
}
const put = (image: string, reference: string, body: string) =>
  test.send('PUT', `/v2/images/${image}/manifests/${reference}`, { body, headers: { 'content-type': type } });
async function push(image: string, reference: string, ...layers: string[]): Promise<string> {
  const body = await makeManifest(image, layers);
  expect((await put(image, reference === '' ? computeDigest(body) : reference, body)).status).toBe(201);
  return computeDigest(body);
}
const age = (like: string, days: number) =>
  sql`update artifact set modified_at = now() - make_interval(days => ${days}) where path like ${like}`.execute(test.db);
const paths = async (image: string) =>
  (await test.db.selectFrom('artifact').select('path').where('path', 'like', `${image}/%`).execute()).map(({ path }) => path);
const selection = (image: string, more: Partial<z.input<typeof contract.RetentionSelection>>) => ({
  repositoryKeys: ['images'],
  includePatterns: [`${image}/**`],
  ...more,
});
const doomed = async (image: string, more: Partial<z.input<typeof contract.RetentionSelection>>) =>
  (await test.call(contract.previewRetention, { body: { selection: selection(image, more) } })).items.map(({ version }) => version);

async function run(image: string, more: Partial<z.input<typeof contract.RetentionSelection>>): Promise<contract.RetentionRun> {
  const policy = await test.call(contract.createRetentionPolicy, { body: { name: image, permanently: true, ...selection(image, more) } });
  const { id } = await test.call(contract.runRetentionPolicy, { params: { id: policy.id } });
  let found: contract.RetentionRun | undefined;
  await expect
    .poll(async () => {
      found = (await test.call(contract.listRetentionRuns, {})).items.find((one) => one.id === id);
      return found?.finishedAt;
    })
    .toBeDefined();
  return found!;
}

describe('retention of images', () => {
  it('CORE-009 takes the layers that only the deleted tags had', async () => {
    await push('app', '1', 'shared', 'only in 1');
    await push('app', '2', 'shared', 'only in 2');
    const untagged = await push('app', '', 'deployed by digest');
    await age('app/%', 30);
    await age('app/2/%', 0);
    expect(await run('app', { olderThanDays: 20 })).toMatchObject({ status: 'finished', items: 1, files: 3 });
    expect((await paths('app')).filter((path) => path.includes('/_layers/'))).toHaveLength(4);
    expect((await test.send('GET', '/v2/images/app/manifests/2')).status).toBe(200);
    expect((await test.send('GET', `/v2/images/app/manifests/${untagged}`)).status).toBe(200);
  });

  it('CORE-009 counts pulls by the digest behind a tag', async () => {
    const digest = await push('daily', '1', 'pulled every day');
    await age('daily/%', 90);
    expect(await doomed('daily', { unusedForDays: 30 })).toEqual(['1']);
    expect((await test.send('HEAD', '/v2/images/daily/manifests/1')).status).toBe(200);
    expect((await test.send('GET', `/v2/images/daily/manifests/${digest}`)).status).toBe(200);
    await expect.poll(() => doomed('daily', { unusedForDays: 30 })).toEqual([]);
  });

  it('CORE-009 takes signatures with their image, and neither counts them as versions nor leaves them behind', async () => {
    const first = await push('signed', '1', 'one');
    const second = await push('signed', '2', 'two');
    for (const digest of [first, second]) await push('signed', `${digest.replace(':', '-')}.sig`, `signature of ${digest}`);
    await age('signed/%', 30);
    await age('signed/2/%', 10);
    expect(await doomed('signed', { keepVersions: 1 })).toEqual(['1']);
    await run('signed', { keepVersions: 1 });
    const left = await paths('signed');
    expect(left.some((path) => path.includes(second.replace(':', '-')))).toBe(true);
    expect(left.some((path) => path.includes(first.replace(':', '-')))).toBe(false);
  });

  it('keeps the layers that a push refers to meanwhile, or refuses the push', async () => {
    await push('busy', '1', 'base');
    await age('busy/%', 30);
    const again = await makeManifest('busy', ['base', 'new']);
    await age('busy/_layers/%', 30);
    expect((await put('busy', '2', again)).status).toBe(201);
    const { rows } = await sql<{
      old: number;
    }>`select count(*) as old from artifact where path like 'busy/_layers/%' and modified_at < now() - interval '1 day'`.execute(test.db);
    expect(rows[0]?.old).toBe(0);
    await test.db.deleteFrom('artifact').where('path', 'like', 'busy/_layers/%').execute();
    expect((await put('busy', '3', again)).status).toBe(400);
  });

  it('API-002 tells images apart by the name of the type under which their repository was made', async () => {
    await test.local('oci-images', { clientValues: { packageType: 'oci' } });
    for (const key of ['images', 'oci-images']) {
      const config = await blobIn(key, '{}');
      const body = JSON.stringify({
        schemaVersion: 2,
        mediaType: type,
        config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
        layers: [],
      });
      const answer = await test.send('PUT', `/v2/${key}/kinds/manifests/1`, { body, headers: { 'content-type': type } });
      expect(answer.status).toBe(201);
    }
    await age('kinds/%', 30);
    const would = async (packageTypes: string[]) => {
      const selection = { includePackages: ['kinds'], formats: ['docker' as const], packageTypes, olderThanDays: 20 };
      return (await test.call(contract.previewRetention, { body: { selection } })).items.map(({ repositoryKey }) => repositoryKey);
    };
    expect(await would([])).toEqual(['images', 'oci-images']);
    expect(await would(['oci'])).toEqual(['oci-images']);
    expect(await would(['docker', 'helmoci'])).toEqual(['images']);
  });
});
