import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';
import { startTestUpstream, type TestUpstream } from '../../upstream/test-upstream.ts';

let test: RepositoryTestPlatform;
let upstream: TestUpstream;

beforeAll(async () => {
  upstream = await startTestUpstream();
  for (const query of ['', '?key=secret'])
    for (const name of ['kept', 'passed']) upstream.on(`/lib/${name}%20one.txt${query}`, (_, response) => response.end('from elsewhere'));
  test = await startRepositoryPlatform();
  const settings = { url: `${upstream.url}/lib`, queryParams: 'key=secret' };
  await test.create({ class: 'remote', key: 'far', format: 'generic', settings });
  await test.create({ class: 'remote', key: 'passing', format: 'generic', settings: { ...settings, storeLocally: false } });
  await test.create({ class: 'local', key: 'near', format: 'generic' });
  await test.create({ class: 'virtual', key: 'all', format: 'generic', members: ['near', 'far'] });
});
afterAll(async () => {
  await test?.stop();
  await upstream?.stop();
});

async function origin(path: string, method = 'GET') {
  const answer = await test.ask(path, { method });
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get('x-artifactory-origin-remote-path')];
}

it('API-001 tells where a file of a remote repository came from, fetched or kept, without what may be secret', async () => {
  const kept = [200, `${upstream.url}/lib/kept%20one.txt`];
  expect(await origin('far/kept%20one.txt', 'HEAD')).toEqual(kept);
  expect(await origin('far/kept%20one.txt')).toEqual(kept);
  await expect.poll(() => upstream.count('/lib/kept%20one.txt?key=secret')).toBeGreaterThan(0);
  expect(await origin('far/kept%20one.txt')).toEqual(kept);
  expect(await origin('all/kept%20one.txt')).toEqual(kept);
  expect(await origin('passing/passed%20one.txt')).toEqual([200, `${upstream.url}/lib/passed%20one.txt`]);
});

it('API-001 tells no such place of files that were put here, or are not there', async () => {
  await test.put('near/own.txt', 'own');
  expect(await origin('all/own.txt')).toEqual([200, null]);
  expect(await origin('far/none.txt')).toEqual([404, null]);
});
