import * as policies from '@packhouse/contract/scanning/policy-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import * as watches from '@packhouse/contract/scanning/watch-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db, ScanningSchema } from '../schema.ts';

let test: ScanningTestPlatform;
let db: Db;
const names = ['ant', 'bee', 'cat'];
const severities = ['CRITICAL', 'HIGH', 'LOW'];

beforeAll(async () => {
  test = await startScanningPlatform();
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  const about = (name: string) => ({ ecosystem: 'npm', name, events: [{ introduced: '0' }, { fixed: '2.0.0' }] });
  const records = names.map((name, at) => osv(`GHSA-${name}`, about(name), { database_specific: { severity: severities[at] } }));
  await test.upload(await test.source('advisories'), lines(...records));
  for (const name of names) {
    await test.publishNpm('js', name, '1.0.0');
    await test.scanned(`npm://${name}`, '1.0.0');
  }
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

type Floor = 'Critical' | 'High' | 'Low';
const makePolicy = (min_severity: Floor): policies.PolicyInput =>
  policies.PolicyInput.parse({
    name: 'p',
    type: 'security',
    rules: [{ name: 'any', criteria: { min_severity }, actions: { block_download: { active: true } } }],
  });
const watch = { general_data: { name: 'w' }, project_resources: { resources: [{ type: 'all-repos' as const }] }, assigned_policies: [{ name: 'p' }] };
const params = { name: 'p' };
const list = async () => (await test.call(listViolations, { body: {} })).data.map(({ subject }) => subject).sort();
const judged = async () => await expect.poll(() => db.selectFrom('evaluation_due').select('target_id').execute(), patience).toEqual([]);
const download = async () => (await fetch(`${test.baseUrl}/artifactory/js/ant/-/ant-1.0.0.tgz`, { headers: test.headersOf('admin') })).status;

it('a watch and its policy that are deleted while versions are judged by them leave nothing behind', async () => {
  for (let round = 0; round < 4; round++) {
    await test.call(policies.createPolicy, { body: makePolicy('Low') });
    await test.call(watches.createWatch, { body: watch });
    await test.call(watches.deleteWatch, { params: { name: 'w' } });
    await test.call(policies.deletePolicy, { params });
  }
  await judged();
  expect([await list(), await download()]).toEqual([[], 200]);
  expect(await db.selectFrom('block').select('violation_id').execute()).toEqual([]);
});

it('of several saves at once one is the last, and what is found is what it asks for', async () => {
  await test.call(policies.createPolicy, { body: makePolicy('High') });
  await test.call(watches.createWatch, { body: watch });
  const floors: readonly Floor[] = ['Critical', 'Low', 'High', 'Critical', 'Low', 'High'];
  await Promise.all(floors.map((floor) => test.call(policies.updatePolicy, { params, body: makePolicy(floor) })));
  const { rules, revision } = await test.call(policies.readPolicy, { params });
  expect(revision).toBe(1 + floors.length);
  const kept = await db.selectFrom('policy_revision').select(['revision', 'rules']).orderBy('revision', 'desc').executeTakeFirstOrThrow();
  expect(kept).toEqual({ revision, rules });
  await judged();
  const floor = rules[0]!.criteria.min_severity as Floor;
  const wanted = { Critical: ['GHSA-ant'], High: ['GHSA-ant', 'GHSA-bee'], Low: ['GHSA-ant', 'GHSA-bee', 'GHSA-cat'] };
  expect(await list()).toEqual(wanted[floor]);
  expect(await test.call(watches.previewPolicy, { body: makePolicy(floor) })).toMatchObject({ opens: 0, closes: 0 });
  expect(await download()).toBe(403);
});
