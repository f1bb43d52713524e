import { makeGrant as grant } from '@packhouse/testkit/grant-of.ts';
import { type DistributionTestPlatform, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const readsLibs = grant('repository', ['libs'], ['read']);

let test: DistributionTestPlatform;
beforeAll(async () => {
  test = await startDistributionPlatform({
    actors: { reader: { grants: [readsLibs, grant('releaseBundle', ['shop'], ['read'])] }, other: { grants: [readsLibs] } },
  });
  await test.create('libs');
  for (const name of ['a', 'b', 'c']) await test.put(`libs/${name}.txt`, name);
  await test.bundle('shop', '1', ['libs/a.txt']);
  await test.bundle('shop', '2', ['libs/b.txt']);
  await test.bundle('till', '1', ['libs/c.txt']);
});
afterAll(() => test.stop());

async function find(criteria: string, as = 'admin'): Promise<string[]> {
  const headers = { ...test.headersOf(as), 'content-type': 'text/plain' };
  const body = `items.find({"repo":"libs",${criteria}}).include("name")`;
  const answer = await fetch(`${test.baseUrl}/artifactory/api/search/aql`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { results: { name: string }[] }).results.map(({ name }) => name).sort();
}
const inRelease = (name: string, version: string) => `"$and":[{"release_artifact.release.name":${name},"release_artifact.release.version":${version}}]`;

describe('queries for what release bundles consist of', () => {
  it('API-001 finds the files of a version, of several, and of none', async () => {
    expect(await find(inRelease('"shop"', '"1"'))).toEqual(['a.txt']);
    expect(await find(inRelease('"shop"', '{"$match":"*"}'))).toEqual(['a.txt', 'b.txt']);
    expect(await find(inRelease('{"$match":"s*"}', '"2"'))).toEqual(['b.txt']);
    expect(await find('"release_artifact.release.version":"1"')).toEqual(['a.txt', 'c.txt']);
    expect(await find(inRelease('"till"', '"2"'))).toEqual([]);
  });

  it('ACC-006 tells nobody of release bundles that they may not read', async () => {
    expect(await find(inRelease('"shop"', '"1"'), 'reader')).toEqual(['a.txt']);
    expect(await find('"release_artifact.release.name":{"$match":"*"}', 'reader')).toEqual(['a.txt', 'b.txt']);
    expect(await find('"release_artifact.release.name":{"$match":"*"}', 'other')).toEqual([]);
  });
});
