import * as contract from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { makeGrant } from '@packhouse/testkit/grant-of.ts';
import { type PipelinesTestPlatform, startPipelinesPlatform } from '@packhouse/testkit/start-pipelines-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: PipelinesTestPlatform;
const manager = [makeGrant('repository', ['libs'], ['read', 'manage'])];
beforeAll(async () => {
  test = await startPipelinesPlatform({
    actors: {
      ann: { grants: manager },
      bob: { grants: manager },
      eve: {},
      gus: { groups: ['releasers'] },
      pam: { grants: [makeGrant('pipeline', ['granted'], ['read', 'deploy'])] },
      max: { grants: [makeGrant('pipeline', ['ANY'], ['read', 'manage'])] },
    },
    jobs: false,
  });
});
afterAll(() => test.stop());

const doc = (name: string, on = 'manual') => `name: ${name}\non: [${on}]\nsteps:\n  - {id: tidy, type: cleanup, policy: old}\n`;
const list = async (name?: string, as = 'admin') => (await test.call(contract.listPipelines, { query: name ? { name } : {} }, { as })).items;
const refused = (code: string) => ({ code });

it('PIPE-004 PIPE-006 finds pipelines by a part of their name, with their last run and its state', async () => {
  for (const name of ['release-shop', 'release-site', 'tidy-up']) await test.pipeline(doc(name));
  expect(contract.listPipelines.url).toBe('/ui/api/v1/pipelines/api/v1/pipelines');
  const answer = await fetch(`${test.baseUrl}/ui/api/v1/pipelines/api/v1/pipelines?name=RELEASE`, { headers: test.headersOf('admin') });
  expect(((await answer.json()) as { items: { name: string }[] }).items.map(({ name }) => name)).toEqual(['release-shop', 'release-site']);
  await test.call(contract.runPipeline, { params: { name: 'tidy-up' }, body: {} });
  await test.call(contract.runPipeline, { params: { name: 'tidy-up' }, body: {} });
  const [tidy] = await list('tidy');
  expect(tidy).toMatchObject({ lastRun: { number: 2, state: 'running', cause: { kind: 'manual', by: 'admin' } }, trend: [{ number: 2 }, { number: 1 }] });
  const pages = await test.call(contract.listPipelines, { query: { limit: 2 } });
  expect([pages.total, pages.next]).toEqual([3, 'release-site']);
  expect((await test.call(contract.listPipelines, { query: { after: pages.next! } })).items.map(({ name }) => name)).toEqual(['tidy-up']);
});

it('is seen by those who wrote it or are named in it, and by administrators', async () => {
  await test.pipeline(doc('of-ann', 'manual: {groups: [releasers]}').replace('[manual:', '[{manual:').replace('}]', '}}]'), 'ann');
  expect((await list('of-ann', 'ann')).map(({ mayChange, mayRun }) => [mayChange, mayRun])).toEqual([[true, true]]);
  expect((await list('of-ann', 'gus')).map(({ mayChange, mayRun }) => [mayChange, mayRun])).toEqual([[false, true]]);
  expect(await list('of-ann', 'bob')).toEqual([]);
  const params = { name: 'of-ann' };
  await expect(test.call(contract.readPipeline, { params }, { as: 'bob' })).rejects.toMatchObject(refused('not_found'));
  await expect(test.call(contract.updatePipeline, { params, body: { document: doc('of-ann') } }, { as: 'gus' })).rejects.toMatchObject(refused('forbidden'));
  await expect(test.pipeline(doc('of-eve'), 'eve')).rejects.toMatchObject(refused('forbidden'));
  await expect(test.call(contract.listPipelines, {}, { as: 'anonymous' })).rejects.toMatchObject(refused('unauthenticated'));
});

it('API-002 is seen, run and changed by those to whom permissions on pipelines say so', async () => {
  await test.pipeline(doc('granted'));
  await test.pipeline(doc('not-granted'));
  const params = { name: 'granted' };
  const names = async (as: string) => (await list(undefined, as)).map(({ name }) => name);
  expect(await names('pam')).toEqual(['granted']);
  expect(await names('max')).toEqual(expect.arrayContaining(['granted', 'not-granted']));
  expect(await list('granted', 'pam')).toMatchObject([{ name: 'granted', mayRun: true, mayChange: false }]);
  await expect(test.call(contract.readPipeline, { params: { name: 'not-granted' } }, { as: 'pam' })).rejects.toMatchObject(refused('not_found'));
  await expect(test.call(contract.updatePipeline, { params, body: { document: doc('granted') } }, { as: 'pam' })).rejects.toMatchObject(refused('forbidden'));
  await test.call(contract.runPipeline, { params, body: {} }, { as: 'pam' });
  await expect(test.call(contract.runPipeline, { params, body: {} }, { as: 'max' })).rejects.toMatchObject(refused('forbidden'));
  // Whoever changes it is its author, so that its steps may do no more than they may.
  expect(await test.call(contract.updatePipeline, { params, body: { document: doc('granted', 'manual, hook') } }, { as: 'max' })).toMatchObject({
    author: 'max',
  });
  await test.pipeline(doc('of-max'), 'max');
  expect(await list('of-max', 'max')).toMatchObject([{ author: 'max', mayChange: true }]);
});

it('keeps revisions with their authors, and refuses to overwrite what somebody else has changed', async () => {
  await test.pipeline(doc('shared'), 'ann');
  const params = { name: 'shared' };
  const changed = await test.call(contract.updatePipeline, { params, body: { document: doc('shared', 'manual, hook'), revision: 1 } });
  expect(changed).toMatchObject({ revision: 2, author: 'admin', hook: { isOn: true, hasSecret: false } });
  await expect(test.call(contract.updatePipeline, { params, body: { document: doc('shared'), revision: 1 } })).rejects.toMatchObject(refused('conflict'));
  await expect(test.call(contract.updatePipeline, { params, body: { document: doc('other') } })).rejects.toThrow(/keeps its name/);
  await expect(test.pipeline(doc('shared'))).rejects.toThrow('There is a pipeline shared already');
  await expect(test.pipeline('name: broken\non: [manual]\nsteps: []\n')).rejects.toThrow('Line 3, column 1: Give at least one');
  expect(test.audited.filter(({ subject }) => subject === 'shared').map(({ action, actor }) => `${action} ${actor}`)).toEqual([
    'pipeline.created ann',
    'pipeline.updated admin',
  ]);
});

it('starts nothing while it is off, and is gone with its runs', async () => {
  const params = { name: 'release-shop' };
  await test.call(contract.enablePipeline, { params, body: { enabled: false } });
  await expect(test.call(contract.runPipeline, { params, body: {} })).rejects.toMatchObject(refused('conflict'));
  await test.call(contract.enablePipeline, { params, body: { enabled: true } });
  await expect(test.call(contract.runPipeline, { params, body: { variables: { strange: '1' } } })).rejects.toThrow('The pipeline has no variable strange');
  await test.call(contract.runPipeline, { params, body: {} });
  await test.call(contract.deletePipeline, { params });
  expect(await list('release-shop')).toEqual([]);
});
