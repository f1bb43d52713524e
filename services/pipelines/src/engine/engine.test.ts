import * as contract from '@packhouse/contract/pipelines/pipeline-routes.ts';
import * as logs from '@packhouse/contract/pipelines/run-log-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { makeGrant } from '@packhouse/testkit/grant-of.ts';
import { type PipelinesTestPlatform, patience, startPipelinesPlatform } from '@packhouse/testkit/start-pipelines-platform.ts';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PipelinesSchema } from '../schema.ts';

let test: PipelinesTestPlatform;
let db: Kysely<PipelinesSchema>;
const all = ['read', 'annotate', 'deploy', 'delete', 'manage'] as const;
const actors: Record<string, Partial<Actor>> = {
  ann: { grants: [makeGrant('repository', ['stage', 'prod'], [...all]), makeGrant('build', ['ANY'], [...all])] },
  gus: { groups: ['releasers'] },
};
beforeAll(async () => {
  test = await startPipelinesPlatform({ actors });
  db = openDatabase<PipelinesSchema>(test.databaseUrl, 'pipelines', { connections: 2 });
  for (const key of ['stage', 'prod', 'secret']) await test.create(key);
  await test.publishBuild('shop', '1');
  await test.put('stage/a.txt', 'a');
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const begin = async (name: string, document: string, as = 'admin') => {
  await test.pipeline(`name: ${name}\non: [manual]\n${document}`, as);
  await test.call(contract.runPipeline, { params: { name }, body: {} }, { as });
};
const states = async (name: string, number = 1) => (await test.ended(name, number)).steps.map(({ id, state, said }) => `${id} ${state}: ${said?.message}`);
const log = async (name: string) => (await test.call(logs.readRunLog, { params: { name, number: 1 } })).items.map(({ step, message }) => `${step}: ${message}`);
const decide = (name: string, step: string, approve: boolean, as: string) =>
  test.call(contract.decideApproval, { params: { name, number: 1, step }, body: { approve, comment: 'looks right' } }, { as });

it('waits for a scan, asks those who are named, and promotes in the name of its author', async () => {
  await begin(
    'release',
    `steps:
  - {id: scan, type: wait-for-scan, build: shop/1}
  - {id: gate, type: policy, build: shop/1}
  - {id: ask, type: approval, groups: [releasers]}
  - {id: promote, type: promote-build, build: shop/1, to: prod, status: released}
`,
    'ann',
  );
  const ask = await test.reached('release', 1, 'ask', 'waiting');
  expect(ask).toMatchObject({ waitsFor: { message: 'approval by releasers' }, approval: { mayDecide: false } });
  const waiting = { state: 'running', waitsFor: { message: 'approval by releasers' } };
  expect(await test.run('release', 1)).toMatchObject(waiting);
  expect((await test.call(contract.listRuns, { params: { name: 'release' }, query: {} })).items).toMatchObject([waiting]);
  expect((await test.call(contract.readPipeline, { params: { name: 'release' } })).lastRun).toMatchObject(waiting);
  expect((await test.run('release', 1)).steps.at(-1)).toMatchObject({ state: 'pending', waitsFor: { message: 'the steps before it: ask' } });
  const waitsFor = async (as: string) => (await test.call(contract.listApprovals, {}, { as })).items;
  expect(await waitsFor('gus')).toMatchObject([{ pipeline: 'release', number: 1, step: 'ask' }]);
  // Neither who wrote it nor who administers the platform may decide, so that nothing waits for them.
  expect([await waitsFor('ann'), await waitsFor('admin')]).toEqual([[], []]);
  await expect(decide('release', 'ask', true, 'admin')).rejects.toThrow('Only releasers may decide this');
  await expect(decide('release', 'promote', true, 'gus')).rejects.toMatchObject({ code: 'conflict' });
  await decide('release', 'ask', true, 'gus');
  expect(await waitsFor('gus')).toEqual([]);
  expect(await states('release')).toEqual([
    'scan succeeded: shop/1 has been scanned, 0 files',
    'gate succeeded: not judged: no watch looks at shop/1',
    'ask succeeded: approved by gus: looks right',
    'promote succeeded: the build shop/1 was promoted to prod',
  ]);
  expect((await test.run('release', 1)).waitsFor).toBeUndefined();
  expect(await test.read('prod/shop/1.bin')).toBe(200);
  expect(await log('release')).toContain('promote: begins, as ann');
  const audited = test.audited.filter(({ subject }) => subject.startsWith('release #1')).map(({ action, actor }) => `${action} ${actor}`);
  expect(audited).toEqual(expect.arrayContaining(['pipeline.run-started ann', 'pipeline.step-approved gus', 'pipeline.step-ended ann']));
});

it('does nothing that its author may not do at that moment', async () => {
  await begin('too-far', 'steps:\n  - {id: take, type: copy, from: stage/a.txt, to: secret/a.txt}\n', 'ann');
  expect(await states('too-far')).toEqual([expect.stringMatching(/^take failed: .*deploy/)]);
  await begin('told', `steps:\n  - {id: ask, type: approval, users: [gus]}\n  - {id: put, type: copy, from: stage/a.txt, to: prod/told.txt}\n`, 'ann');
  await test.reached('told', 1, 'ask', 'waiting');
  const { ann } = actors;
  actors.ann = {};
  await decide('told', 'ask', true, 'gus');
  expect(await states('told')).toEqual([expect.stringMatching(/^ask succeeded/), expect.stringMatching(/^put failed: /)]);
  actors.ann = ann!;
  await begin('gone', `steps:\n  - {id: ask, type: approval, users: [gus]}\n  - {id: put, type: copy, from: stage/a.txt, to: prod/told.txt}\n`, 'ann');
  await test.reached('gone', 1, 'ask', 'waiting');
  delete actors.ann;
  await decide('gone', 'ask', true, 'gus');
  expect((await states('gone'))[1]).toBe('put failed: ann, who wrote this revision, may not sign in any more: nothing is done in that name');
  actors.ann = ann!;
  expect(await test.read('prod/told.txt')).toBe(404);
  await begin('call', 'steps:\n  - {id: tell, type: webhook, url: "http://127.0.0.1:9/"}\n', 'ann');
  expect(await states('call')).toEqual(['tell failed: Only an administrator may do this']);
});

it('a step whose process was killed after it had done its work is taken up, and done once', async () => {
  await test.put('stage/moved.txt', 'moved');
  await begin(
    'killed',
    'steps:\n  - {id: promote, type: promote-build, build: shop/1, to: prod, status: twice}\n  - {id: put, type: move, from: stage/moved.txt, to: prod/moved.txt}\n',
  );
  await test.ended('killed', 1);
  // As a process leaves it that ended between doing it and saying so.
  await db.updateTable('run').set({ state: 'running', ended_at: null }).execute();
  await db
    .updateTable('step')
    .set({ state: 'running', lease: '00000000-0000-4000-8000-000000000000', lease_until: new Date(0), ended_at: null })
    .where('id', '=', 'promote')
    .where('config', '@>', JSON.stringify({ status: 'twice' }) as never)
    .execute();
  expect((await states('killed'))[0]).toMatch(/^promote succeeded/);
  expect(await log('killed')).toEqual(expect.arrayContaining(['promote: taken over from a process that ended', 'promote: it was done already']));
  const answer = await fetch(`${test.baseUrl}/artifactory/api/build/shop/1`, { headers: test.headersOf('admin') });
  const { buildInfo } = (await answer.json()) as { buildInfo: { statuses: { status: string }[] } };
  expect(buildInfo.statuses.filter(({ status }) => status === 'twice')).toHaveLength(1);
});

it('runs of a group come one after another, and each says what holds it', async () => {
  const document = 'concurrency: {group: site}\nsteps:\n  - {id: ask, type: approval, users: [gus]}\n';
  await begin('first', document);
  await begin('second', document);
  await test.reached('first', 1, 'ask', 'waiting');
  const held = await test.run('second', 1);
  expect(held).toMatchObject({
    state: 'queued',
    said: { message: 'held by run 1 of first' },
    steps: [{ waitsFor: { message: 'the run to begin: held by run 1 of first' } }],
  });
  await test.call(contract.cancelRun, { params: { name: 'first', number: 1 } });
  expect(await states('first')).toEqual(['ask cancelled: cancelled by admin']);
  await test.reached('second', 1, 'ask', 'waiting');
  await decide('second', 'ask', false, 'gus');
  expect(await test.ended('second', 1)).toMatchObject({ state: 'failed', said: { message: 'the step ask failed: refused by gus: looks right' } });
});

it('does a failed step again with what needs it, and an approval that nobody gave expires', async () => {
  await begin('late', 'steps:\n  - {id: put, type: copy, from: stage/late.txt, to: prod/late.txt}\n  - {id: ask, type: approval, users: [gus], expires: 1s}\n');
  expect(await states('late')).toEqual([expect.stringMatching(/^put failed/), 'ask skipped: not done, since put did not succeed']);
  await test.put('stage/late.txt', 'late');
  await test.call(contract.retryRun, { params: { name: 'late', number: 1 }, body: { step: 'put' } });
  expect(await states('late')).toEqual(['put succeeded: stage/late.txt was copied to prod/late.txt', 'ask failed: nobody of gus decided within 1s']);
  const rows = await db.selectFrom('step').select(['state', 'waits_for']).where('state', 'in', ['pending', 'ready', 'waiting']).execute();
  expect(rows.filter(({ waits_for: waits }) => !waits?.message)).toEqual([]);
  await expect.poll(async () => (await test.call(contract.listPipelines, { query: { name: 'late' } })).items[0]?.lastRun?.state, patience).toBe('failed');
});
