import type { CountedCall, Insight } from '@packhouse/peers/insight.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { startTestUpstream, type TestUpstream } from '../upstream/test-upstream.ts';

let test: RepositoryTestPlatform;
let upstream: TestUpstream;
let calls: CountedCall[] = [];
let cache: { key: string; isHit: boolean }[] = [];

beforeAll(async () => {
  test = await startRepositoryPlatform({ jobs: false, actors: { nobody: {} } });
  upstream = await startTestUpstream();
  await test.create({ class: 'local', key: 'files', format: 'generic' });
  await test.create({ class: 'local', key: 'images', format: 'docker' });
  await test.create({ class: 'remote', key: 'far', format: 'generic', settings: { url: upstream.url } });
  await test.create({ class: 'virtual', key: 'all', format: 'generic', members: ['files', 'far'] });
  test.peers.insight = {
    countCall: ({ repository, ...call }) => void calls.push({ repository: repository && { key: repository.key, format: repository.format }, ...call }),
    countCache: ({ key }, isHit) => void cache.push({ key, isHit }),
  } as Partial<Insight> as Insight;
});
afterAll(async () => {
  await test?.stop();
  await upstream?.stop();
});
beforeEach(() => {
  calls = [];
  cache = [];
});

const counted = () => calls.map(({ repository, status }) => [repository?.key, repository?.format, status]);

it('counts each call of a client by the repository that was asked, however it ends', async () => {
  await (await test.put('files/a.txt', 'x'.repeat(5000))).text();
  await (await test.ask('files/a.txt')).text();
  await (await test.ask('files/none.txt')).text();
  await (await test.ask('files/a.txt', { as: 'nobody' })).text();
  await (await test.ask('nowhere/a.txt')).text();
  await fetch(`${test.baseUrl}/v2/images/app/manifests/latest`, { headers: test.headersOf('admin') });
  await expect.poll(() => calls.length).toBe(6);
  expect(counted()).toEqual([
    ['files', 'generic', 201],
    ['files', 'generic', 200],
    ['files', 'generic', 404],
    ['files', 'generic', 403],
    [undefined, undefined, 404],
    ['images', 'docker', 404],
  ]);
  expect(calls[0]!.received).toBeGreaterThan(5000);
  expect(calls[1]!.sent).toBeGreaterThan(5000);
});

it('counts what remote repositories had kept and what they had to fetch, also behind a virtual one', async () => {
  upstream.on('/b.txt', (_, response) => void response.end('from afar'));
  await (await test.ask('far/b.txt')).text();
  expect(cache).toEqual([{ key: 'far', isHit: false }]);
  await (await test.ask('far/b.txt')).text();
  await (await test.ask('all/b.txt')).text();
  expect(cache.slice(1)).toEqual([
    { key: 'far', isHit: true },
    { key: 'far', isHit: true },
  ]);
});
