import * as policies from '@packhouse/contract/scanning/policy-routes.ts';
import { createXrayIgnoreRule, deleteXrayIgnoreRule, type IgnoreFilters } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import * as watches from '@packhouse/contract/scanning/watch-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, ScanningSchema } from '../schema.ts';
import { countViolations } from './violation-count-queries.ts';

let test: ScanningTestPlatform;
let db: Db;
beforeAll(async () => {
  test = await startScanningPlatform({
    actors: {
      keeper: {
        grants: [
          { permission: 'shop', resourceType: 'project', names: ['shop'], include: [], exclude: [], actions: ['read', 'manage'], through: 'user keeper' },
        ],
      },
    },
  });
  test.peers.projects = { find: async (key) => (key === 'shop' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.create({ class: 'local', key: 'shop-js', format: 'npm', projectKey: 'shop' });
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
  const source = await test.source('advisories');
  await test.upload(
    source,
    lines(
      osv(
        'GHSA-app',
        { ecosystem: 'npm', name: 'app', events: [{ introduced: '0' }, { fixed: '1.1.0' }] },
        { aliases: ['CVE-2026-1'], database_specific: { severity: 'HIGH' } },
      ),
      osv('DEMO-app', { ecosystem: 'npm', name: 'app', versions: ['1.0.0'] }, { database_specific: { severity: 'LOW' } }),
      osv('MAL-evil', { ecosystem: 'npm', name: 'evil', versions: ['6.6.6'] }, { database_specific: { severity: 'CRITICAL' } }),
    ),
  );
  for (const [repository, name, version] of [
    ['js', 'app', '1.0.0'],
    ['js', 'evil', '6.6.6'],
    ['shop-js', 'app', '1.0.0'],
  ] as const) {
    await test.publishNpm(repository, name, version);
  }
  await test.scanned('npm://app', '1.0.0');
  await test.scanned('npm://evil', '6.6.6');
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const rows = async () =>
  (
    await db
      .selectFrom('violation')
      .select(['package', 'subject', 'state', 'repository', 'severity', 'rule'])
      .where('state', '<>', 'closed')
      .orderBy('id')
      .execute()
  ).map(({ repository, package: name, subject, state }) => `${repository} ${name} ${subject} ${state}`);
const makePolicy = (name: string, criteria: policies.PolicyCriteria, actions: object = {}) => ({
  name,
  type: 'security' as const,
  rules: [{ name: 'one', criteria, actions }],
});
const makeWatch = (name: string, policy: string, resources: object[] = [{ type: 'all-repos' }]) => ({
  general_data: { name },
  project_resources: { resources: resources as watches.WatchResource[] },
  assigned_policies: [{ name: policy }],
});

describe('policies and watches of existing clients', () => {
  it('judges what is there, and what changes', async () => {
    expect(await test.call(policies.createXrayPolicy, { body: makePolicy('severe', { min_severity: 'High', fix_version_dependant: true }) })).toEqual({
      info: 'Policy created successfully',
    });
    await test.call(watches.createXrayWatch, { body: makeWatch('everything', 'severe') });
    expect(await rows()).toEqual(['js app CVE-2026-1 active', 'shop-js app CVE-2026-1 active'].map((row) => expect.stringContaining(row)));
    const target = await db.selectFrom('target').select('id').where('repository', '=', 'js').where('package', '=', 'app').executeTakeFirstOrThrow();
    expect(await countViolations(db, [target.id])).toEqual({ active: 1, ignored: 0 });
    await test.call(policies.updateXrayPolicy, { params: { name: 'severe' }, body: makePolicy('severe', { malicious_package: true }) });
    expect(await rows()).toEqual(['js evil MAL-evil active']);
    const body = { notes: 'Known', ignore_filters: { vulnerabilities: ['MAL-evil'] } as IgnoreFilters };
    const { info } = await test.call(createXrayIgnoreRule, { body });
    await expect.poll(rows, patience).toEqual(['js evil MAL-evil ignored']);
    await test.call(deleteXrayIgnoreRule, { params: { id: info.slice(info.lastIndexOf(' ') + 1) } });
    await expect.poll(rows, patience).toEqual(['js evil MAL-evil active']);
  });
});
