import { createHash } from 'node:crypto';
import { deleteArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { deleteBuildRuns } from '@packhouse/contract/repositories/build-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const repository = 'artifactory-build-info';
const started = '2026-01-02T03:04:05.678+0000';
const startedMillis = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const sha1 = createHash('sha1').update('made').digest('hex');

let test: RepositoryTestPlatform;
let db: Kysely<unknown>;
beforeAll(async () => {
  test = await startRepositoryPlatform();
  db = openDatabase<unknown>(test.databaseUrl, 'kernel', { connections: 1 });
  for (const key of ['stage', 'release']) await test.create({ class: 'local', key, format: 'generic' });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

const send = async (method: 'PUT' | 'POST', path: string, body: object) => {
  const answer = await test.ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  expect(answer.ok, await answer.text()).toBe(true);
};
const publish = (number: string) =>
  send('PUT', 'api/build', { name: 'the app', number, started, modules: [{ id: 'm', artifacts: [{ name: 'made.bin', sha1 }] }] });
const listTold = async () =>
  (await sql<{ type: string; data: object }>`select type, data from kernel.event where type like 'build.%' order by id`.execute(db)).rows;
const describeRun = (number: string) => ({ repository, path: `the app/${number}-${startedMillis}.json`, name: 'the app', number, started, by: 'admin' });

it('tells when a run is recorded, promoted and deleted, in whichever way its document goes', async () => {
  expect((await test.put('stage/made.bin;build.name=the app;build.number=1', 'made')).status).toBe(201);
  for (const number of ['1', '2', '3']) await publish(number);
  expect(await listTold()).toEqual(['1', '2', '3'].map((number) => ({ type: 'build.uploaded', data: { class: 'local', ...describeRun(number) } })));
  await send('POST', 'api/build/promote/the app/1', { status: 'tried', dryRun: true });
  await send('POST', 'api/build/promote/the app/1', { status: 'released', targetRepo: 'release', copy: true });
  await test.call(deleteBuildRuns, { body: { name: 'the app', repository, artifacts: false, runs: [{ number: '1', startedMillis }] } });
  await test.call(deleteArtifact, { body: { repoKey: repository, path: `the app/2-${startedMillis}.json` } });
  await test.call(deleteArtifact, { body: { repoKey: repository, path: 'the app' } });
  expect((await listTold()).slice(3)).toMatchObject([
    { type: 'build.promoted', data: { ...describeRun('1'), status: 'released' } },
    { type: 'build.deleted', data: describeRun('1') },
    { type: 'build.deleted', data: describeRun('2') },
    { type: 'build.deleted', data: describeRun('3') },
  ]);
});
