import { packZip } from '@packhouse/formats/test-fixtures.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

let test: RepositoryTestPlatform;
beforeAll(async () => {
  test = await startRepositoryPlatform();
  await test.create({ class: 'local', key: 'libs', format: 'generic' });
  await test.put('libs/tool.jar', new Uint8Array(await packZip({ 'org/acme/Logger.class': 'x', 'top.txt': 'x' })));
  await test.put('libs/other.jar', new Uint8Array(await packZip({ 'org/acme/Other.class': 'x', 'com/Logger.class': 'x' })));
  await test.put('libs/plain.txt', 'no archive');
});
afterAll(() => test.stop());

async function find(entry: string): Promise<string[]> {
  const body = `items.find({"$or":[{"$and":[{"repo":"libs","path":{"$match":"*"},"name":{"$match":"*"},${entry}}]}]}).include("name")`;
  const answer = await test.ask('api/search/aql', { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { results: { name: string }[] }).results.map(({ name }) => name).sort();
}

describe('queries for what is inside archives', () => {
  it('API-001 finds archives by one entry that has the folder and the name', async () => {
    await vi.waitFor(async () => expect(await find('"archive.entry.name":"Logger.class"')).toEqual(['other.jar', 'tool.jar']), 30_000);
    expect(await find('"archive.entry.path":"org/acme","archive.entry.name":{"$match":"*"}')).toEqual(['other.jar', 'tool.jar']);
    expect(await find('"archive.entry.path":"org/acme","archive.entry.name":"Logger.class"')).toEqual(['tool.jar']);
    expect(await find('"archive.entry.path":{"$match":"org*"},"archive.entry.name":{"$match":"L*.class"}')).toEqual(['tool.jar']);
    expect(await find('"archive.entry.path":"","archive.entry.name":"top.txt"')).toEqual(['tool.jar']);
    expect(await find('"archive.entry.name":"logger.class"')).toEqual([]);
    expect(await find('"archive.entry.name":{"$ne":"Other.class"},"archive.entry.path":"org/acme"')).toEqual(['tool.jar']);
  });
});
