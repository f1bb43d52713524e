import { considerPromotion, listPromotions, promoteReleaseBundle } from '@packhouse/contract/distribution/promotion-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type DistributionTestPlatform, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

let here: DistributionTestPlatform;
beforeAll(async () => {
  const bundles = (...actions: ('read' | 'annotate' | 'deploy')[]) =>
    ({ permission: 'b', resourceType: 'releaseBundle', names: ['ANY'], include: [], exclude: [], actions, through: 'user' }) as const;
  const repositories = (names: string[], ...actions: ('read' | 'deploy' | 'delete')[]) =>
    ({ permission: 'r', resourceType: 'repository', names, include: [], exclude: [], actions, through: 'user' }) as const;
  here = await startDistributionPlatform({
    actors: {
      reader: { grants: [bundles('read')] },
      promoter: { grants: [bundles('read', 'annotate')] },
      stager: { grants: [bundles('read', 'annotate'), repositories(['stage-a', 'stage-b'], 'read', 'deploy')] },
    },
  });
  here.peers.projects = {
    find: async (key) => (key === 'red' ? { environments: ['STAGE'] } : undefined),
    globalEnvironments: async () => ['STAGE', 'PROD', 'EMPTY', 'CODE'],
    promotionStages: async () => ['STAGE', 'PROD', 'EMPTY'],
  };
  await here.create('libs');
  const local = (key: string, format: 'generic' | 'npm', environments: string[], more = {}) =>
    here.call(createRepository, { body: { class: 'local', key, format, environments, ...more } });
  await local('stage-a', 'generic', ['STAGE']);
  await local('stage-b', 'generic', ['STAGE', 'PROD']);
  await local('stage-npm', 'npm', ['STAGE']);
  await local('prod', 'generic', ['PROD']);
  await local('red-stage', 'generic', ['STAGE'], { projectKey: 'red' });
  await here.put('libs/app/a.txt', 'a', ';stage=gold');
  await here.put('libs/app/b.txt', 'b');
  await here.bundle('app', '1', ['libs/app']);
});
afterAll(() => here?.stop());

