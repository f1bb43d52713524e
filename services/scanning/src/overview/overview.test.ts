import { readSecurityOverview } from '@packhouse/contract/scanning/overview-routes.ts';
import * as policies from '@packhouse/contract/scanning/policy-routes.ts';
import { ignoreViolation, listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import * as watches from '@packhouse/contract/scanning/watch-routes.ts';
import { lines, osv, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const grant = { permission: 'readers', resourceType: 'repository' as const, include: [], exclude: [], actions: ['read' as const], through: 'user' };

let test: ScanningTestPlatform;
beforeAll(async () => {
  test = await startScanningPlatform({
    actors: { reader: { grants: [{ ...grant, names: ['js'] }] }, partial: { grants: [{ ...grant, names: ['js'], include: ['app/**'] }] }, stranger: {} },
  });
  for (const key of ['js', 'secret']) await test.create({ class: 'local', key, format: 'npm' });
  await test.create({ class: 'local', key: 'wheels', format: 'pypi' });
});
afterAll(() => test?.stop());

const read = (as = 'admin') => test.call(readSecurityOverview, { query: {} }, { as });

it('tells nothing where nothing is, then what is found, in what each may read', async () => {
  expect(await read()).toMatchObject({ active: 0, sources: [], watches: 0, scans: { scanned: 0, total: 0 }, fix_first: [] });
  await test.publishNpm('js', 'app', '1.0.0');
  await test.publishNpm('js', 'lib', '1.0.0');
  await test.publishNpm('secret', 'app', '1.0.0');
  for (const name of ['app', 'lib']) await test.scanned(`npm://${name}`, '1.0.0', 'js');
  await test.scanned('npm://app', '1.0.0', 'secret');
  const fixed = { ecosystem: 'npm', events: [{ introduced: '0' }, { fixed: '1.1.0' }] };
  const severe = (severity: string, alias: string) => ({ aliases: [alias], database_specific: { severity } });
  await test.upload(
    await test.source('advisories', { covers: ['npm'] }),
    lines(
      osv('GHSA-app', { ...fixed, name: 'app' }, severe('HIGH', 'CVE-2026-0001')),
      osv('GHSA-lib', { ...fixed, name: 'lib' }, severe('CRITICAL', 'CVE-2026-0002')),
    ),
  );
  await test.upload(await test.source('exploited', { kind: 'kev' }), '{"vulnerabilities":[{"cveID":"CVE-2026-0001","dateAdded":"2026-01-05"}]}');
  expect(await read()).toMatchObject({ active: 0, watches: 0, scans: { total: 3 } });
  const rules = [{ name: 'any', criteria: { min_severity: 'Low' as const }, actions: { block_download: { active: true, unscanned: false } } }];
  await test.call(policies.createPolicy, { body: { name: 'severe', type: 'security', rules } });
  const project_resources = { resources: [{ type: 'all-repos' as const }] };
  await test.call(watches.createWatch, {
    body: { general_data: { name: 'all', active: true }, project_resources, assigned_policies: [{ name: 'severe', type: 'security' }] },
  });
  await expect.poll(async () => (await read()).active, patience).toBe(3);
  const all = await read();
  expect(all).toMatchObject({ ignored: 0, blocking: 3, fixable: 3, watches: 1, not_judged: [], day: { opened: 3, closed: 0 } });
  // What is known to be exploited comes before what is worse.
  expect(all.fix_first).toEqual([
    {
      subject: 'CVE-2026-0001',
      summary: 'app can be harmed',
      severity: 'High',
      exploited: '2026-01-05',
      epss: null,
      fixed_versions: ['1.1.0'],
      versions: 2,
    },
    expect.objectContaining({ subject: 'CVE-2026-0002', severity: 'Critical', exploited: null, versions: 1 }),
  ]);
  expect(all.trend).toHaveLength(30);
  expect(all.trend?.at(-1)).toMatchObject({ opened: 3, closed: 0, active: 3 });
  expect(all.trend?.at(-2)).toMatchObject({ opened: 0, active: 0 });
  expect(all.sources).toEqual([{ name: 'advisories', at: expect.any(String), ecosystems: ['npm'], is_old: false }]);
  expect(await read('reader')).toMatchObject({ active: 2, scans: { total: 2 }, day: { opened: 2 } });
  const partial = await read('partial');
  expect([partial.active, partial.trend, partial.fix_first.map(({ subject }) => subject)]).toEqual([1, null, ['CVE-2026-0001']]);
  expect(await read('stranger')).toMatchObject({ active: 0, fix_first: [], scans: { total: 0 } });
});

it('leaves out what is ignored, and names what no source stands for', async () => {
  const [one] = (await test.call(listViolations, { body: { subject: 'CVE-2026-0002' } })).data;
  await test.call(ignoreViolation, { params: { id: one!.id }, query: {}, body: { notes: 'Never called' } });
  await expect.poll(async () => (await read()).active, patience).toBe(2);
  expect(await read()).toMatchObject({ ignored: 1, day: { opened: 2 }, fix_first: [{ subject: 'CVE-2026-0001' }] });
  // What is ignored was opened all the same, and counts no more from then on.
  expect((await read()).trend?.at(-1)).toMatchObject({ opened: 3, closed: 0, active: 2 });
  await test.upload(await test.source('other', { covers: ['npm'] }), lines(osv('GHSA-other', { ecosystem: 'npm', name: 'other', versions: ['1'] })));
  expect((await read()).sources.map(({ name }) => name)).toEqual(['advisories', 'other']);
});
