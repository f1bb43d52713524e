import { createHash } from 'node:crypto';
import * as contract from '@packhouse/contract/repositories/build-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const grant = (actions: ('read' | 'deploy' | 'delete')[], resourceType: 'build' | 'repository', names = ['ANY']) => ({
  permission: 'p',
  resourceType,
  names,
  include: [],
  exclude: [],
  actions,
  through: 'test',
});
const publisher = { grants: [grant(['read', 'deploy'], 'build'), grant(['read', 'deploy'], 'repository', ['stage-local'])] };
const deleter = { grants: [grant(['read', 'deploy', 'delete'], 'build'), grant(['read', 'delete'], 'repository', ['stage-local'])] };
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const repository = 'artifactory-build-info';

interface Run {
  name: string;
  number: string;
  started?: string;
  made?: readonly string[];
  as?: string;
}

describe('what is deleted with a build', () => {
  let test: RepositoryTestPlatform;
  const send = ({ name, number, started = '2026-01-02T00:00:00.000+0000', made = [], as = 'ci' }: Run) =>
    test.ask('api/build', {
      method: 'PUT',
      as,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, number, started, modules: [{ id: 'm', artifacts: made.map((text) => ({ name: text, sha1: sha1(text) })) }] }),
    });
  const publish = async (run: Run) => expect((await send(run)).status).toBe(204);
  const put = async (key: string, text: string, { name, number, as = 'ci' }: Run) =>
    expect((await test.ask(`${key}/${text}.bin;build.name=${name};build.number=${number}`, { method: 'PUT', body: text, as })).status).toBe(201);
  const status = async (path: string) => (await test.ask(path)).status;
  const keep = (name: string, keepRuns: number | null, keepDays: number | null = null) =>
    test.call(contract.changeBuildRetention, { body: { name, repository, keepRuns, keepDays, artifacts: true } });
  const runs = async (name: string) => (await test.call(contract.listBuildRuns, { query: { name } })).items;

  beforeAll(async () => {
    test = await startRepositoryPlatform({ actors: { ci: publisher, other: publisher, deleter } });
    for (const key of ['stage-local', 'release-local']) await test.create({ class: 'local', key, format: 'generic' });
  });
  afterAll(() => test?.stop());

  it('by a rule is nothing that somebody else put there, whatever a document says', async () => {
    const release = { name: 'app', number: '1', made: ['app'] };
    await put('release-local', 'app', { ...release, as: 'admin' });
    await put('stage-local', 'old', { name: 'app', number: '0' });
    await publish({ name: 'app', number: '0', made: ['old'], started: '2020-01-01T00:00:00.000+0000' });
    await publish({ ...release, as: 'other', started: '2020-01-01T00:00:00.000+0000' });
    await publish({ name: 'app', number: '2' });
    expect(await keep('app', null, 30)).toEqual({ deleted: 2 });
    expect([await status('release-local/app.bin'), await status('stage-local/old.bin')]).toEqual([200, 404]);
  });

  it('by a rule is nothing that another rewrote the document to name', async () => {
    await put('stage-local', 'theirs', { name: 'rewritten', number: '1' });
    await publish({ name: 'rewritten', number: '1' });
    await publish({ name: 'rewritten', number: '1', made: ['theirs'], as: 'other' });
    await publish({ name: 'rewritten', number: '2' });
    expect(await keep('rewritten', 1)).toEqual({ deleted: 1 });
    expect(await status('stage-local/theirs.bin')).toBe(200);
  });

  it('are runs in the order in which they came, not in that of a start they only claim', async () => {
    for (const started of ['9999-01-01T00:00:00.000+0000', new Date(Date.now() + 2 * 86_400_000).toISOString()])
      expect((await send({ name: 'claims', number: '1', started })).status).toBe(400);
    await publish({ name: 'claims', number: '1', started: new Date(Date.now() + 3_600_000).toISOString() });
    await publish({ name: 'claims', number: '2' });
    expect(await keep('claims', 1)).toEqual({ deleted: 1 });
    expect((await runs('claims')).map(({ number }) => number)).toEqual(['2']);
  });

  it('is nothing that a run lists which stays, not even one of the same number', async () => {
    const run = { name: 'twice', number: '1', made: ['shared'] };
    await put('stage-local', 'shared', run);
    await publish(run);
    await publish({ ...run, started: '2026-01-03T00:00:00.000+0000' });
    expect(await keep('twice', 1)).toEqual({ deleted: 1 });
    expect(await status('stage-local/shared.bin')).toBe(200);
    const chosen = await runs('twice');
    expect(await test.call(contract.deleteBuildRuns, { body: { name: 'twice', repository, runs: chosen, artifacts: true } })).toEqual({ deleted: 1 });
    expect(await status('stage-local/shared.bin')).toBe(404);
  });

  it('by a rule is no run that was promoted', async () => {
    const run = { name: 'promoted', number: '1', made: ['good'], as: 'admin' };
    await put('stage-local', 'good', run);
    await publish(run);
    await publish({ ...run, number: '2', made: [] });
    const body = JSON.stringify({ status: 'Released', targetRepo: 'release-local', copy: true });
    expect((await test.ask('api/build/promote/promoted/1', { method: 'POST', body })).status).toBe(200);
    expect(await keep('promoted', 1)).toEqual({ deleted: 0 });
    expect([(await runs('promoted')).length, await status('stage-local/good.bin'), await status('release-local/good.bin')]).toEqual([2, 200, 200]);
  });

  it('is all of it or nothing', async () => {
    await put('stage-local', 'first', { name: 'whole', number: '1' });
    await put('release-local', 'second', { name: 'whole', number: '2', as: 'admin' });
    await publish({ name: 'whole', number: '1', made: ['first'] });
    await publish({ name: 'whole', number: '2', made: ['second'], started: '2026-01-01T00:00:00.000+0000' });
    const before = test.audited.length;
    const remove = (as: string) => test.ask('api/build/whole?deleteAll=1&artifacts=1', { method: 'DELETE', as });
    expect((await remove('deleter')).status).toBe(403);
    expect([(await runs('whole')).length, await status('stage-local/first.bin'), test.audited.length]).toEqual([2, 200, before]);
    expect((await remove('admin')).status).toBe(200);
    expect([await status('stage-local/first.bin'), await status('release-local/second.bin')]).toEqual([404, 404]);
    const after = { runs: ['1', '2'], artifacts: true };
    expect(test.audited.slice(before)).toMatchObject([{ actor: 'admin', action: 'build.runs.deleted', subject: `${repository}/whole`, after }]);
  });

  it('when something is published is audited, too', async () => {
    for (const number of ['1', '2']) await publish({ name: 'often', number });
    await keep('often', 2);
    await publish({ name: 'often', number: '3' });
    const entry = {
      actor: 'retention:builds',
      address: '',
      action: 'build.runs.deleted',
      subject: `${repository}/often`,
      after: { runs: ['1'], artifacts: true },
    };
    await expect.poll(() => test.audited).toContainEqual(expect.objectContaining(entry));
  });
});
