import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { ignoreAllViolations, listViolations, mostIgnoredAtOnce } from '@packhouse/contract/scanning/violation-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

let test: ScanningTestPlatform;
const names = ['ant', 'bee', 'cat'];

beforeAll(async () => {
  test = await startScanningPlatform();
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  const about = (name: string) => ({ ecosystem: 'npm', name, events: [{ introduced: '0' }, { fixed: '2.0.0' }] });
  const record = (id: string, name: string, severity: string, more: object = {}) => osv(id, about(name), { database_specific: { severity }, ...more });
  // One that is the worst in each package, and more of them in one package than one call ignores.
  const many = Array.from({ length: mostIgnoredAtOnce }, (_, at) => record(`DEMO-${at}`, 'cat', 'LOW'));
  const worst = names.map((name) => record(`GHSA-${name}`, name, 'HIGH', name === 'ant' ? { aliases: ['CVE-2026-7'] } : {}));
  await test.upload(await test.source('advisories'), lines(...worst, ...many));
  for (const name of names) {
    await test.publishNpm('js', name, '1.0.0');
    await test.scanned(`npm://${name}`, '1.0.0');
  }
  const security = [{ name: 'any', criteria: { min_severity: 'All Severities' as const }, actions: {} }];
  const licences = [{ name: 'mit', criteria: { banned_licenses: ['MIT'] }, actions: {} }];
  await test.call(createPolicy, { body: { name: 'all', type: 'security', rules: security } });
  await test.call(createPolicy, { body: { name: 'licences', type: 'license', rules: licences } });
  const resources = [{ type: 'all-repos' as const }];
  const policies = [{ name: 'all' }, { name: 'licences' }];
  await test.call(createWatch, { body: { general_data: { name: 'w' }, project_resources: { resources }, assigned_policies: policies } });
  await vi.waitFor(async () => {
    if ((await count()) < names.length * 2 + mostIgnoredAtOnce) throw new Error('Not all is judged');
  }, patience);
});
afterAll(() => test?.stop());

const count = async () => (await test.call(listViolations, { body: {} })).total_count;
const makeFile = (name: string) => ({ repo: 'js', path: `${name}/-/${name}-1.0.0.tgz` });

describe('POST /xray/api/v1/violations', () => {
  const ask = async (filters: object, pagination: object = {}) => {
    const headers = { ...test.headersOf('admin'), 'content-type': 'application/json' };
    const body = JSON.stringify({ filters, pagination });
    const answer = await fetch(`${test.baseUrl}/xray/api/v1/violations`, { method: 'POST', headers, body });
    return {
      status: answer.status,
      ...((await answer.json()) as { total_violations: number; violations: { issue_id: string; matched_policies?: object[] }[] }),
    };
  };
  const told = async (filters: object, pagination: object = {}) => (await ask(filters, pagination)).violations.map(({ issue_id: id }) => id);

  it('looks at all files that it is given', async () => {
    const resources = { artifacts: [makeFile('ant'), makeFile('bee')] };
    expect((await told({ resources, violation_type: 'Security' })).sort()).toEqual(['CVE-2026-7', 'GHSA-bee']);
    expect((await ask({ resources })).total_violations).toBe(4);
    expect((await ask({ resources: { artifacts: [] } })).total_violations).toBe(await count());
  });

  it('takes words of filters in any case of letters, and refuses those that it does not know', async () => {
    expect((await ask({ violation_type: 'LICENSE' })).total_violations).toBe(names.length);
    expect((await ask({ violation_type: 'Operational Risk' })).total_violations).toBe(0);
    expect((await ask({ min_severity: 'high', violation_type: 'security' })).total_violations).toBe(names.length);
    for (const [filters, pagination] of [[{ violation_type: 'exposures' }], [{ min_severity: 'severe' }], [{}, { order_by: 'colour' }]]) {
      expect((await ask(filters!, pagination)).status).toBe(400);
    }
  });

  it('looks for what goes by all ids that it is given', async () => {
    expect(await told({ issue_id: 'GHSA-ant', cve_id: 'CVE-2026-7' })).toEqual(['CVE-2026-7']);
    expect(await told({ issue_id: 'GHSA-bee', cve_id: 'CVE-2026-7' })).toEqual([]);
  });

  it('orders by what it is asked to, and leaves details out where none are wanted', async () => {
    const filters = { min_severity: 'High', violation_type: 'security' };
    expect(await told(filters, { order_by: 'package', direction: 'desc' })).toEqual(['GHSA-cat', 'GHSA-bee', 'CVE-2026-7']);
    const { violations } = await ask({ ...filters, include_details: false });
    expect(violations.every((one) => one.matched_policies === undefined)).toBe(true);
    expect((await ask(filters)).violations[0]!.matched_policies).toMatchObject([{ policy: 'all' }]);
  });
});

it('SEC-038 all that fits a filter is ignored in as many calls as it takes, and each says what is left', async () => {
  const filter = { type: 'security' as const, packageId: 'npm://cat' };
  const ignore = (after?: string) => test.call(ignoreAllViolations, { body: { filter, notes: 'Never called', ...(after ? { after } : {}) } });
  const first = await ignore();
  expect(first).toMatchObject({ ignored: mostIgnoredAtOnce, left: 1 });
  expect(await ignore(first.next!)).toEqual({ ignored: 1, left: 0, next: null });
  const rest = await test.call(listViolations, { body: filter });
  expect([rest.total_count, rest.facets.ignored]).toEqual([0, mostIgnoredAtOnce + 1]);
});
