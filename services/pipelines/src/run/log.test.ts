import * as contract from '@packhouse/contract/pipelines/pipeline-routes.ts';
import * as logs from '@packhouse/contract/pipelines/run-log-routes.ts';
import { openEvents } from '@packhouse/testkit/event-stream.ts';
import { makeGrant } from '@packhouse/testkit/grant-of.ts';
import { type PipelinesTestPlatform, startPipelinesPlatform } from '@packhouse/testkit/start-pipelines-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: PipelinesTestPlatform;
beforeAll(async () => {
  test = await startPipelinesPlatform({
    actors: { ann: { grants: [makeGrant('repository', ['stage'], ['read', 'manage'])] }, bob: {}, gus: { groups: ['releasers'] } },
  });
  await test.create('stage');
});
afterAll(() => test.stop());

const run = async (name: string) => {
  const { number } = await test.call(contract.runPipeline, { params: { name }, body: {} });
  await test.ended(name, number);
};
const document = (name: string) => `name: ${name}
on: [manual, {manual: {groups: [releasers]}}]
steps:
  - {id: clean, type: cleanup, policy: of-the-moon, needs: []}
  - {id: also, type: cleanup, policy: of-the-sun, needs: []}
`;

it('searches the log of a run and of the last runs, and gives it as a text to those who see the pipeline', async () => {
  await test.pipeline(document('tidy'));
  for (let count = 0; count < 2; count++) await run('tidy');
  const params = { name: 'tidy', number: 1 };
  const search = async (text: string) =>
    (await test.call(logs.readRunLog, { params, query: { search: text } })).items.map(({ step, message }) => `${step}: ${message}`);
  expect(await search('OF-THE-MOON')).toEqual(['clean: there is no retention policy of-the-moon']);
  expect(await search('%')).toEqual([]);
  const across = (after?: number) =>
    test.call(logs.searchRunLogs, { params: { name: 'tidy' }, query: { search: 'of-the-sun', limit: 1, ...(after ? { after } : {}) } });
  const first = await across();
  const second = await across(Number(first.next));
  expect([first, second].map(({ items }) => items.map(({ number, step }) => `${number} ${step}`))).toEqual([['2 also'], ['1 also']]);
  expect(second.next).toBeNull();
  const whole = await test.call(logs.readRunLog, { params });
  const page = await test.call(logs.readRunLog, { params, query: { limit: 1 } });
  expect((await test.call(logs.readRunLog, { params, query: { after: Number(page.next) } })).items).toEqual(whole.items.slice(1));
  const url = `${test.baseUrl}/ui/api/v1/pipelines/api/v1/pipelines/tidy/runs/1/log.txt`;
  const answer = await fetch(url, { headers: test.headersOf('admin') });
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="tidy-1.log"');
  expect((await answer.text()).split('\n')).toEqual([...whole.items.map(({ at, step, message }) => `${at} ${step}  ${message}`), '']);
  expect((await fetch(url, { headers: test.headersOf('bob') })).status).toBe(404);
  await expect(test.call(logs.searchRunLogs, { params: { name: 'tidy' } }, { as: 'bob' })).rejects.toMatchObject({ code: 'not_found' });
});

it('tells of runs only those who see their pipeline', async () => {
  const [gus, bob] = await Promise.all([openEvents(test, 'gus'), openEvents(test, 'bob')]);
  await test.pipeline(document('told'));
  await run('told');
  await gus.until(({ data }) => data.type === 'pipeline.changed');
  await gus.until(({ data }) => data.type === 'pipeline.run.changed');
  expect(gus.messages.every(({ data }) => data.data?.audience === undefined)).toBe(true);
  // Ann's own pipeline names bob, so bob hears of it, after everything that was told before.
  await test.pipeline('name: of-ann\non: [{manual: {users: [bob]}}]\nsteps:\n  - {id: clean, type: cleanup, policy: old}\n', 'ann');
  await bob.until(1);
  expect(bob.messages.map(({ data }) => data.type)).toEqual(['pipeline.changed']);
  gus.close();
  bob.close();
});
