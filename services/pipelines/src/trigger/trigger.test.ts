import * as contract from '@packhouse/contract/pipelines/pipeline-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { makeGrant } from '@packhouse/testkit/grant-of.ts';
import { type PipelinesTestPlatform, patience, startPipelinesPlatform } from '@packhouse/testkit/start-pipelines-platform.ts';
import type { Kysely, Transaction } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PipelinesSchema } from '../schema.ts';
import { eventFollower } from './event-follower.ts';

let test: PipelinesTestPlatform;
let other: PipelinesTestPlatform;
let db: Kysely<PipelinesSchema>;
const actors: Record<string, Partial<Actor>> = { ann: { grants: [makeGrant('repository', ['stage', 'prod'], ['read', 'deploy', 'manage'])] } };
beforeAll(async () => {
  test = await startPipelinesPlatform({ actors });
  other = await startPipelinesPlatform({ actors, joins: test });
  db = openDatabase<PipelinesSchema>(test.databaseUrl, 'pipelines', { connections: 2 });
  for (const key of ['stage', 'prod', 'loop']) await test.create(key);
});
afterAll(async () => {
  await db.destroy();
  await other.stop();
  await test.stop();
});

const runs = async (name: string) => (await test.call(contract.listRuns, { params: { name } })).items;
const at = (name: string) => `\${${name}}`;

it('an event starts one run of a pipeline, with two nodes and however often it is told', async () => {
  await test.pipeline(`name: on-build
on: [{event: build.uploaded, builds: ['shop-*']}]
steps:
  - {id: promote, type: promote-build, to: prod}
`);
  await test.publishBuild('shop-web', '7');
  await test.publishBuild('site', '1');
  const run = await test.ended('on-build', 1);
  expect(run).toMatchObject({ state: 'succeeded', cause: { kind: 'event', said: { message: 'build.uploaded: shop-web/7' } }, depth: 0 });
  expect(await test.read('prod/shop-web/7.bin')).toBe(200);
  // As after a crash between what it did and keeping its place: the same events come again.
  const told = await test.platform.outbox.kept({ types: ['build.uploaded'], since: new Date(0), order: 'oldest', limit: 10 });
  const { platform, peers } = test;
  const context = { db, platform, peers, log: platform.logger('pipelines') };
  await db.transaction().execute((tx) => eventFollower(context).take(told, tx));
  await test.publishBuild('shop-web', '8');
  await test.ended('on-build', 2);
  expect((await runs('on-build')).map(({ cause }) => cause.said.message)).toEqual(['build.uploaded: shop-web/8', 'build.uploaded: shop-web/7']);
});

it('starts by what was written before a pipeline was switched on and committed after it, and not by what was committed before', async () => {
  const params = { name: 'on-file' };
  await test.pipeline(
    "name: on-file\non: [{event: artifact.deployed, repositories: [loop]}]\nsteps:\n  - {id: tag, type: set-properties, path: 'loop/a', properties: {a: b}}\n",
  );
  const publish = (tx: Transaction<PipelinesSchema>, path: string) =>
    test.platform.outbox.publish(tx, {
      type: 'artifact.deployed',
      subject: `loop/${path}`,
      data: { repository: 'loop', class: 'local', format: 'generic', path, sha256: 'a'.repeat(64), size: 1, by: 'admin' },
    });
  const switchOn = (enabled: boolean) => test.call(contract.enablePipeline, { params, body: { enabled } });
  await switchOn(false);
  await db.transaction().execute((tx) => publish(tx, 'before'));
  await db.transaction().execute(async (tx) => {
    await publish(tx, 'late');
    await switchOn(true);
  });
  await expect.poll(async () => (await runs('on-file')).map(({ cause }) => cause.said.message), patience).toEqual(['artifact.deployed: loop/late']);
});

it('starts nothing by what its author may not read', async () => {
  await test.pipeline(
    `name: of-ann\non: [{event: build.uploaded}, {event: artifact.deployed, repositories: [stage]}]\nsteps:\n  - {id: tag, type: set-properties, path: '${at('artifact.repository')}/${at('artifact.path')}', properties: {seen: 'yes'}}\n`,
    'ann',
  );
  await test.publishBuild('hidden', '1');
  await test.put('stage/seen.txt', 'seen');
  await expect
    .poll(async () => (await runs('of-ann')).map(({ cause }) => cause.said.message), patience)
    .toEqual(['artifact.deployed: stage/seen.txt', 'artifact.deployed: stage/hidden/1.bin']);
});

it('a schedule starts one run on two nodes, whatever moments were missed', async () => {
  await test.pipeline(`name: nightly\non: [{cron: '0 3 * * *'}]\nsteps:\n  - {id: put, type: copy, from: stage/seen.txt, to: prod/seen.txt}\n`);
  const next = (await test.call(contract.readPipeline, { params: { name: 'nightly' } })).nextAt;
  expect(new Date(next!).getUTCHours()).toBe(3);
  await db
    .updateTable('schedule')
    .set({ next_at: new Date(Date.now() - 3 * 86_400_000) })
    .execute();
  expect(await test.ended('nightly', 1)).toMatchObject({ state: 'succeeded', cause: { kind: 'cron' } });
  expect((await test.call(contract.readPipeline, { params: { name: 'nightly' } })).nextAt).toBe(next);
  expect(await runs('nightly')).toHaveLength(1);
});

it('a call from outside needs the secret, and a repeated one starts nothing more', async () => {
  await test.pipeline(
    `name: from-outside\non: [hook]\nvariables: {file: seen.txt}\nsteps:\n  - {id: put, type: copy, from: 'stage/${at('file')}', to: 'prod/hook-${at('file')}'}\n`,
  );
  const params = { name: 'from-outside' };
  const send = (secret: string, delivery: string, variables: object = {}) =>
    test.call(contract.callHook, { params, body: { variables } } as never, {
      as: 'anonymous',
      headers: { [contract.hookHeaders.secret]: secret, [contract.hookHeaders.delivery]: delivery },
    });
  await expect(send('', 'one')).rejects.toMatchObject({ code: 'unauthenticated' });
  const { secret } = await test.call(contract.renewHookSecret, { params });
  expect(await send(secret, 'one')).toEqual({ number: 1, isNew: true });
  expect(await send(secret, 'one')).toEqual({ number: 1, isNew: false });
  await expect(send(`${secret}x`, 'two')).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(send(secret, 'two', { 'build.name': 'x' })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await test.ended('from-outside', 1)).toMatchObject({ state: 'succeeded' });
  expect(JSON.stringify([test.audited, await test.call(contract.readPipeline, { params })])).not.toContain(secret);
});

it('a pipeline that starts itself is stopped after ten runs, and says so', async () => {
  await test.pipeline(`name: endless
on: [{event: artifact.copied, repositories: [loop]}, manual]
steps:
  - {id: again, type: copy, from: stage/seen.txt, to: 'loop/${at('run.number')}.txt'}
`);
  await test.call(contract.runPipeline, { params: { name: 'endless' }, body: {} });
  const last = await test.ended('endless', 12);
  expect(last).toMatchObject({ state: 'failed', depth: 11, said: { message: expect.stringMatching(/11th run in a row.*10 is the limit/) } });
  expect(await test.ended('endless', 11)).toMatchObject({ state: 'succeeded', depth: 10 });
  expect(await runs('endless')).toHaveLength(12);
});
