import { getReleaseBundle, listReleaseBundles } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import * as contract from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { createRetentionPolicy } from '@packhouse/contract/repositories/retention-routes.ts';
import { type DistributionTestPlatform, introduce, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { type PipelinesTestPlatform, startPipelinesPlatform } from '@packhouse/testkit/start-pipelines-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: PipelinesTestPlatform;
let edge: DistributionTestPlatform;
beforeAll(async () => {
  [test, edge] = await Promise.all([startPipelinesPlatform({ actors: { ann: {} } }), startDistributionPlatform()]);
  for (const key of ['stage', 'prod']) await test.create(key);
  await edge.create('prod');
  await test.publishBuild('shop', '7');
});
afterAll(() => Promise.all([test.stop(), edge.stop()]));

const begin = async (name: string, steps: readonly string[]) => {
  await test.pipeline(`name: ${name}\non: [manual]\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`);
  await test.call(contract.runPipeline, { params: { name }, body: {} });
  return (await test.ended(name, 1)).steps.map(({ id, state, said }) => `${id} ${state}: ${said?.message}`);
};

it('promotes a build, bundles and signs it, and sends it to another deployment', async () => {
  // The key to sign with is made with the first signature; the edge has to trust it before anything is sent.
  expect(
    await begin('prepare', [
      '{id: promote, type: promote-build, build: shop/7, to: prod, status: released}',
      '{id: bundle, type: release-bundle, name: shop, version: "7", build: shop/7}',
    ]),
  ).toEqual(['promote succeeded: the build shop/7 was promoted to prod', 'bundle succeeded: the release bundle shop/7 was put together and signed']);
  const made = await test.call(getReleaseBundle, { params: { name: 'shop', version: '7' }, query: {} });
  expect(made).toMatchObject({ name: 'shop', version: '7', createdBy: 'admin' });
  await introduce(test, edge, 'edge', await edge.tokenFor('admin'));
  expect(await begin('send', ['{id: send, type: distribute, name: shop, version: "7", targets: [edge], create-repositories: true}'])).toEqual([
    'send succeeded: edge have shop/7',
  ]);
  expect((await edge.call(listReleaseBundles, { query: { type: 'target', name: 'shop' } })).items.map(({ version }) => version)).toEqual(['7']);
  expect(await Promise.all(['stage', 'prod'].map(async (key) => (await edge.read(`${key}/shop/7.bin`)).text))).toContain('shop 7');
  expect(await begin('again', ['{id: bundle, type: release-bundle, name: shop, version: "7", build: shop/7}'])).toEqual([
    expect.stringMatching(/^bundle failed: /),
  ]);
  expect(await begin('nowhere', ['{id: send, type: distribute, name: shop, version: "7", targets: [moon]}'])).toEqual([
    expect.stringMatching(/^send failed: .*moon/),
  ]);
});

it('marks what is done and lets a retention policy take it away', async () => {
  for (const name of ['one', 'two']) await test.put(`stage/old/${name}.txt`, name);
  await test.put('stage/new/three.txt', 'three');
  await test.call(createRetentionPolicy, { body: { name: 'done', repositoryKeys: ['stage'], withProperties: [{ key: 'state', value: 'done' }] } });
  expect(
    await begin('tidy', [
      '{id: mark, type: set-properties, path: stage/old, properties: {state: done}, recursive: true}',
      '{id: clean, type: cleanup, policy: done}',
      '{id: again, type: cleanup, policy: done}',
      '{id: other, type: cleanup, policy: unheard-of}',
    ]),
  ).toEqual([
    'mark succeeded: properties were set on stage/old',
    'clean succeeded: the retention policy done took away 2 files',
    'again succeeded: the retention policy done took away 0 files',
    'other failed: there is no retention policy unheard-of',
  ]);
  expect(await Promise.all(['old/one', 'old/two', 'new/three'].map((path) => test.read(`stage/${path}.txt`)))).toEqual([404, 404, 200]);
});