async function ask(method: string, path: string, body?: object, as = 'admin') {
  const headers = { ...here.headersOf(as), 'content-type': 'application/json' };
  const answer = await fetch(`${here.baseUrl}/lifecycle/api/v2/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}
const promote = (order: object, query = 'async=false&operation=copy', as = 'admin', version = 'app/1') =>
  ask('POST', `promotion/records/${version}?${query}`, order, as);
const promotions = async (query = '', as = 'admin') => (await ask('GET', `promotion/records/app/1${query}`, undefined, as)).body;
const statuses = (...paths: string[]) => Promise.all(paths.map(async (path) => (await here.read(path)).status));

it('API-002 promotes to no environment that is no stage for promotions', async () => {
  const refused = await promote({ environment: 'CODE' });
  expect([refused.status, refused.body.errors[0].message]).toEqual([400, expect.stringContaining('CODE')]);
});

it('API-002 copies the files of a version to every repository of the environment that has their format', async () => {
  const answer = await promote({ environment: 'STAGE' });
  expect(answer).toMatchObject({ status: 201, body: { release_bundle_name: 'app', release_bundle_version: '1', environment: 'STAGE' } });
  expect(await statuses('stage-a/app/a.txt', 'stage-a/app/b.txt', 'stage-b/app/a.txt', 'libs/app/a.txt')).toEqual([200, 200, 200, 200]);
  expect(await statuses('prod/app/a.txt', 'red-stage/app/a.txt', 'stage-npm/app/a.txt')).toEqual([404, 404, 404]);
  const properties = await fetch(`${here.baseUrl}/artifactory/api/storage/stage-a/app/a.txt?properties`, { headers: here.headersOf('admin') });
  expect(await properties.json()).toMatchObject({ properties: { stage: ['gold'] } });
  const millis = answer.body.created_millis;
  expect(await promotions()).toEqual({
    promotions: [
      {
        status: 'COMPLETED',
        repository_key: 'release-bundles',
        release_bundle_name: 'app',
        release_bundle_version: '1',
        environment: 'STAGE',
        service_id: 'jfrt@packhouse',
        created_by: 'admin',
        created: new Date(millis).toISOString(),
        created_millis: millis,
      },
    ],
    total: 1,
    limit: 25,
    offset: 0,
  });
  expect((await ask('GET', `promotion/statuses/app/1/${millis}`)).body).toEqual({ status: 'COMPLETED', messages: [] });
  expect((await ask('GET', 'promotion/statuses/app/1/7')).status).toBe(404);
  expect(here.audited.filter(({ action }) => action === 'release-bundle.promoted').at(-1)).toMatchObject({
    subject: 'app/1',
    after: { environment: 'STAGE', operation: 'copy', repositories: ['stage-a', 'stage-b'] },
  });
});

it('API-002 promotes in the background, only to what is included and not to what is excluded', async () => {
  const released = async () => (await ask('GET', 'release_bundle/records/app')).body.release_bundles[0].release_status;
  expect(await released()).toBe('PRE_RELEASE');
  const excluding = await promote({ environment: 'PROD', excluded_repository_keys: ['stage-b'] }, 'async=true');
  expect(excluding).toMatchObject({ status: 202, body: { excluded_repository_keys: ['stage-b'] } });
  await expect.poll(async () => (await ask('GET', `promotion/statuses/app/1/${excluding.body.created_millis}`)).body.status).toBe('COMPLETED');
  expect(await statuses('prod/app/a.txt')).toEqual([200]);
  expect(await released()).toBe('RELEASED');
  expect((await promote({ environment: 'PROD', included_repository_keys: ['stage-b'] })).body.included_repository_keys).toEqual(['stage-b']);
  expect((await promotions('?limit=1')).promotions).toMatchObject([{ environment: 'PROD' }]);
  expect((await promotions('?filter_by=stag')).total).toBe(1);
  expect((await ask('GET', 'promotion/records/app?order_asc=true')).body).toMatchObject({ total: 3, promotions: [{ environment: 'STAGE' }, {}, {}] });
  expect((await promotions('?project=red')).errors[0].message).toContain('red');
});

it('API-002 moves files away from where they were promoted to last, or else from where they were bundled', async () => {
  await here.put('libs/moved/c.txt', 'c');
  await here.put('libs/moved/d.txt', 'd');
  await here.bundle('moved', '1', ['libs/moved']);
  await here.put('libs/moved/d.txt', 'changed since');
  expect((await promote({ environment: 'STAGE' }, 'operation=move', 'admin', 'moved/1')).status).toBe(201);
  expect(await statuses('libs/moved/c.txt', 'stage-a/moved/c.txt', 'stage-b/moved/c.txt')).toEqual([404, 200, 200]);
  expect((await here.read('libs/moved/d.txt')).text).toBe('changed since');
  expect((await here.read('stage-a/moved/d.txt')).text).toBe('d');
  expect((await promote({ environment: 'PROD' }, 'operation=move', 'admin', 'moved/1')).status).toBe(201);
  expect(await statuses('stage-a/moved/c.txt', 'stage-b/moved/c.txt', 'prod/moved/c.txt')).toEqual([404, 200, 200]);
});

it('API-002 refuses by name what cannot be promoted, and says of what failed why', async () => {
  const refusal = async (order: object, query?: string) => {
    const answer = await promote(order, query);
    return [answer.status, answer.body.errors[0].message];
  };
  const named = (word: string) => [400, expect.stringContaining(word)];
  expect(await refusal({ environment: 'MOON' })).toEqual(named('MOON'));
  expect(await refusal({ environment: 'EMPTY' })).toEqual(named('generic'));
  expect(await refusal({ environment: 'STAGE', included_repository_keys: ['prod'] })).toEqual(named('prod'));
  expect(await refusal({ environment: 'STAGE', excluded_repository_keys: ['red-stage'] })).toEqual(named('red-stage'));
  expect(await refusal({ environment: 'STAGE', included_repository_keys: ['stage-npm'] })).toEqual(named('generic'));
  expect(await refusal({ environment: 'STAGE' }, 'operation=link')).toEqual(named('operation'));
  expect((await promote({ environment: 'STAGE', colour: 'red' })).status).toBe(400);
  expect((await ask('POST', 'promotion/records/gone/1', { environment: 'STAGE' })).status).toBe(404);
  await ask('POST', 'release_bundle', {
    release_bundle_name: 'open',
    release_bundle_version: '1',
    draft: true,
    source_type: 'artifacts',
    source: { artifacts: [{ path: 'libs/app/a.txt' }] },
  });
  expect((await ask('POST', 'promotion/records/open/1', { environment: 'STAGE' })).status).toBe(409);
  const before = (await promotions()).total;
  await here.put('stage-a/app/a.txt', 'another');
  expect(await promote({ environment: 'STAGE' }, '', 'stager')).toMatchObject({ status: 403 });
  const failed = (await promotions('?include=messages')).promotions[0];
  expect(failed).toMatchObject({ status: 'FAILED', created_by: 'stager', messages: [{ text: expect.stringContaining('app/a.txt') }] });
  const db = openDatabase<unknown>(here.databaseUrl, 'kernel', { connections: 1 });
  const { rows } = await sql<{ type: string; data: object }>`select type, data from kernel.event where type like '%promotion-failed'`.execute(db);
  await db.destroy();
  expect(rows).toMatchObject([{ data: { bundle: 'app', environment: 'STAGE', by: 'stager', message: expect.stringContaining('app/a.txt') } }]);
  expect((await here.read('stage-a/app/a.txt')).text).toBe('another');
  expect((await promotions()).total).toBe(before + 1);
  expect((await ask('DELETE', `promotion/records/app/1/${failed.created_millis}?async=false`)).status).toBe(204);
  expect((await promotions()).total).toBe(before);
  expect((await promote({ environment: 'STAGE' })).status).toBe(201);
  expect((await here.read('stage-a/app/a.txt')).text).toBe('a');
});

it('API-002 is for those who may: to promote the version, to put files there, and to take them away where they are moved', async () => {
  const count = async () => (await promotions()).total;
  const before = await count();
  for (const as of ['reader', 'promoter']) expect([as, (await promote({ environment: 'STAGE' }, '', as)).status]).toEqual([as, 403]);
  expect((await promote({ environment: 'PROD' }, '', 'stager')).status).toBe(403);
  expect((await promote({ environment: 'STAGE' }, 'operation=move', 'stager')).status).toBe(403);
  expect(await count()).toBe(before);
  expect((await ask('GET', 'promotion/records/app/1', undefined, 'anonymous')).status).toBe(401);
  expect((await ask('GET', 'promotion/records/app', undefined, 'stager')).body.total).toBe(before);
  const { created_millis: millis } = (await promotions()).promotions[0];
  expect((await ask('DELETE', `promotion/records/app/1/${millis}`, undefined, 'stager')).status).toBe(403);
});

it('goes on in the console: who would receive the files, the order, and what came of it', async () => {
  const params = { name: 'app', version: '1' };
  const receivers = async (as: string) => (await here.call(considerPromotion, { params, query: { environment: 'STAGE' } }, { as })).repositories;
  expect(await receivers('stager')).toEqual([
    { key: 'stage-a', format: 'generic' },
    { key: 'stage-b', format: 'generic' },
  ]);
  expect(await receivers('promoter')).toEqual([]);
  await expect(receivers('reader')).rejects.toMatchObject({ code: 'forbidden' });
  const promoted = await here.call(promoteReleaseBundle, { params, body: { environment: 'STAGE', excluded: ['stage-b'] } }, { as: 'stager' });
  expect(promoted).toMatchObject({ status: 'COMPLETED', repositories: ['stage-a'], operation: 'copy', createdBy: 'stager' });
  expect((await here.call(listPromotions, { params }, { as: 'reader' })).items[0]).toEqual(promoted);
});
