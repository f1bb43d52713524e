import { createHash } from 'node:crypto';
import * as contract from '@packhouse/contract/repositories/build-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { runsBeyond } from './build-retention.ts';

const grant = (actions: ('read' | 'deploy' | 'delete')[], resourceType: 'build' | 'repository' = 'build', names = ['ANY'], include: string[] = []) => ({
  permission: 'p',
  resourceType,
  names,
  include,
  exclude: [],
  actions,
  through: 'test',
});
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const promoter = {
  grants: [
    grant(['read', 'deploy']),
    grant(['read'], 'repository', ['stage-local']),
    grant(['read', 'deploy'], 'repository', ['release-local'], ['p/good.bin']),
  ],
};
const repository = 'artifactory-build-info';

describe('upkeep of builds', () => {
  let test: RepositoryTestPlatform;
  const publish = (name: string, number: number, files: Record<string, string> = {}) =>
    test.ask('api/build', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name,
        number: String(number),
        started: `2026-01-${String(number).padStart(2, '0')}T00:00:00.000+0000`,
        modules: [{ id: 'm', artifacts: Object.entries(files).map(([path, text]) => ({ name: path, path, sha1: sha1(text) })) }],
      }),
    });
  const runs = async (name: string) => (await test.call(contract.listBuildRuns, { query: { name } })).items;
  const numbers = async (name: string) => (await runs(name)).map(({ number }) => Number(number));

  beforeAll(async () => {
    test = await startRepositoryPlatform({
      actors: { reader: { grants: [grant(['read'])] }, deleter: { grants: [grant(['read', 'deploy', 'delete'])] }, promoter },
    });
    for (const key of ['stage-local', 'release-local']) await test.create({ class: 'local', key, format: 'generic' });
  });
  afterAll(() => test?.stop());

  it('deletes chosen runs, and what they made when asked', async () => {
    for (const number of [1, 2, 3]) {
      const { status } = await test.put(`stage-local/app-${number}.bin;build.name=app;build.number=${number}`, `app ${number}`);
      expect([status, (await publish('app', number, { [`app-${number}.bin`]: `app ${number}` })).status]).toEqual([201, 204]);
    }
    const [third, second] = await runs('app');
    const body = (chosen: typeof third, artifacts = false) => ({ name: 'app', repository, runs: [chosen!], artifacts });
    await expect(test.call(contract.deleteBuildRuns, { body: body(third) }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(contract.deleteBuildRuns, { body: body({ ...third!, number: '9' }) })).rejects.toMatchObject({ code: 'build_not_found' });
    expect(await test.call(contract.deleteBuildRuns, { body: body(third) })).toEqual({ deleted: 1 });
    expect(await numbers('app')).toEqual([2, 1]);
    expect(test.audited.at(-1)).toMatchObject({ action: 'build.runs.deleted', subject: `${repository}/app`, after: { runs: ['3'] } });
    expect((await test.ask('stage-local/app-3.bin')).status).toBe(200);
    await test.call(contract.deleteBuildRuns, { body: body(second, true) });
    expect([await numbers('app'), (await test.ask('stage-local/app-2.bin')).status]).toEqual([[1], 404]);
  });

  it('keeps as many runs of a build as its rule says, at once and after each publishing', async () => {
    for (const number of [1, 2, 3, 4]) await publish('nightly', number);
    const place = { name: 'nightly', repository };
    const rule = { keepRuns: 2, keepDays: null, artifacts: false };
    expect(await test.call(contract.readBuildRetention, { query: place })).toEqual({ keepRuns: null, keepDays: null, artifacts: false, allowed: true });
    await expect(test.call(contract.changeBuildRetention, { body: { ...place, ...rule } }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    // What a rule deletes later cannot be asked for then.
    const greedy = { ...place, ...rule, artifacts: true };
    await expect(test.call(contract.changeBuildRetention, { body: greedy }, { as: 'deleter' })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await test.call(contract.changeBuildRetention, { body: { ...place, ...rule } }, { as: 'deleter' })).toEqual({ deleted: 2 });
    expect(await numbers('nightly')).toEqual([4, 3]);
    expect(await test.call(contract.readBuildRetention, { query: place }, { as: 'reader' })).toEqual({ ...rule, modifiedBy: 'deleter', allowed: false });
    await publish('nightly', 5);
    await expect.poll(() => numbers('nightly')).toEqual([5, 4]);
    await test.call(contract.changeBuildRetention, { body: { ...place, keepRuns: null, keepDays: null, artifacts: false } });
    await publish('nightly', 6);
    expect(await numbers('nightly')).toEqual([6, 5, 4]);
  });

  it('API-001 promotes all files of a build, or none', async () => {
    for (const name of ['good', 'secret']) await test.put(`stage-local/p/${name}.bin;build.name=both;build.number=1`, name);
    await publish('both', 1, { 'p/good.bin': 'good', 'p/secret.bin': 'secret' });
    const body = JSON.stringify({ status: 'Released', targetRepo: 'release-local', copy: true });
    const promote = (as: string) => test.ask('api/build/promote/both/1', { method: 'POST', body, as });
    expect((await promote('promoter')).status).toBe(403);
    expect((await test.ask('release-local/p/good.bin')).status).toBe(404);
    expect((await runs('both'))[0]?.status).toBeUndefined();
    expect((await promote('admin')).status).toBe(200);
    expect((await test.ask('release-local/p/good.bin')).status).toBe(200);
  });
});

it('keeps the newest run whatever the rule says', () => {
  const day = (count: number) => ({ startedAt: new Date(Date.UTC(2026, 0, count)) });
  const all = [day(20), day(10), day(1)];
  const now = new Date(Date.UTC(2026, 5, 1));
  expect(runsBeyond(all, { keep_runs: 2, keep_days: null }, now)).toEqual([day(1)]);
  expect(runsBeyond(all, { keep_runs: null, keep_days: 7 }, now)).toEqual([day(10), day(1)]);
  expect(runsBeyond(all, { keep_runs: null, keep_days: null }, now)).toEqual([]);
});
