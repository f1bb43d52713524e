import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type DistributionTestPlatform, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DistributionSchema } from '../schema.ts';

let test: DistributionTestPlatform;
let db: Kysely<DistributionSchema>;
beforeAll(async () => {
  test = await startDistributionPlatform({ actors: { somebody: {} } });
  test.peers.projects = { find: async () => undefined, globalEnvironments: async () => ['STAGE', 'PROD'] };
  db = openDatabase<DistributionSchema>(test.databaseUrl, 'distribution', { connections: 1 });
  await test.create('libs');
  await test.put('libs/app/a.txt', 'a');
  for (const [name, months] of [
    ['app-old', 30],
    ['app-promoted', 30],
    ['app-new', 1],
    ['other', 30],
  ] as const) {
    await test.bundle(name, '1', ['libs/app/a.txt']);
    await sql`update bundle set created_at = now() - make_interval(months => ${months}::integer) where name = ${name}`.execute(db);
  }
  await sql`insert into promotion (bundle_id, created_millis, environment, operation, receivers, replaces, status, created_by)
    select id, 1, 'PROD', 'copy', '[]', false, 'COMPLETED', 'admin' from bundle where name = 'app-promoted'`.execute(db);
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

async function ask(method: string, path: string, body?: object, as = 'admin') {
  const headers = { ...test.headersOf(as), 'content-type': 'application/json' };
  const url = `${test.baseUrl}/artifactory/api/cleanup/bundles/policies${path}`;
  const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** The body that the Terraform provider sends for its resource of this kind. */
const sent = (key: string, more: object = {}) => ({
  key,
  description: 'what nobody needs',
  cronExp: '0 0 2 ? * MON-SAT *',
  durationInMinutes: 60,
  itemType: 'releaseBundle',
  searchCriteria: {
    includeAllProjects: true,
    includedProjects: [],
    releaseBundles: [{ name: 'app-*', projectKey: '' }],
    excludePromotedEnvironments: ['**'],
    createdBeforeInMonths: 24,
    ...more,
  },
});
const names = async () => (await db.selectFrom('bundle').select('name').orderBy('name').execute()).map(({ name }) => name);
const patience = { timeout: 30_000, interval: 50 };

async function run(key: string, query = '') {
  const started = await ask('PUT', `/${key}/run${query}`, {});
  expect(started).toMatchObject({ status: 201, body: { runId: expect.any(Number) } });
  const read = async () => (await ask('GET', `/${key}/runs`)).body[0];
  await expect.poll(async () => (await read()).finished, patience).toBeDefined();
  return read();
}

it('API-002 keeps policies as they were written, and deletes what they say, and nothing else', async () => {
  expect(await ask('POST', '/old-apps', sent('old-apps'))).toMatchObject({ status: 201, body: { ...sent('old-apps'), enabled: false } });
  expect((await ask('POST', '/old-apps', sent('old-apps'))).status).toBe(409);
  expect((await ask('GET', '/old-apps')).body).toMatchObject(sent('old-apps'));
  expect((await ask('PUT', '/old-apps/run', {})).status).toBe(400);
  expect(await run('old-apps', '?dryRun=true')).toMatchObject({ status: 'FINISHED', dryRun: true, versions: 1, bytes: 1, requestedBy: 'admin' });
  expect(await names()).toEqual(['app-new', 'app-old', 'app-promoted', 'other']);
  expect((await ask('POST', '/old-apps/enablement', { enabled: true })).body).toMatchObject({ enabled: true });
  expect(await run('old-apps')).toMatchObject({ status: 'FINISHED', dryRun: false, versions: 1 });
  expect(await names()).toEqual(['app-new', 'app-promoted', 'other']);
  expect(test.audited.find(({ action }) => action === 'release-bundle.deleted')).toMatchObject({ actor: 'cleanup:old-apps', subject: 'app-old/1' });
  const wider = sent('old-apps', {
    excludePromotedEnvironments: ['STAGE'],
    releaseBundles: [{ name: '**', projectKey: 'default' }],
    createdBeforeInMonths: 29,
  });
  expect((await ask('PUT', '/old-apps', wider)).body).toMatchObject({ enabled: true, searchCriteria: { createdBeforeInMonths: 29 } });
  expect(await run('old-apps')).toMatchObject({ versions: 2 });
  expect(await names()).toEqual(['app-new']);
  expect((await ask('DELETE', '/old-apps')).status).toBe(200);
  expect([(await ask('GET', '/old-apps')).status, (await ask('GET', '')).body]).toEqual([404, []]);
});

it('API-002 begins runs by their schedule', async () => {
  await ask('POST', '/nightly', { ...sent('nightly', { releaseBundles: [{ name: 'nothing' }] }), enabled: true });
  await sql`update cleanup_policy set next_run_at = now() - interval '1 minute'`.execute(db);
  await test.platform.jobs.add('begin-release-bundle-cleanup', {});
  await expect
    .poll(async () => (await ask('GET', '/nightly/runs')).body, patience)
    .toMatchObject([{ status: 'FINISHED', requestedBy: 'schedule', versions: 0 }]);
  const [{ next_run_at: next }] = (await db.selectFrom('cleanup_policy').select('next_run_at').execute()) as [{ next_run_at: Date }];
  expect(next.getTime()).toBeGreaterThan(Date.now());
});

it('API-002 is switched off with all other policies that clean up', async () => {
  await ask('POST', '/switched', { ...sent('switched'), enabled: true });
  const off = await fetch(`${test.baseUrl}/artifactory/api/cleanup/policies/forceDisableAll`, { method: 'PUT', headers: test.headersOf('admin') });
  expect([off.status, (await ask('GET', '/switched')).body.enabled]).toEqual([200, false]);
});

it('API-002 refuses by name what it does not obey, and others than administrators', async () => {
  const refusal = async (body: object) => {
    const { status, body: told } = await ask('POST', '/refused', body);
    return [status, told.errors[0].message];
  };
  const named = (word: string) => [400, expect.stringContaining(word)];
  expect(await refusal({ ...sent('refused'), colour: 'red' })).toEqual(named('colour'));
  expect(await refusal(sent('refused', { releaseBundles: [{ name: '**', projectKey: 'red' }] }))).toEqual(named('releaseBundles'));
  expect(await refusal(sent('refused', { includedProjects: ['red'] }))).toEqual(named('includedProjects'));
  expect(await refusal(sent('refused', { includeAllProjects: false }))).toEqual(named('includedProjects'));
  expect(await refusal(sent('refused', { createdBeforeInDays: 3 }))).toEqual(named('createdBeforeInDays'));
  expect(await refusal({ ...sent('refused'), cronExp: 'whenever' })).toEqual(named('cronExp'));
  expect(await refusal(sent('another'))).toEqual(named('key'));
  expect((await ask('POST', '/no', sent('no'))).status).toBe(400);
  expect((await ask('GET', '', undefined, 'somebody')).status).toBe(403);
});
