import { createReleaseBundle, previewReleaseBundle, updateReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { makeGrant as grant } from '@packhouse/testkit/grant-of.ts';
import { type DistributionTestPlatform, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import type { Caller } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const readsLibs = grant('repository', ['libs'], ['read']);

let test: DistributionTestPlatform;
beforeAll(async () => {
  const actors = {
    maker: { grants: [readsLibs, grant('releaseBundle', ['mine'], ['deploy'])] },
    other: { grants: [readsLibs, grant('releaseBundle', ['mine'], ['deploy'])] },
    reader: { grants: [readsLibs, grant('releaseBundle', ['ANY'], ['read'])] },
  };
  test = await startDistributionPlatform({ actors, anonymous: [readsLibs] });
  await test.create('libs');
  await test.put('libs/a.txt', 'a');
});
afterAll(() => test.stop());

const aql = 'items.find({"repo":"libs"})';
const source = { from: 'queries' as const, queries: [{ aql, mappings: [], addedProperties: [] }] };
const preview = (as: Caller) => test.call(previewReleaseBundle, { body: { source } }, { as });
const create = (as: Caller, version: string, sign = false) => test.call(createReleaseBundle, { body: { name: 'mine', version, source, sign } }, { as });
const change = (as: Caller, version: string) => test.call(updateReleaseBundle, { params: { name: 'mine', version }, body: { source } }, { as });
async function ask(as: Caller, method: 'POST' | 'PUT', path: string, body: object) {
  const headers = { ...test.headersOf(as), 'content-type': 'application/json' };
  const asked = { method, headers, body: JSON.stringify({ dry_run: true, spec: { queries: [{ aql }] }, ...body }) };
  return (await fetch(`${test.baseUrl}/distribution/api/v1/release_bundle${path}`, asked)).status;
}
const dryRun = (as: Caller, name: string) => ask(as, 'POST', '', { name, version: '1' });
const dryChange = (as: Caller, name: string) => ask(as, 'PUT', `/${name}/1`, {});

describe('looking for the files of a bundle', () => {
  it('is for those who may make one', async () => {
    expect(await preview('maker')).toMatchObject({ total: 1 });
    await expect(preview('reader')).rejects.toMatchObject({ code: 'forbidden' });
    expect([await dryRun('maker', 'mine'), await dryRun('maker', 'theirs'), await dryRun('reader', 'mine')]).toEqual([200, 403, 403]);
    expect(await dryRun('anonymous', 'mine')).toBe(401);
    expect([await dryChange('maker', 'mine'), await dryChange('maker', 'theirs')]).toEqual([200, 403]);
  });

  it('is done once at a time for one user', async () => {
    const held = Promise.withResolvers<[]>();
    const find = vi.spyOn(test.peers.releaseBundles!, 'find').mockReturnValueOnce(held.promise);
    const first = preview('maker').catch(({ code }: { code: string }) => code);
    await vi.waitFor(() => expect(find).toHaveBeenCalled(), { timeout: 30_000 });
    await expect(preview('maker')).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await dryRun('maker', 'mine')).toBe(429);
    await expect(create('maker', '1')).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await preview('other')).toMatchObject({ total: 1 });
    await create('other', '1');
    await expect(change('maker', '1')).rejects.toMatchObject({ code: 'too_many_requests' });
    held.resolve([]);
    expect(await first).toBe('invalid_input');
    expect(await preview('maker')).toMatchObject({ total: 1 });
    await change('maker', '1');
    find.mockRestore();
  });

  it('is not begun where nothing can come of it', async () => {
    await create('admin', '2', true);
    const find = vi.spyOn(test.peers.releaseBundles!, 'find');
    await expect(create('maker', '2')).rejects.toMatchObject({ code: 'already_exists' });
    await expect(change('maker', '2')).rejects.toMatchObject({ code: 'conflict' });
    await expect(change('maker', '3')).rejects.toMatchObject({ code: 'not_found' });
    expect(find).not.toHaveBeenCalled();
    find.mockRestore();
  });
});

it('what is long about a bundle stands neither in lists nor in the audit log', async () => {
  const words = 'x'.repeat(5000);
  const long = `items.find({"repo":"libs","name":{"$ne":"${words}"}})`;
  const url = `${test.baseUrl}/distribution/api/v1/release_bundle`;
  const body = { name: 'long', version: '1', spec: { queries: [{ aql: long }] }, release_notes: { syntax: 'markdown', content: words } };
  const headers = { ...test.headersOf('admin'), 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(201);
  for (const path of ['', '/long']) {
    const text = await (await fetch(url + path, { headers })).text();
    expect(JSON.parse(text)).toContainEqual(expect.objectContaining({ name: 'long', version: '1', state: 'OPEN' }));
    expect(text).not.toContain(words);
  }
  expect(await (await fetch(`${url}/long/1`, { headers })).json()).toMatchObject({ release_notes: { content: words }, spec: { queries: [{ aql: long }] } });
  const entry = test.audited.find(({ subject }) => subject === 'long/1');
  expect(entry).toMatchObject({ action: 'release-bundle.created', after: { files: 1, source: { from: 'queries', count: 1 } } });
  expect(JSON.stringify(entry)).toContain('items.find');
  expect(JSON.stringify(entry)).not.toContain(words);
});
