import { listRecentPublishes } from '@packhouse/contract/repositories/recent-routes.ts';
import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { npmPublishBody } from '../protocols/engine/npm-test-package.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const grant = (names: string[]): Grant => ({
  permission: 'p',
  resourceType: 'repository',
  names,
  include: [],
  exclude: [],
  actions: ['read', 'deploy'],
  through: 'user',
});

let test: RepositoryTestPlatform;
beforeAll(async () => {
  test = await startRepositoryPlatform({ actors: { ann: { grants: [grant(['open', 'files'])] } } });
  await test.create({ class: 'local', key: 'open', format: 'npm' });
  await test.create({ class: 'local', key: 'closed', format: 'npm' });
  await test.create({ class: 'local', key: 'files', format: 'generic' });
});
afterAll(() => test?.stop());

const recent = async (query: { own?: string; limit?: number } = {}, as = 'admin') =>
  (await test.call(listRecentPublishes, { query }, { as })).items.map(({ repoKey, package: name, version, path, by }) =>
    [repoKey, name === null ? path : `${name} ${version}`, by].join(' '),
  );

it('tells what was published last, each version once, to those who may read it', async () => {
  expect(await recent()).toEqual([]);
  for (const [repository, name, as] of [
    ['closed', 'secret', 'admin'],
    ['open', 'tool', 'admin'],
  ] as const)
    expect((await test.ask(`api/npm/${repository}/${name}`, { method: 'PUT', body: await npmPublishBody(name, '1.0.0'), as })).status).toBeLessThan(300);
  expect((await test.ask('files/notes/a.txt', { method: 'PUT', body: 'a', as: 'ann' })).status).toBe(201);
  expect(await recent()).toEqual(['files notes/a.txt ann', 'open tool 1.0.0 admin', 'closed secret 1.0.0 admin']);
  expect(await recent({ limit: 1 })).toEqual(['files notes/a.txt ann']);
  expect(await recent({}, 'ann')).toEqual(['files notes/a.txt ann', 'open tool 1.0.0 admin']);
  expect(await recent({ own: 'true' }, 'ann')).toEqual(['files notes/a.txt ann']);
  expect(await recent({ own: 'true' })).toEqual(['open tool 1.0.0 admin', 'closed secret 1.0.0 admin']);
});
