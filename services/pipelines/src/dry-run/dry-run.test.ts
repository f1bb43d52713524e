import * as contract from '@packhouse/contract/pipelines/dry-run-routes.ts';
import { listPipelines, listRuns } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { makeGrant } from '@packhouse/testkit/grant-of.ts';
import { type PipelinesTestPlatform, startPipelinesPlatform } from '@packhouse/testkit/start-pipelines-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: PipelinesTestPlatform;
const all = ['read', 'annotate', 'deploy', 'delete', 'manage'] as const;
const actors: Record<string, Partial<Actor>> = {
  ann: { grants: [makeGrant('repository', ['stage', 'prod'], [...all]), makeGrant('build', ['ANY'], [...all])] },
  gus: {},
};
beforeAll(async () => {
  test = await startPipelinesPlatform({ actors });
  for (const key of ['stage', 'prod', 'secret']) await test.create(key);
  await test.publishBuild('shop', '1');
  await test.put('stage/a.txt', 'a');
});
afterAll(() => test.stop());

const steps = `steps:
  - {id: scan, type: wait-for-scan, build: '\${build.name}/1'}
  - {id: ask, type: approval, groups: [releasers], expires: 2d}
  - {id: promote, type: promote-build, build: '\${build.name}/1', to: prod}
  - {id: made, type: copy, from: prod/shop/1.bin, to: stage/made.bin}
  - id: take
    type: copy
    from: stage/a.txt
    to: secret/a.txt
    needs: []
  - {id: gone, type: move, from: stage/none.txt, to: prod/none.txt, needs: []}
  - {id: mark, type: set-properties, path: stage/a.txt, properties: {seen: 'yes'}, needs: []}
  - {id: tell, type: webhook, url: 'https://hooks.example.org/x', needs: []}
  - {id: tidy, type: cleanup, policy: old, needs: []}
  - {id: next, type: trigger, pipeline: rehearsed, needs: []}
  - {id: smoke, type: run, runner: linux, script: 'true', secrets: {TOKEN: npm}, needs: []}
`;
const document = `name: rehearsed\non: [{event: build.uploaded}, {manual: {users: [gus]}}]\n${steps}`;
const told = ({ steps: found }: contract.DryRun) => found.map(({ id, line, outlook, said }) => `${id} (${line}) ${outlook}: ${said.message}`);

it('says of each step with its line what it would do with the rights of its author, and does nothing', async () => {
  const dryRun = () => test.call(contract.dryRunDocument, { body: { document, variables: { 'build.name': 'shop' } } }, { as: 'ann' });
  let found!: contract.DryRun;
  // What was published a moment ago may still be read.
  const look = async () => {
    found = await dryRun();
    return told(found)[0];
  };
  await expect.poll(look, { timeout: 60_000 }).toMatch(/would/);
  expect([found.author, told(found)]).toEqual([
    'ann',
    [
      expect.stringMatching(/^scan \(4\) would: shop\/1 has been scanned, \d files?$/),
      'ask (5) waits: asks releasers and waits up to 2d for a decision',
      'promote (6) would: promotes the build shop/1 to prod, 1 file',
      expect.stringMatching(/^made \(7\) open: cannot be told before the steps above are done: /),
      expect.stringMatching(/^take \(8\) refused: .*deploy.*secret/),
      expect.stringMatching(/^gone \(13\) refused: /),
      'mark (14) would: sets seen on stage/a.txt',
      'tell (15) refused: Only an administrator may do this',
      'tidy (16) refused: Only an administrator may do this',
      'next (17) refused: There is no pipeline rehearsed',
      'smoke (18) refused: There is no secret npm that is given to pipelines of ann',
    ],
  ]);
  expect([await test.read('prod/shop/1.bin'), await test.read('stage/made.bin')]).toEqual([404, 404]);
  expect((await test.call(listPipelines, { query: {} }, { as: 'ann' })).items).toEqual([]);
});

it('judges a kept pipeline by its author, whoever asks, and what has no value yet is told later', async () => {
  await test.pipeline(document, 'ann');
  const params = { name: 'rehearsed' };
  const found = await test.call(contract.dryRunPipeline, { params, body: { variables: {} } }, { as: 'gus' });
  expect([found.author, told(found)[0], told(found)[6]]).toEqual([
    'ann',
    'scan (4) open: cannot be told without a value: Nothing gave a value to \u0024{build.name} in this run',
    'mark (14) would: sets seen on stage/a.txt',
  ]);
  await expect(test.call(contract.dryRunPipeline, { params, body: { variables: { strange: 'x' } } }, { as: 'gus' })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  await expect(test.call(contract.dryRunDocument, { body: { document, variables: {} } }, { as: 'gus' })).rejects.toMatchObject({ code: 'forbidden' });
  const bad = await test.call(contract.dryRunDocument, { body: { document: 'name: x\non: [manual]\nsteps: []\n', variables: {} } });
  expect([bad.steps, bad.problems[0]?.line]).toEqual([[], 3]);
  expect((await test.call(listRuns, { params })).items).toEqual([]);
});
