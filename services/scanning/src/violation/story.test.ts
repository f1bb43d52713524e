import { updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { createPolicy, PolicyInput, updatePolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { createXrayIgnoreRule, deleteXrayIgnoreRule } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { deleteCustomLicence, setCustomLicence } from '@packhouse/contract/scanning/scanning-licence-routes.ts';
import { readViolation } from '@packhouse/contract/scanning/violation-routes.ts';
import { createWatch, type WatchInput } from '@packhouse/contract/scanning/watch-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { queueEvaluation } from '../evaluation-queue.ts';
import type { Db, ScanningSchema } from '../schema.ts';

let test: ScanningTestPlatform;
let db: Db;
let source: number;
let kev: number;
beforeAll(async () => {
  test = await startScanningPlatform();
  test.peers.projects = { find: async (key) => (key === 'shop' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  [source, kev] = [await test.source('advisories'), await test.source('exploited', { kind: 'kev' })];
  await test.call(createPolicy, { body: makePolicy({ min_severity: 'High' }) });
  const body = { general_data: { name: 'all' }, project_resources: { resources: [{ type: 'all-repos' as const }] }, assigned_policies: [{ name: 'severe' }] };
  await test.call(createWatch, { body });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

const makePolicy = (criteria: object) => PolicyInput.parse({ name: 'severe', type: 'security', rules: [{ name: 'one', criteria }] });
const record = (id: string, name: string, severity: string, more: object = {}) =>
  osv(id, { ecosystem: 'npm', name, versions: ['1.0.0'] }, { database_specific: { severity }, ...more });
async function findViolation(name: string, subject: string, watch?: string): Promise<string> {
  const found = db.selectFrom('violation').innerJoin('watch', 'watch.id', 'violation.watch_id').select('violation.id').orderBy('violation.id');
  const wanted = found.where('package', '=', name).where('subject', '=', subject);
  return String((await (watch === undefined ? wanted : wanted.where('watch.name', '=', watch)).executeTakeFirst())?.id ?? '');
}
/** What happened to a violation. */
async function readStory(name: string, subject: string, watch?: string): Promise<(readonly [string, string | null])[]> {
  const id = await findViolation(name, subject, watch);
  return id === '' ? [] : (await test.call(readViolation, { params: { id } })).events.map(({ what, reason }) => [what, reason] as const);
}
const modified = { modified: '2026-02-01T00:00:00Z' };

it('a violation says what opened it and why it is over', async () => {
  await test.publishNpm('js', 'app', '1.0.0');
  await test.scanned('npm://app', '1.0.0');
  await test.upload(source, lines(record('CVE-2026-0001', 'app', 'HIGH'), record('CVE-2026-0002', 'app', 'LOW'), record('CVE-2026-0003', 'other', 'HIGH')));
  await expect.poll(() => readStory('app', 'CVE-2026-0001'), patience).toEqual([['opened', 'new advisory']]);
  await test.publishNpm('js', 'other', '1.0.0');
  await expect.poll(() => readStory('other', 'CVE-2026-0003'), patience).toEqual([['opened', 'new content']]);
  await test.call(updatePolicy, { params: { name: 'severe' }, body: makePolicy({ min_severity: 'Low' }) });
  await expect.poll(() => readStory('app', 'CVE-2026-0002'), patience).toEqual([['opened', 'policy changed']]);
  await test.upload(source, lines(record('CVE-2026-0001', 'app', 'HIGH', { ...modified, withdrawn: '2026-02-01T00:00:00Z' })));
  await expect
    .poll(() => readStory('app', 'CVE-2026-0001'), patience)
    .toEqual([
      ['opened', 'new advisory'],
      ['closed', 'withdrawn'],
    ]);
  await test.upload(source, lines(osv('CVE-2026-0003', { ecosystem: 'npm', name: 'other', versions: ['2.0.0'] }, modified)));
  await expect
    .poll(() => readStory('other', 'CVE-2026-0003'), patience)
    .toEqual([
      ['opened', 'new content'],
      ['closed', 'fixed'],
    ]);
  await test.call(updatePolicy, { params: { name: 'severe' }, body: makePolicy({ exploited: true }) });
  const closed = [
    ['opened', 'policy changed'],
    ['closed', 'policy changed'],
  ] as const;
  await expect.poll(() => readStory('app', 'CVE-2026-0002'), patience).toEqual(closed);
  await test.upload(kev, JSON.stringify({ vulnerabilities: [{ cveID: 'CVE-2026-0002', dateAdded: '2026-01-05' }] }));
  await expect.poll(() => readStory('app', 'CVE-2026-0002'), patience).toEqual([...closed, ['opened', 'exploitation']]);
});

it('a violation says that a licence, a risk, properties of its file or its repository decided it', async () => {
  const makeWatch = (name: string, resources: z.input<typeof WatchInput>['project_resources']['resources']) =>
    test.call(createWatch, { body: { general_data: { name }, project_resources: { resources }, assigned_policies: [{ name }] } });
  const makeRules = (criteria: object) => [{ name: 'one', criteria }];
  await test.publishNpm('js', 'plain', '1.0.0');
  await test.scanned('npm://plain', '1.0.0');
  await test.upload(source, lines(record('CVE-2026-0010', 'plain', 'LOW')));
  for (const name of ['marked', 'placed'])
    await test.call(createPolicy, { body: PolicyInput.parse({ name, type: 'security', rules: makeRules({ min_severity: 'Low' }) }) });
  await test.call(createPolicy, { body: PolicyInput.parse({ name: 'licences', type: 'license', rules: makeRules({ banned_licenses: ['AGPL-3.0-only'] }) }) });
  await test.call(createPolicy, { body: PolicyInput.parse({ name: 'risks', type: 'operational_risk', rules: makeRules({ op_risk_min_risk: 'High' }) }) });
  await makeWatch('licences', [{ type: 'all-repos' }]);
  await makeWatch('risks', [{ type: 'all-repos' }]);
  await makeWatch('marked', [{ type: 'all-repos', filters: [{ type: 'property', value: { key: 'stage', value: 'live' } }] }]);
  await makeWatch('placed', [{ type: 'project', name: 'shop' }]);
  await expect.poll(async () => (await db.selectFrom('evaluation_due').select('target_id').execute()).length, patience).toBe(0);

  const plain = { packageId: 'npm://plain', version: '1.0.0' };
  await test.call(setCustomLicence, { body: { ...plain, license: 'AGPL-3.0-only' } });
  await expect.poll(() => readStory('plain', 'AGPL-3.0-only'), patience).toEqual([['opened', 'licence changed']]);
  await test.call(deleteCustomLicence, { query: plain });
  const ended = [
    ['opened', 'licence changed'],
    ['closed', 'fixed'],
  ] as const;
  await expect.poll(() => readStory('plain', 'AGPL-3.0-only'), patience).toEqual(ended);

  // Risks are judged some time after versions come, and that would take back what is set here.
  const waiting = async () =>
    (await sql`select from risk_due`.execute(db)).rows.length +
    (await sql`select from component where name = 'plain' and id not in (select component_id from operational)`.execute(db)).rows.length;
  await expect.poll(waiting, patience).toBe(0);
  await sql`update operational set level = 'High' from component where component.id = component_id and component.name = 'plain'`.execute(db);
  await queueEvaluation(test);
  await expect.poll(() => readStory('plain', 'High'), patience).toEqual([['opened', 'risk changed']]);

  const file = `${test.baseUrl}/artifactory/api/storage/js/plain/-/plain-1.0.0.tgz?properties=stage=live`;
  expect((await fetch(file, { method: 'PUT', headers: test.headersOf('admin') })).status).toBe(204);
  await expect.poll(() => readStory('plain', 'CVE-2026-0010'), patience).toEqual([['opened', 'properties changed']]);

  await test.call(updateRepository, { params: { key: 'js' }, body: { projectKey: 'shop' } });
  await expect.poll(() => readStory('plain', 'CVE-2026-0010', 'placed'), patience).toEqual([['opened', 'repository changed']]);
});

it('a violation says who ignored it, and who ended that', async () => {
  const id = await findViolation('app', 'CVE-2026-0002');
  const { info } = await test.call(createXrayIgnoreRule, { body: { notes: 'Never called', ignore_filters: { cves: ['CVE-2026-0002'] } } });
  const last = async () => (await test.call(readViolation, { params: { id } })).events.at(-1);
  expect(await last()).toMatchObject({ what: 'ignored', rule: { author: 'admin', notes: 'Never called', approved_by: null } });
  await test.call(deleteXrayIgnoreRule, { params: { id: info.slice(info.lastIndexOf(' ') + 1) } });
  expect(await last()).toMatchObject({ what: 'returned', rule: { author: 'admin', ended_by: 'admin' } });
});
