import { readTrends } from '@packhouse/contract/insight/insight-routes.ts';
import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { lines, osv, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

/** Changes are gathered for ten seconds before they are counted. */
const patience = { timeout: 60_000, interval: 250 };

let test: ScanningTestPlatform;

beforeAll(async () => {
  test = await startScanningPlatform({ services: configuredServices({ services: ['access', 'repositories', 'scanning', 'insight'] }) });
});
afterAll(() => test?.stop());

it('INS-003 trends say what was found and what breaks rules soon after a scan, and that it is gone soon after the file is', async () => {
  const findings = async () => {
    const { figures, charts } = await test.call(readTrends, { query: { period: 'week' } });
    const high = charts.find(({ id }) => id === 'findings')?.series.find(({ name }) => name === 'High');
    const broken = charts.find(({ id }) => id === 'violations')?.series.find(({ name }) => name === 'High');
    return [figures.find(({ id }) => id === 'findings')?.value, high?.values.at(-1), broken?.values.at(-1)];
  };
  await test.create({ class: 'local', key: 'js', format: 'npm' });
  await test.upload(
    await test.source('advisories', { covers: ['npm'] }),
    lines(osv('GHSA-bad', { ecosystem: 'npm', name: 'bad', events: [{ introduced: '0' }] }, { database_specific: { severity: 'HIGH' } })),
  );
  const rules = [{ name: 'any', criteria: { min_severity: 'Low' as const }, actions: {} }];
  await test.call(createPolicy, { body: { name: 'severe', type: 'security', rules } });
  await test.call(createWatch, {
    body: {
      general_data: { name: 'everything' },
      project_resources: { resources: [{ type: 'all-repos' }] },
      assigned_policies: [{ name: 'severe', type: 'security' }],
    },
  });
  await test.publishNpm('js', 'bad', '1.0.0');
  await expect.poll(findings, patience).toEqual([1, 1, 1]);
  const removed = await fetch(`${test.baseUrl}/artifactory/js/bad/-/bad-1.0.0.tgz`, { method: 'DELETE', headers: test.headersOf('admin') });
  expect(removed.status).toBe(204);
  await expect.poll(findings, patience).toEqual([0, 0, 0]);
}, 180_000);
